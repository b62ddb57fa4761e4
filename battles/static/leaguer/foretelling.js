/* What a move comes to while it is filled in: how far it goes, and what is left. */

import { filled, send } from "./sender.js";

const PAUSE = 350; // milliseconds after a key or a tap
let waiting = 0;

/** Foretells the forms of a battle that ask for a length or a way. */
export function foretell(page) {
  page.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-card]");
    const main = form?.closest("main[data-draft]");
    if (!main || !form.querySelector("[data-measured]")) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => tell(main, form), PAUSE);
  });
}

async function tell(main, form) {
  if (form.checkValidity()) await ask(main, form);
  else placed(form).replaceChildren();
}

/** What a form comes to, told in it; the whole answer, or nothing where none came. */
export async function ask(main, form) {
  const told = placed(form);
  const pairs = filled(form);
  const token = pairs.find(([name]) => name === "csrfmiddlewaretoken");
  const text = new URLSearchParams(pairs.filter((pair) => pair !== token)).toString();
  try {
    const { page } = await send(main.dataset.draft, [token, ["send", "look"], ["form", text]]);
    const found = page.querySelector(".foretold");
    if (found) told.replaceChildren(...found.childNodes);
    return page;
  } catch {
    told.replaceChildren(); // it is only a foretaste
    return null;
  }
}

function placed(form) {
  const there = form.querySelector(".foretold");
  if (there) return there;
  const told = document.createElement("div");
  told.className = "foretold";
  told.setAttribute("role", "status");
  form.querySelector(".send").before(told);
  return told;
}
