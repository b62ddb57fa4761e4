/* Completes lines of script as they are typed: a list of what may follow under the box, or above the keyboard of a phone.
   Without it the box is a box. */

import { suggestions } from "./script_words.js";

const MOST = 40; // suggestions that are shown
let count = 0;

/** The boxes for script in `root`, each once; the lines of its cheat sheet and of its mistakes lead into it. */
export function addScriptBoxes(root) {
  for (const one of root.querySelectorAll("[data-words]")) {
    if (!one.querySelector("[role=listbox]")) new ScriptBox(one);
  }
  root.querySelector("li.wrong[autofocus]")?.focus();
}

class ScriptBox {
  constructor(control) {
    this.known = JSON.parse(control.dataset.words);
    this.box = control.querySelector("textarea");
    this.list = control.querySelector(".completed").appendChild(document.createElement("ul"));
    Object.assign(this.list, { id: `suggested-${++count}`, className: "suggested", hidden: true });
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", control.dataset.found);
    this.said = control.appendChild(document.createElement("p"));
    this.said.className = "unseen";
    this.said.setAttribute("role", "status");
    this.found = control.dataset.found;
    this.box.addEventListener("input", () => this.suggest());
    this.box.addEventListener("click", () => this.suggest());
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("blur", () => this.close());
    this.list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
    this.list.addEventListener("click", (event) => this.tapped(event.target.closest("[role=option]")));
    window.visualViewport?.addEventListener("resize", () => this.settle());
    window.visualViewport?.addEventListener("scroll", () => this.settle());
    this.lead(control.closest("main"));
  }

  /** Examples are written into the box; what is wrong in it is shown there. */
  lead(main) {
    for (const button of main.querySelectorAll("button[data-line]")) {
      button.hidden = false;
      button.addEventListener("click", () => this.write(button.dataset.line));
    }
    for (const link of main.querySelectorAll("a[data-from]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.box.focus();
        this.box.setSelectionRange(Number(link.dataset.from), Number(link.dataset.to));
        this.box.scrollIntoView({ block: "center", behavior: "instant" });
      });
    }
  }

  /** A line of its own, at the end. */
  write(line) {
    const text = this.box.value;
    this.box.value = `${text}${!text || text.endsWith("\n") ? "" : "\n"}${line}\n`;
    this.box.focus();
    this.box.setSelectionRange(this.box.value.length, this.box.value.length);
  }

  suggest() {
    const at = this.box.selectionStart;
    const text = this.box.value;
    const begin = text.lastIndexOf("\n", at - 1) + 1;
    const inWord = /\S/.test(text[at] || " ");
    const next = at === this.box.selectionEnd && !inWord ? suggestions(text.slice(begin, at), this.known) : null;
    const whole = next?.found.length === 1 && next.found[0].value === next.last;
    if (!next?.found.length || whole) {
      this.close();
      return;
    }
    this.from = begin + next.start;
    this.ones = next.found.slice(0, MOST);
    this.list.replaceChildren(...this.ones.map((one, n) => this.option(one, n)));
    this.list.hidden = false;
    for (const [name, value] of Object.entries(this.combined)) this.box.setAttribute(name, value);
    this.list.scrollTop = this.list.scrollLeft = 0;
    this.said.textContent = `${this.found}: ${next.found.length}`;
    // nothing is taken by Enter before something is typed of it: a line may end here
    this.point(next.last && next.last !== next.found[0].value ? 0 : -1);
    this.settle();
  }

  option({ value, label }, n) {
    const option = document.createElement("li");
    option.setAttribute("role", "option");
    option.id = `${this.list.id}-${n}`;
    const code = option.appendChild(document.createElement("code"));
    code.textContent = value;
    code.setAttribute("translate", "no");
    if (label) option.append(" ", Object.assign(document.createElement("span"), { textContent: label }));
    return option;
  }

  /** While there are suggestions the box is a combobox; else it is a text of several lines, as ever. */
  get combined() {
    return { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": this.list.id };
  }

  get isOpen() {
    return !this.list.hidden;
  }

  /** The suggestion that Enter and Tab take; none for -1. */
  point(n) {
    this.at = n;
    [...this.list.children].forEach((one, place) => one.setAttribute("aria-selected", String(place === n)));
    const option = this.list.children[n];
    if (option) this.box.setAttribute("aria-activedescendant", option.id);
    else this.box.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  pressed(event) {
    if (!this.isOpen || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
    const last = this.ones.length - 1;
    const steps = { ArrowDown: this.at < last ? this.at + 1 : 0, ArrowUp: this.at > 0 ? this.at - 1 : last };
    if (event.key === "ArrowUp" && this.at < 0) {
      this.close(); // nothing is pointed at: the caret goes up
    } else if (event.key in steps) {
      event.preventDefault();
      this.point(steps[event.key]);
    } else if (["Enter", "Tab"].includes(event.key) && !event.shiftKey && this.at >= 0) {
      event.preventDefault();
      this.take(this.ones[this.at]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.close();
    } else if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) {
      this.close();
    }
  }

  tapped(option) {
    if (option) this.take(this.ones[[...this.list.children].indexOf(option)]);
  }

  take(one) {
    this.box.setRangeText(one.text, this.from, this.box.selectionStart, "end");
    this.box.focus();
    this.suggest();
  }

  close() {
    this.list.hidden = true;
    for (const name of Object.keys(this.combined)) this.box.removeAttribute(name);
    this.said.textContent = "";
    this.point(-1);
  }

  /** A phone's keyboard covers the foot of the page: the list lies on it. */
  settle() {
    const seen = window.visualViewport;
    if (!seen || !this.isOpen) return;
    const covered = Math.max(0, window.innerHeight - seen.height - seen.offsetTop);
    this.list.style.setProperty("--keyboard", `${covered}px`);
  }
}
