/* Puts an answer of the server into the page that is open. */

import { addPads } from "./dice_pad.js";

/** The whole page that came back takes the place of the one that is shown; the ruling, or what is wrong, is read out. */
export function show(answer) {
  const fresh = answer.page.querySelector("main");
  const old = document.querySelector("main");
  if (!fresh) return;
  old.replaceWith(document.adoptNode(fresh));
  document.title = answer.page.title;
  if (answer.address) history.replaceState(null, "", answer.address);
  addPads(fresh);
  goTo(fresh.querySelector("#ruling, section.note") || fresh.querySelector("h1"));
}

/** The part takes the focus and comes into sight. */
export function goTo(part) {
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: "start", behavior: "instant" });
}
