/* A shot on one form: what is filled in is kept here, the server says what it comes to and what is asked next, and one
   press reports all of it. */

import { addPads } from "./dice_pad.js";
import { goTo, measure, show } from "./page.js";
import { idsThatWait, tell } from "./queue.js";
import { filled, isDown, newId, send } from "./sender.js";
import { keepDraft, keptDraft } from "./store.js";
import { fill, typedInto } from "./typed.js";

/** The drafts of this go, newest last, for going back: each a list of forms as text. */
let trail = [];
let busy = false;

/** Takes over the forms of a battle: those that report, and those of a draft. */
export function takeForms(page) {
  page.addEventListener("submit", submitted);
  page.addEventListener("click", clicked);
  page.addEventListener("input", typed);
  page.addEventListener("page-shown", () => keepDraft(null));
  page.addEventListener("asked", ({ detail }) => goOnWith(detail.forms, detail.fragment));
  renewUsed(page);
  window.addEventListener("pageshow", (event) => event.persisted && forms(page).forEach(renew));
  page.addEventListener("dice-full", (event) => {
    const form = event.target.closest(".gesture form");
    if (form) form.requestSubmit();
  });
  takeUpDraft();
}

const forms = (page) => [...page.querySelectorAll("main[data-draft] form")];

/** Ids that may be used up: of a page that was kept, for when there is no network or for the way back, and of reports that
    still wait. Every other form keeps its id. The browser may have sent it before this module had come, and what is then
    told again counts once. */
async function renewUsed(page) {
  const [visit] = performance.getEntriesByType("navigation");
  if (document.body.hasAttribute("data-kept") || visit?.type === "back_forward") return forms(page).forEach(renew);
  const used = await idsThatWait();
  forms(page).filter((form) => used.has(form.elements.id?.value)).forEach(renew);
}

/** After a reload, or the back button: the draft as it stood, with what was typed into its step. */
async function takeUpDraft() {
  const main = document.querySelector("main[data-draft]");
  const kept = main && keptDraft();
  if (!kept) return;
  await draft(main, kept.forms, "");
  const form = main.querySelector(".gesture form.step");
  if (!form || !kept.typed) return;
  fill(form, kept.typed);
  keepDraft(kept.forms, kept.typed);
  form.querySelectorAll(".pad").forEach((pad) => pad.dispatchEvent(new Event("dice-again")));
}

function typed(event) {
  const form = event.target.closest(".gesture form.step");
  if (form && trail.length) keepDraft(trail.at(-1), typedInto(form));
}

function submitted(event) {
  const form = event.target;
  const main = form.closest("main[data-draft]");
  if (!main || form.method !== "post") return;
  const button = event.submitter;
  if (button?.matches("[data-away]")) return; // it leads to another page
  const gesture = form.closest(".gesture");
  if (gesture) {
    event.preventDefault();
    step(main, gesture, form, button);
  } else if (form.matches("[data-card]") && button?.name !== "check") {
    event.preventDefault();
    trail = [];
    const goesOn = button?.querySelector(".goes-on")?.getClientRects().length; // it has not said that it reports
    tellForms(main, [asText(form)], goesOn ? "next" : "one", form);
  } else if (form.matches(".batch form") && button?.value === "on" && !isDown()) {
    event.preventDefault();
    trail = [];
    draft(main, [asText(form)], "");
  } else {
    event.preventDefault();
    sendWhole(main, form, button);
  }
}

/** Any other form of the battle: what comes back takes the place of what is shown. */
async function sendWhole(main, form, button) {
  const body = filled(form, button);
  await once(main, async () => {
    if (button?.name === "check") return show(await send(form.action, body));
    const answer = await tell(form.action, body, { after: form.elements.after?.value ?? main.dataset.position, title: titled(form) });
    if (answer) show(answer);
    else putAway(main, form);
  });
}

/** Reports these forms (how: as in `draft`). Where nothing comes back they wait, and the form they come from can be filled in
    once more. */
async function tellForms(main, forms, how, form) {
  const lines = [...main.querySelectorAll(".gesture .so-far p")];
  const said = lines.map((line) => line.firstChild.textContent.trim()).join(" "); // without dice and rules beside it
  const about = main.querySelector(".gesture .about")?.textContent.trim();
  const after = new URLSearchParams(forms[0]).get("after");
  const title = (form ? titled(form) : said || about) || "…";
  const body = (send) => [["send", send], ...forms.map((text) => ["form", text])];
  await once(main, async () => {
    keepDraft(null);
    const answer = await tell(main.dataset.draft, body(how === "rolled" ? "all" : how), { after, title, later: body("all") });
    if (!answer) putAway(main, form);
    else await take(main, forms, how, answer);
  });
}

/** What waits now stands in its list, and no longer where it was filled in. */
function putAway(main, form) {
  if (form) {
    form.reset();
    renew(form); // a hidden field is not set back where a script has written it, but browsers differ
    form.querySelectorAll(".pad").forEach((pad) => pad.dispatchEvent(new Event("dice-clear")));
    form.closest("details")?.removeAttribute("open");
  } else {
    drop(main);
  }
  goTo(main.querySelector("#waiting"));
  document.dispatchEvent(new Event("page-shown"));
}

