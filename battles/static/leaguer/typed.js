/* What is typed into a form, dice as well, is kept in this tab: it stands there again after a reload and on the way back. */

import { keepTyped, keptTyped } from "./store.js";

const FIXED = new Set(["hidden", "submit", "button", "file", "password"]); // kinds of control that nobody types into

/** Fills the cards of a battle in as they were left, and goes on keeping them. Before pads and the like are added. */
export function keepCards(page) {
  const kept = keptTyped();
  for (const form of page.querySelectorAll("main[data-draft] form[data-card]")) {
    const text = kept[keyOf(form)];
    if (text === undefined) continue;
    fill(form, text);
    form.closest("details")?.setAttribute("open", "");
  }
  page.addEventListener("input", (event) => note(event.target.closest("main[data-draft] form[data-card]")));
  page.addEventListener("reset", (event) => forget(event.target));
  page.addEventListener("page-shown", () => keepTyped({}));
}

/** What stands in the controls of a form that somebody fills in. */
export function typedInto(form) {
  const named = new Set([...form.elements].filter((one) => !FIXED.has(one.type)).map((one) => one.name));
  return new URLSearchParams([...new FormData(form)].filter(([name]) => named.has(name))).toString();
}

/** Puts back what `typedInto` had: several controls of one name in their order. */
export function fill(form, text) {
  const typed = new URLSearchParams(text);
  const left = new Map([...typed.keys()].map((name) => [name, typed.getAll(name)]));
  for (const control of form.elements) {
    if (!control.name || FIXED.has(control.type)) continue;
    const values = left.get(control.name) || [];
    if (control.type === "radio" || control.type === "checkbox") control.checked = values.includes(control.value);
    else if (values.length) control.value = values.shift();
  }
}

function note(form) {
  if (form) keepTyped({ ...keptTyped(), [keyOf(form)]: typedInto(form) });
}

function forget(form) {
  if (!form.matches("[data-card]")) return;
  const { [keyOf(form)]: _gone, ...others } = keptTyped();
  keepTyped(others);
}

const keyOf = (form) => `${form.elements.type?.value} ${form.elements.given?.value}`;
