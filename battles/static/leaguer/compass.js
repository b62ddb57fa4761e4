/* Steps by tapping: a compass pad over the control that asks for them, and the lit squares of the board. What may
   follow, where it leads and why not is the server's answer; the text box stays what is sent. */

import { ask } from "./foretelling.js";

const words = () => document.querySelector("script[data-steps-none]").dataset;

/** Takes over the forms of a page that ask for steps. */
export function takeSteps(page) {
  page.addEventListener("toggle", (event) => opened(event.target), true);
  page.addEventListener("click", (event) => {
    const tapped = event.target.closest?.("[data-steps], [data-undo]");
    const main = tapped?.closest("main[data-draft]");
    const way = main && (tapped.closest("fieldset.way") || wayOf(main));
    if (!way) return;
    event.preventDefault();
    walker(way).tapped(tapped);
  });
  page.addEventListener("keydown", (event) => {
    const way = event.target.closest?.("fieldset.way");
    if (way && event.target.closest(".compass, .steps-so-far")) walker(way).pressed(event);
  });
}

/** The forms in `root` that stand open: their pads. */
export function addCompasses(root) {
  for (const card of root.querySelectorAll("main[data-draft] details.card[open]")) opened(card);
}

function opened(card) {
  const way = card.open && card.matches("details.card") && card.querySelector("form[data-card] fieldset.way");
  if (way) walker(way).look();
}

/** The form that takes the steps of a square tapped on the board: the open one, else the first. */
function wayOf(main) {
  const ways = [...main.querySelectorAll("details.card form[data-card] fieldset.way")];
  return ways.find((way) => way.closest("details").open) || ways[0];
}

const walkers = new WeakMap();

function walker(way) {
  if (!walkers.has(way)) walkers.set(way, new Walker(way));
  return walkers.get(way);
}

class Walker {
  constructor(way) {
    this.way = way;
    this.form = way.closest("form");
    this.main = way.closest("main");
    this.box = way.querySelector("input[type=text]");
    this.radios = [...way.querySelectorAll("input[type=radio]")];
    const begun = this.radios.find((one) => one.checked && one.value)?.value || "";
    this.tapsSoFar = [`${begun} ${this.box?.value || ""}`.trim()].filter(Boolean);
    this.told = way.appendChild(document.createElement("p"));
    this.told.className = "steps-so-far";
    this.undo = way.appendChild(document.createElement("button"));
    Object.assign(this.undo, { type: "button", className: "undo-step", textContent: words().stepsBack });
    this.undo.dataset.undo = "";
    this.why = way.appendChild(document.createElement("p"));
    this.why.className = "why-not";
    this.why.setAttribute("role", "status");
    this.pad = null;
    this.write();
  }

  get steps() {
    return this.tapsSoFar.join(" ");
  }

  tapped(one) {
    const card = this.way.closest("details");
    this.why.textContent = "";
    if (one.hasAttribute("data-undo")) {
      this.tapsSoFar.pop();
    } else if (one.getAttribute("aria-disabled")) {
      this.why.textContent = one.getAttribute("aria-label");
      if (!card.open) card.open = true;
      return;
    } else {
      this.tapsSoFar.push(one.dataset.steps);
    }
    this.write();
    if (card.open) this.look();
    else card.open = true; // which looks
  }

  /** A letter presses the button that lies where it does on a keyboard; Backspace takes the last tap back. */
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Backspace" && this.tapsSoFar.length) {
      event.preventDefault();
      this.tapped(this.undo);
      return;
    }
    const key = { ArrowUp: "W", ArrowDown: "X", ArrowLeft: "A", ArrowRight: "D" }[event.key] || event.key.toUpperCase();
    const button = [...(this.pad?.children || [])].find((one) => one.getAttribute("aria-keyshortcuts") === key);
    if (!button) return;
    event.preventDefault();
    button.focus();
    this.tapped(button);
  }

  write() {
    const none = this.radios.find((one) => !one.value);
    if (this.box) {
      if (none) none.checked = true;
      this.box.value = this.steps;
    } else {
      for (const one of this.radios) one.checked = one.value === this.steps;
    }
    this.told.textContent = this.steps || words().stepsNone;
    this.undo.hidden = !this.tapsSoFar.length;
  }

  /** Asks what the steps come to, and what may follow them. */
  async look() {
    const nth = (this.asked = (this.asked || 0) + 1);
    const answer = await ask(this.main, this.form);
    if (!answer || nth !== this.asked) return;
    const key = document.activeElement.getAttribute?.("aria-keyshortcuts");
    const had = this.pad?.contains(document.activeElement) ? key : null;
    const pad = answer.querySelector(".compass");
    if (!pad) return;
    for (const one of this.way.querySelectorAll(".options, input[type=text], label[for], .help")) one.hidden = true;
    for (const one of this.radios) one.required = false;
    this.pad?.remove();
    this.pad = document.adoptNode(pad);
    this.told.before(this.pad);
    if (had) ([...this.pad.children].find((one) => one.getAttribute("aria-keyshortcuts") === had) || this.undo).focus();
    light(this.main, answer.querySelector("svg.onward"));
  }
}

/** On the board: the squares that may follow, and the unit where it would stand. */
function light(main, onward) {
  const svg = main.querySelector(".board .scroll > svg");
  if (!svg || !onward) return;
  svg.querySelector(".ghost")?.remove();
  const old = svg.querySelector(".spots");
  const at = [...old.children].indexOf(document.activeElement);
  const again = at >= 0 && document.activeElement.getAttribute("aria-label");
  old.replaceWith(document.adoptNode(onward.querySelector(".spots")));
  const ghost = onward.querySelector(".ghost");
  if (ghost) svg.querySelector(".spots").before(document.adoptNode(ghost));
  svg.dispatchEvent(new Event("lit", { bubbles: true }));
  if (!again) return;
  const spots = [...svg.querySelectorAll(".spots a")];
  const same = spots.find((one) => one.getAttribute("aria-label") === again); // asked twice, it is lit again
  (same || spots[0] || svg.querySelector("[aria-current]"))?.focus({ preventScroll: true });
}