/** The next report of a form is another one. A page that was loaded without a network brings ids that were used. */
function renew(form) {
  if (form.elements.id) form.elements.id.value = newId();
}

/** What a form is called, and what was chosen in it. */
function titled(form) {
  const heading = form.closest("details")?.querySelector("summary span")?.textContent || form.getAttribute("aria-label") || "";
  const chosen = [...form.querySelectorAll("label:not(.blank):has(input:checked), select option:checked")]
    .filter((one) => one.value !== "").map((one) => one.textContent.trim()).filter(Boolean);
  return [heading.trim().replace(/\s+/g, " "), ...chosen].join(" · ").slice(0, 200);
}

/** One more step of the draft, or the end of it. */
function step(main, gesture, form, button) {
  const rolled = button?.value === "rolled";
  if (rolled) form.querySelectorAll(".pad").forEach((pad) => pad.dispatchEvent(new Event("dice-clear")));
  const kept = [...gesture.querySelectorAll("form.kept [name=form]")].map((one) => one.value);
  const leaves = rolled ? form.dataset.leaves : "";
  const forms = form.classList.contains("kept") ? kept : [...kept, asText(form) + (leaves ? `&${leaves}` : "")];
  const how = form.classList.contains("plain") ? "" : button?.name === "send" ? button.value : "";
  if (how === "all" || how === "rolled" || isDown()) tellForms(main, forms, how || "all");
  else draft(main, forms, how);
}

function clicked(event) {
  const button = event.target.closest("[data-back], [data-drop]");
  if (!button) return;
  const main = button.closest("main");
  trail.pop();
  if (button.hasAttribute("data-back") && trail.length) draft(main, trail.pop(), "");
  else drop(main);
}

/** Asks what these forms come to. how: "one" reports a single form that is whole, "next" asks about it first, "all" reports
    everything, "rolled" everything with Leaguer's dice, and goes on from there. */
async function draft(main, forms, how) {
  await once(main, async () => take(main, forms, how, await post(main, forms, how)));
}

/** The answer to a draft: a page, or the step that is asked for next. */
async function take(main, forms, how, answer) {
  const fragment = answer.page.querySelector(".gesture");
  if (answer.page.querySelector("main")) {
    trail = [];
    show(answer);
    if (how === "rolled") await goOn();
  } else if (fragment) {
    trail.push(forms);
    keepDraft(forms);
    open(main, fragment);
  }
}

/** What had waited, and asks for more. */
function goOnWith(forms, fragment) {
  const main = document.querySelector("main[data-draft]");
  if (!main) return;
  trail = [forms];
  keepDraft(forms);
  open(main, fragment);
}

/** One thing at a time; what is pressed while it is under way is not heard. */
async function once(main, act) {
  if (busy) return;
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await act();
  } catch (problem) {
    lost(main, problem);
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
}

/** After Leaguer's dice: what is to be decided now, if anything is. */
async function goOn() {
  const main = document.querySelector("main[data-draft]");
  if (!main) return;
  const answer = await post(main, [], "on");
  const fragment = answer.page.querySelector(".gesture");
  if (!fragment) return;
  trail = [[]];
  open(main, fragment, main.querySelector("#ruling"));
}

function post(main, forms, how) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = [["csrfmiddlewaretoken", token], ["send", how], ...forms.map((text) => ["form", text])];
  return send(main.dataset.draft, body);
}

/** The step that is asked for stands first; everything else of what could be reported waits behind it. */
function open(main, fragment, below) {
  const gesture = document.adoptNode(fragment);
  const before = main.querySelector(".gesture");
  main.querySelector("#ruling")?.classList.toggle("shown", Boolean(below || (before && main.querySelector(".shown"))));
  if (before) before.replaceWith(gesture);
  else if (below) below.after(gesture);
  else (main.querySelector(".act") || main).prepend(gesture);
  main.classList.add("drafting");
  addPads(gesture);
  const wrong = gesture.querySelector(".fault");
  const first = wrong?.closest("form")?.querySelector("input:not([type=hidden]), select, textarea");
  measure();
  gesture.scrollIntoView({ block: "start", behavior: "instant" });
  (first || gesture.querySelector("form.step .faces button") || gesture.querySelector("#draft-head")).focus({ preventScroll: true });
}

function drop(main) {
  trail = [];
  keepDraft(null);
  main.querySelector(".gesture")?.remove();
  main.classList.remove("drafting");
  goTo(main.querySelector("#decisions") || main.querySelector("h1"));
}

/** Nothing came back. What was filled in stays; the same reports sent again count once. */
function lost(main, problem) {
  console.error(problem);
  const place = main.querySelector(".gesture") || main.querySelector(".act") || main;
  place.querySelector(".lost")?.remove();
  const note = document.createElement("p");
  note.className = "note bad lost";
  note.setAttribute("role", "alert");
  note.textContent = document.querySelector("script[data-lost]").dataset.lost;
  place.prepend(note);
}

function asText(form) {
  const own = new Set(["csrfmiddlewaretoken", "report", "check", "send"]);
  return new URLSearchParams(filled(form).filter(([name]) => !own.has(name))).toString();
}
