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
  const told = form.querySelector(".foretold") || placed(form);
  if (!form.checkValidity()) {
    told.replaceChildren();
    return;
  }
  const pairs = filled(form);
  const token = pairs.find(([name]) => name === "csrfmiddlewaretoken");
  const text = new URLSearchParams(pairs.filter((pair) => pair !== token)).toString();
  try {
    const answer = await send(main.dataset.draft, [token, ["send", "look"], ["form", text]]);
    const found = answer.page.querySelector(".foretold");
    if (found) told.replaceChildren(...found.childNodes);
  } catch {
    told.replaceChildren(); // it is only a foretaste
  }
}

function placed(form) {
  const told = document.createElement("div");
  told.className = "foretold";
  told.setAttribute("role", "status");
  form.querySelector(".send").before(told);
  return told;
}
