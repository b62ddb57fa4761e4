/* Leads a replay from moment to moment without loading the page again. The server draws each moment; without a script
   every control is a link of its own. */

const AHEAD = 12; // moments fetched at once
const NEAR = 4; // so close to what is not fetched yet, the next ones are
const PACE = 2000; // milliseconds a report at usual speed

/** main: the page of a replay, or null. */
export function play(main) {
  if (!main) return;
  const words = (name) => main.dataset[name].split(" ").filter(Boolean).map(Number);
  new Player(main, words("stops"), new Set(words("kills")));
}

class Player {
  constructor(main, stops, kills) {
    Object.assign(this, { main, stops, kills, timer: 0, wanted: null });
    const shown = main.querySelector("article.frame");
    this.moments = new Map([[Number(shown.dataset.at), shown.cloneNode(true)]]);
    this.fetching = new Map();
    this.slider = main.querySelector("#slider");
    this.place = Math.max(0, stops.findIndex((stop) => stop >= Number(shown.dataset.at)));
    this.slider.removeAttribute("name");
    Object.assign(this.slider, { min: 1, max: stops.length, value: this.place + 1 });
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value) - 1));
    main.querySelector(".track").addEventListener("submit", (event) => event.preventDefault());
    main.addEventListener("click", (event) => this.clicked(event));
    document.addEventListener("keydown", (event) => this.pressed(event));
    addEventListener("popstate", () => this.follow(new URL(location.href), false));
    this.mark();
    this.fetchAround(this.place, 1);
  }

  clicked(event) {
    const control = event.target.closest("[data-step], .kills a");
    if (!control || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (control.dataset.step === "play") return this.timer ? this.pause() : this.start();
    this.pause();
    if (!control.dataset.step) return this.follow(new URL(control.href));
    const place = this.to(control.dataset.step);
    if (place !== null) this.go(place);
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not(#slider), select, textarea")) return;
    const letters = event.target.closest(".player") ? { k: "next-kill", K: "last-kill" } : {}; // people speak letters elsewhere
    const step = { ArrowLeft: "before", ArrowRight: "after", Home: "first", End: "last", ...letters }[event.key];
    const place = step ? this.to(step) : null;
    if (!step || event.target.closest(".board .scroll")) return;
    event.preventDefault();
    this.pause();
    if (place !== null) this.go(place);
  }

  /** The place of a step from here; null for none. */
  to(step) {
    const here = this.place;
    const killed = (place) => this.kills.has(this.stops[place]);
    const all = this.stops.map((_stop, place) => place);
    const found = {
      first: 0,
      last: this.stops.length - 1,
      before: here - 1,
      after: here + 1,
      "next-kill": all.find((place) => place > here && killed(place)) ?? -1,
      "last-kill": all.findLast((place) => place < here && killed(place)) ?? -1,
    }[step];
    return found >= 0 && found < this.stops.length ? found : null;
  }

  follow(address, keep = true) {
    const at = Number(address.searchParams.get("at")) || this.stops[0];
    this.go(Math.max(0, this.stops.findIndex((stop) => stop >= at)), keep);
  }

  start() {
    if (this.place === this.stops.length - 1) this.go(0);
    const next = async () => {
      await this.go(this.place + 1);
      if (this.timer) this.place < this.stops.length - 1 ? wait() : this.pause();
    };
    const wait = () => {
      this.timer = setTimeout(next, PACE / Number(this.main.querySelector("#speed").value));
    };
    wait();
    this.mark();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.mark();
  }

  /** Shows a moment. Of several that are asked for while one is fetched, only the last is shown. */
  async go(place, keep = true) {
    const onward = place < this.place ? -1 : 1;
    this.wanted = this.place = place;
    this.mark();
    try {
      await this.fetchAround(place, onward);
    } catch (problem) {
      console.error(problem);
      this.pause();
      if (this.wanted === place) location.assign(`${this.main.dataset.replay}?at=${this.stops[place]}`);
      return;
    }
    if (this.wanted !== place) return;
    this.show(this.moments.get(this.stops[place]).cloneNode(true));
    if (keep) history.replaceState(null, "", `?at=${this.stops[place]}`);
    this.fetchAround(place + NEAR * onward, onward).catch(() => {});
  }

  /** The parts of the page stay and take what is in them, so that what was said is read out and sheets stay open. */
  show(frame) {
    const open = new Set([...this.main.querySelectorAll("details[data-unit][open]")].map((one) => one.dataset.unit));
    const size = this.main.querySelector("[name=size]:checked")?.id;
    const aside = this.main.querySelector(".board .scroll");
    const [left, top] = aside ? [aside.scrollLeft, aside.scrollTop] : [0, 0];
    for (const part of [".told", ".stand"]) {
      this.main.querySelector(part).replaceChildren(...frame.querySelector(part).childNodes);
    }
    this.main.querySelector("article.frame").dataset.at = frame.dataset.at;
    for (const one of this.main.querySelectorAll("details[data-unit]")) one.open = open.has(one.dataset.unit);
    if (size) this.main.querySelector(`#${size}`).checked = true;
    this.main.querySelector(".board .scroll")?.scrollTo({ left, top, behavior: "instant" });
  }

  /** Controls that lead nowhere are no links. */
  mark() {
    this.slider.value = this.place + 1;
    const says = this.slider.dataset.says.replace("{of}", this.stops.length).replace("{n}", this.place + 1);
    this.slider.setAttribute("aria-valuetext", says);
    for (const link of this.main.querySelectorAll("a[data-step]")) {
      const place = this.to(link.dataset.step);
      link.role = "link"; // also where it leads nowhere
      link.ariaDisabled = place === null ? "true" : null;
      if (place === null) link.removeAttribute("href");
      else link.href = `?at=${this.stops[place]}`;
    }
    const button = this.main.querySelector("[data-step=play]");
    button.setAttribute("aria-pressed", String(Boolean(this.timer)));
  }

  /** Fetches the moment at this place if it is not there yet, and those that come next in this direction. */
  fetchAround(place, onward) {
    const here = Math.min(Math.max(place, 0), this.stops.length - 1);
    const at = this.stops[here];
    if (this.moments.has(at)) return Promise.resolve();
    const first = onward < 0 ? Math.max(0, here - AHEAD + 1) : here;
    const last = Math.min(first + AHEAD, this.stops.length) - 1;
    const known = this.fetching.get(at);
    if (known) return known;
    const fetched = this.fetchFrames(this.stops[first], this.stops[last]);
    for (const stop of this.stops.slice(first, last + 1)) this.fetching.set(stop, fetched);
    const done = () => this.stops.slice(first, last + 1).forEach((stop) => this.fetching.delete(stop));
    fetched.then(done, done);
    return fetched;
  }

  async fetchFrames(first, last) {
    const answer = await fetch(`${this.main.dataset.frames}?first=${first}&last=${last}`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error(`frames: ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const frame of page.querySelectorAll("article.frame")) this.moments.set(Number(frame.dataset.at), frame);
  }
}
