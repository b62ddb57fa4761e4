/* "Tell me when it is my turn": this browser is told also when no page of the site is open. Nothing is asked before a tap. */

let site = null; // what the server said: its key, and whether it knows this browser

const place = () => document.querySelector("[data-push]");

/** Shows the button where this browser and the site can do it and it is not told yet. */
export function offerPush() {
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return;
  document.addEventListener("page-shown", draw);
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-push] button")) begin(place());
  });
  draw();
}

async function draw() {
  const here = place();
  if (!here || Notification.permission === "denied") return;
  try {
    site ??= await ask(here.dataset.push);
    here.hidden = !site || site.known;
  } catch {
    /* No network: it is offered with the next page. */
  }
}

/** null where the site sends nothing. A subscription that the site does not know, or to another key of it, is ended. */
async function ask(address) {
  const registration = await navigator.serviceWorker.getRegistration();
  const mine = await registration?.pushManager.getSubscription();
  const response = await fetch(`${address}?${new URLSearchParams({ endpoint: mine?.endpoint || "" })}`);
  if (!response.ok) return null;
  const said = await response.json();
  if (mine && !(said.known && asText(mine.options.applicationServerKey) === said.key)) {
    await mine.unsubscribe();
    said.known = false;
  }
  return said;
}

async function begin(here) {
  const told = here.querySelector("[role=status]");
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      told.textContent = here.dataset.denied;
      return;
    }
    const registration = await navigator.serviceWorker.ready;
    const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: site.key });
    const wrong = await keep(here.dataset.push, made);
    if (wrong) await made.unsubscribe();
    site.known = !wrong;
    here.querySelector("button").hidden = site.known;
    told.textContent = wrong || here.dataset.told;
  } catch (problem) {
    console.error(problem);
    told.textContent = here.dataset.lost;
  }
}

/** "" once the site has it, else what is wrong. */
async function keep(address, made) {
  const { endpoint, keys } = made.toJSON();
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams({ endpoint, p256dh: keys.p256dh, auth: keys.auth, csrfmiddlewaretoken: token });
  const response = await fetch(address, { method: "POST", body });
  if (response.ok) return "";
  if (response.status === 422) return (await response.json()).told;
  throw new Error(`${response.status} from ${address}`);
}

const asText = (key) =>
  btoa(String.fromCharCode(...new Uint8Array(key))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
