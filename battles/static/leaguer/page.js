/* Puts an answer of the server into the page that is open. */

import { addPads } from "./dice_pad.js";
import { fetchPage } from "./sender.js";

/** Links to the same battle with another unit opened, as taps on its counters are, load no page. */
export function followUnits(page) {
  page.addEventListener("click", async (event) => {
    const link = event.target.closest("main[data-draft] a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const to = new URL(link.getAttribute("href"), location.href);
    if (to.pathname !== location.pathname || !to.searchParams.has("unit")) return;
    event.preventDefault();
    try {
      show(await fetchPage(to.href), to.hash);
    } catch {
      location.assign(to.href);
    }
  });
}

/** The whole page that came back takes the place of the one that is shown; the ruling, or what is wrong, is read out,
    unless it is about something else (`hash`). */
export function show(answer, hash = "") {
  const fresh = answer.page.querySelector("main");
  const old = document.querySelector("main");
  if (!fresh) return;
  old.replaceWith(document.adoptNode(fresh));
  document.title = answer.page.title;
  if (answer.address) history.replaceState(null, "", answer.address);
  addPads(fresh);
  goTo((hash && fresh.querySelector(hash)) || fresh.querySelector("#ruling, section.note") || fresh.querySelector("h1"));
}

/** The part takes the focus and comes into sight. */
export function goTo(part) {
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: "start", behavior: "instant" });
}
