/* What is typed into a form, dice as well, is kept in this tab: it stands there again after a reload and on the way back. */

import { keepTyped, keptTyped } from "./store.js";

const FIXED = new Set(["hidden", "submit", "button", "file", "password"]); // kinds of control that nobody types into

/** Fills the cards of a battle in as they were left, and goes on keeping them. Before pads and the like are added. One that
    somebody has begun to fill in before this module had come stays as it is. */
export function keepCards(page) {
  const kept = keptTyped();
  for (const form of page.querySelectorAll("main[data-draft] form[data-card]")) {
    const text = kept[keyOf(form)];
    if (isBegun(form)) note(form);
    if (isBegun(form) || text === undefined) continue;
    fill(form, text);
    showDice(form);
    for (const fold of [form.closest("details"), form.closest("details.rest")]) fold?.setAttribute("open", "");
  }
  page.addEventListener("input", (event) => note(event.target.closest("main[data-draft] form[data-card]")));
  page.addEventListener("reset", (event) => forget(event.target));
  page.addEventListener("page-shown", () => keepTyped({}));
}

/** Whether something in a form is not as it came. */
export const isBegun = (form) => [...form.elements].some(isChanged);

function isChanged(one) {
  if (FIXED.has(one.type) || one.type === "output") return false;
  if (one.options) return one.selectedIndex !== Math.max(0, [...one.options].findIndex((option) => option.defaultSelected));
  return one.checked !== one.defaultChecked || one.value !== one.defaultValue;
}

/** A form that has dice already shows them: they are reported with it. */
function showDice(form) {
  form.classList.toggle("begun", [...form.querySelectorAll("[data-dice] :is(input, select)")].some(isChanged));
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
  if (!form) return;
  keepTyped({ ...keptTyped(), [keyOf(form)]: typedInto(form) });
  showDice(form);
}

function forget(form) {
  if (!form.matches("[data-card]")) return;
  form.classList.remove("begun");
  const { [keyOf(form)]: _gone, ...others } = keptTyped();
  keepTyped(others);
}

/** Of two forms that report the same by other fields, the name is another. */
function keyOf(form) {
  const called = form.closest("details")?.querySelector("summary")?.textContent.trim().replace(/\s+/g, " ");
  return [form.elements.type?.value, form.elements.given?.value, called].join(" ");
}
