/* A pad of faces over each control that asks for dice. The text box or the lists below it stay: they are what is sent,
   and what people use who have no script. */

const PIPS = {
  1: [[12, 12]],
  2: [[6, 6], [18, 18]],
  3: [[6, 6], [12, 12], [18, 18]],
  4: [[6, 6], [6, 18], [18, 6], [18, 18]],
  5: [[6, 6], [6, 18], [12, 12], [18, 6], [18, 18]],
  6: [[6, 6], [6, 12], [6, 18], [18, 6], [18, 12], [18, 18]],
};
const SVG = "http://www.w3.org/2000/svg";

/** The page's own words, in the reader's language. */
const words = () => document.querySelector("script[data-dice-none]").dataset;

/** A pad for every control in `root` that asks for dice and has none yet. */
export function addPads(root) {
  for (const control of root.querySelectorAll("[data-dice]")) {
    if (!control.querySelector(".pad")) new DicePad(control);
  }
}

/** Dice in a text box: "2 5 6". Those that answer an earlier question (data-before) come before them. */
class InBox {
  constructor(input) {
    this.input = input;
    const { faces, least, most } = input.dataset;
    [this.faces, this.least, this.most] = [faces, least, most].map(Number);
    this.before = input.dataset.before || "";
  }
  read() {
    const text = this.input.value;
    return text.match(this.faces > 9 ? /[0-9]+/g : /[0-9]/g) || [];
  }
  write(values) {
    this.input.value = [this.before, ...values].filter(Boolean).join(" ");
  }
  shown() {
    return Array.from({ length: this.faces }, (_one, n) => ({ value: String(n + 1), label: String(n + 1), sign: "" }));
  }
}

/** Dice in lists, one list a die, which name what the die shows. */
class InLists {
  constructor(lists, least) {
    this.lists = lists;
    this.least = least;
    this.most = lists.length;
  }
  read() {
    return this.lists.map((list) => list.value).filter((value) => value !== "");
  }
  write(values) {
    this.lists.forEach((list, n) => (list.value = values[n] ?? ""));
  }
  shown(place) {
    const list = this.lists[Math.min(place, this.most - 1)];
    return [...list.options]
      .filter((one) => one.value !== "")
      .map((one) => ({ value: one.value, label: one.textContent.trim(), sign: one.dataset.sign || "" }));
  }
}

class DicePad {
  constructor(control) {
    const lists = [...control.querySelectorAll("select")];
    const box = control.querySelector("input[data-faces]");
    this.control = control;
    this.store = lists.length ? new InLists(lists, Number(control.dataset.dice || 0)) : new InBox(box);
    this.pips = !lists.length && this.store.faces <= 6;
    this.values = this.store.read();
    this.pad = made("div", "pad");
    this.pad.addEventListener("dice-clear", () => this.takeAll());
    this.pad.addEventListener("dice-again", () => this.readAgain());
    if (control.dataset.colour) this.pad.dataset.colour = control.dataset.colour;
    this.tray = this.pad.appendChild(made("div", "tray"));
    this.told = this.pad.appendChild(made("p", "told"));
    this.told.setAttribute("aria-live", "polite");
    this.faces = this.pad.appendChild(made("div", "faces"));
    this.faces.setAttribute("role", "group");
    this.faces.setAttribute("aria-label", named(control));
    this.pad.addEventListener("click", (event) => this.tapped(event));
    this.pad.addEventListener("keydown", (event) => this.pressed(event));
    for (const one of lists.length ? [lists[0].parentElement] : [box]) {
      one.hidden = true;
      one.after(this.pad);
    }
    this.draw();
  }

  tapped(event) {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.face !== undefined) this.add(button.dataset.face);
    else this.takeBack(Number(button.dataset.place));
  }

  /** A number key is a face, or the place of one where dice show no numbers; Backspace takes the last die back. */
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Backspace") {
      event.preventDefault();
      this.takeBack(this.values.length - 1);
    } else if (/^[0-9]$/.test(event.key)) {
      const shown = this.store.shown(this.values.length);
      const face = shown.find((one) => one.value === event.key) || shown[Number(event.key) - 1];
      if (face) this.add(face.value);
    }
  }

  add(value) {
    if (this.values.length >= this.store.most) return;
    this.values.push(value);
    this.changed();
    this.tellIfFull();
  }

  takeBack(place) {
    if (place < 0 || place >= this.values.length) return;
    this.values.splice(place, 1);
    this.changed();
    this.faces.querySelector("button").focus();
  }

  takeAll() {
    this.values = [];
    this.changed();
  }

  changed() {
    this.store.write(this.values);
    this.control.dispatchEvent(new Event("input", { bubbles: true }));
    this.draw();
  }

  /** What stands in the fields is shown; dice that are all there are told at once. */
  readAgain() {
    this.values = this.store.read();
    this.draw();
    this.tellIfFull();
  }

  tellIfFull() {
    if (this.values.length === this.store.most) {
      this.control.dispatchEvent(new CustomEvent("dice-full", { bubbles: true }));
    }
  }

  draw() {
    const { values, store } = this;
    this.tray.replaceChildren(...Array.from({ length: Math.min(store.most, 24) }, (_one, n) => this.place(n)));
    this.told.textContent =
      (values.length ? values.map((value, n) => this.face(value, n).label).join(", ") : words().diceNone) +
      ` (${values.length}/${store.most})`;
    const focused = this.faces.contains(document.activeElement) ? document.activeElement.dataset.face : undefined;
    const full = values.length >= store.most;
    this.faces.style.setProperty("--columns", columns(store.shown(values.length).length));
    const inWords = store.shown(values.length).some((face) => (face.sign || face.label).length > 3);
    this.faces.classList.toggle("words", inWords);
    this.faces.replaceChildren(
      ...store.shown(values.length).map((face) => {
        const button = this.button(face);
        button.dataset.face = face.value;
        if (full) button.setAttribute("aria-disabled", "true");
        return button;
      }),
    );
    if (focused !== undefined) {
      const again = [...this.faces.children].find((one) => one.dataset.face === focused);
      (again || this.faces.firstElementChild).focus();
    }
  }

  /** The n-th die in the tray, to be taken back, or the place where it will lie. */
  place(n) {
    if (n >= this.values.length) return made("span", "die");
    const face = this.face(this.values[n], n);
    const button = this.button(face);
    button.dataset.place = n;
    button.setAttribute("aria-label", `${words().diceBack}: ${face.label}`);
    return button;
  }

  face(value, place) {
    const found = this.store.shown(place).find((one) => one.value === value);
    return found || { value, label: value, sign: "" };
  }

  button(face) {
    const button = made("button", "die");
    button.type = "button";
    button.setAttribute("aria-label", face.label);
    if (this.pips && PIPS[face.value]) button.append(drawn(PIPS[face.value]));
    else button.append(Object.assign(made("span", "sign"), { textContent: face.sign || face.label }));
    return button;
  }
}

/** How many faces stand side by side: two rows of five, rather than one of six and one of four. */
function columns(count) {
  if (count <= 6) return count;
  return count % 5 ? 6 : 5;
}

function made(tag, kind) {
  const element = document.createElement(tag);
  element.className = kind;
  return element;
}

function drawn(pips) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  for (const [x, y] of pips) {
    const pip = svg.appendChild(document.createElementNS(SVG, "circle"));
    pip.setAttribute("cx", x);
    pip.setAttribute("cy", y);
    pip.setAttribute("r", 2.6);
  }
  return svg;
}

/** The words of a control's label or legend. */
function named(control) {
  return (control.querySelector("legend, label")?.textContent || "").trim().replace(/\s+/g, " ");
}
