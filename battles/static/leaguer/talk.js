/* The conversation about a battle, below it, and new posts as they come. Without a script a link leads to it. */

const EVERY = 15_000; // milliseconds between two looks at a conversation that is on screen

/** Put the conversation in the place of the link to it. Nothing changes where there is none to read. */
async function bring(place) {
  const answer = await fetch(`${place.dataset.talk}?part=1`).catch(() => null);
  if (answer?.status !== 200) return;
  const made = document.createElement("div");
  made.innerHTML = await answer.text();
  const section = made.querySelector("section");
  if (section) place.replaceWith(section);
  if (section) follow(section);
}

/** Fetch the posts again while they are on screen; what is being typed, and a photo one looks at, stay. */
function follow(section) {
  const list = section.querySelector("[data-posts]");
  if (!list || section.dataset.followed) return;
  section.dataset.followed = "yes";
  let tag = "";
  let seen = false;
  const look = async () => {
    if (!seen || document.hidden || list.contains(document.activeElement)) return;
    const answer = await fetch(`${list.dataset.posts}?part=1&posts=1`, { headers: tag ? { "If-None-Match": tag } : {} }).catch(() => null);
    if (answer?.status !== 200) return;
    const text = await answer.text();
    if (answer.headers.get("ETag") !== tag && tag) list.innerHTML = text;
    tag = answer.headers.get("ETag") ?? "";
  };
  new IntersectionObserver(([entry]) => {
    seen = entry.isIntersecting;
    look();
  }).observe(section);
  const timer = setInterval(() => (section.isConnected ? look() : clearInterval(timer)), EVERY);
}

/** Begin, and again whenever the page of a battle has been put in anew. */
export function talk(document) {
  begin(document);
  document.addEventListener("page-shown", () => begin(document));
}

function begin(document) {
  const place = document.querySelector("[data-talk]");
  if (place) {
    const watch = new IntersectionObserver(([entry]) => {
      if (!entry.isIntersecting) return;
      watch.disconnect();
      bring(place);
    }, { rootMargin: "200px" });
    watch.observe(place);
  }
  const section = document.querySelector("#conversation");
  if (section) follow(section);
}
