/* Puts an answer of the server into the page that is open. */

import { addBoard } from "./board.js";
import { addCompasses } from "./compass.js";
import { addPads } from "./dice_pad.js";
import { addLengths } from "./length_pad.js";
import { addScriptBoxes } from "./script_box.js";
import { fetchPage } from "./sender.js";
import { addSteppers } from "./steppers.js";

/** Links to the same battle with another unit opened, as taps on its counters are, load no page. */
export function followUnits(page) {
  page.addEventListener("click", async (event) => {
    const link = event.target.closest("main[data-draft] a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const to = new URL(link.getAttribute("href"), location.href);
    if (to.pathname !== location.pathname || !to.searchParams.has("unit")) return;
    event.preventDefault();
    try {
      const answer = await fetchPage(to.href);
      show(answer, asksForSquare(answer.page) ? "#board" : to.hash);
    } catch {
      location.assign(to.href);
    }
  });
}

/** Whether the form that stands open asks for one of the squares that are lit, and none is chosen yet. */
function asksForSquare(page) {
  const lit = page.querySelector("main .spots a[href]:not([data-steps])");
  const square = lit && new URL(lit.getAttribute("href"), location.href).searchParams.get("square");
  const asked = [...page.querySelectorAll("main details.card[open] select[required]")];
  return Boolean(square) && asked.some((one) => !one.value && [...one.options].some((option) => option.value === square));
}

/** The whole page that came back takes the place of the one that is shown; the ruling, or what is wrong, is read out,
    unless it is about something else (`hash`). With no hash at all (null) nothing moves: the reader asked for nothing. But
    who was led to a ruling and has stayed there is led to the one that takes its place, or would see it from the middle. */
export function show(answer, hash = "") {
  const fresh = answer.page.querySelector("main");
  const old = document.querySelector("main");
  if (!fresh) return;
  const leads = hash !== null || isAt(old.querySelector("#ruling"));
  const [waits, place] = [old.querySelector("#waiting"), fresh.querySelector("#waiting")];
  if (waits && place) place.replaceWith(waits); // what waits for the network still does
  replace(old, fresh);
  document.title = answer.page.title;
  if (answer.address) history.replaceState(null, "", answer.address);
  document.dispatchEvent(new Event("page-shown"));
  if (!leads) return;
  goTo((hash && fresh.querySelector(hash)) || fresh.querySelector("[autofocus]") || fresh.querySelector("#ruling, section.note:not(.waiting)") || fresh.querySelector("h1"));
}

/** Whether the reader was led there and has not moved since. */
function isAt(part) {
  if (!part || part !== document.activeElement) return false;
  const { top } = part.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 4;
}

/** A part of another page takes the place of `old`. */
export function replace(old, fresh) {
  old.replaceWith(document.adoptNode(fresh));
  equip(fresh);
}

/** What a script adds to a part of a page. */
export function equip(part) {
  addPads(part);
  addLengths(part);
  addBoard(part);
  addCompasses(part);
  addSteppers(part);
  addScriptBoxes(part);
}

/** What is led to is not below the strip at the top, however many lines that has. */
export function measure() {
  const strip = document.querySelector(".now");
  if (strip) document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
}

/** The part takes the focus and comes into sight. */
export function goTo(part) {
  if (!part) return;
  if (!part.hasAttribute("tabindex")) part.tabIndex = -1;
  measure();
  part.focus({ preventScroll: true });
  part.scrollIntoView({ block: "start", behavior: "instant" });
}
