/* A length by thumb: quarters of the most, a slider and single steps, beside the text box that is sent. */

/** A pad for every control in `root` that asks for a length and has none yet. */
export function addLengths(root) {
  for (const box of root.querySelectorAll("input[data-measure]")) {
    if (!box.closest(".length-pad")) new LengthPad(box);
  }
}

class LengthPad {
  constructor(box) {
    const { measure, unit = measure, least, most } = box.dataset;
    Object.assign(this, { box, unit, least: Number(least), most: Number(most) });
    this.step = measure === "in" ? 5 : 10; // tenths of the unit
    this.pad = document.createElement("div");
    this.pad.className = "length-pad";
    const label = box.labels[0].firstChild.textContent.trim();
    this.slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: this.most, step: 1 });
    this.slider.setAttribute("aria-label", label);
    const quick = [1, 2, 3, 4].map((n) => this.rounded((this.most * n) / 4));
    const sums = [...new Set(quick)].filter((one) => one >= this.least);
    this.pad.append(this.button("−", () => this.set(this.value - this.step), `${label}: −${this.step / 10}`));
    this.pad.append(this.slider);
    this.pad.append(this.button("+", () => this.set(this.value + this.step), `${label}: +${this.step / 10}`));
    box.after(this.pad);
    this.pad.append(box);
    const row = this.pad.appendChild(document.createElement("div"));
    row.className = "quick";
    row.append(...sums.map((one) => this.button(`${this.told(one)} ${unit}`, () => this.set(one))));
    this.slider.addEventListener("input", (event) => {
      event.stopPropagation();
      this.set(this.rounded(Number(this.slider.value)));
    });
    box.addEventListener("input", () => this.shown());
    this.shown();
  }

  get value() {
    return Math.round(Number(this.box.value.replace(",", ".").replace(/[^0-9.].*$/, "")) * 10) || 0;
  }

  /** Whole steps, but the most as it is. */
  rounded(tenths) {
    return tenths >= this.most - this.step / 2 ? this.most : Math.round(tenths / this.step) * this.step;
  }

  /** As the language of the page writes it. */
  told(tenths) {
    return (tenths / 10).toLocaleString(document.documentElement.lang || undefined, { useGrouping: false });
  }

  set(tenths) {
    this.box.value = this.told(Math.min(this.most, Math.max(this.least, tenths)));
    this.box.dispatchEvent(new Event("input", { bubbles: true }));
  }

  shown() {
    this.slider.value = this.value;
    this.slider.setAttribute("aria-valuetext", `${this.box.value || 0} ${this.unit}`);
  }

  button(text, act, label = text) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    return button;
  }
}
