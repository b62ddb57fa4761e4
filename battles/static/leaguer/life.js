/* A slider over the life of a season or a league. It leads to the addresses of the list below it, so that each moment is
   the page that everybody sees. */

const PAUSE = 700; // milliseconds after the last key
const TOUCHED = "leaguer-life";

/** track: the part of the page with the slider, hidden without a script. */
export function lead(track) {
  const section = track.closest("section");
  const slider = track.querySelector("input");
  const says = section.querySelector("#life-says b");
  const stops = [...section.querySelectorAll("[data-stop]")];
  const begins = Number(slider.value);
  let timer = 0;
  let keyed = false;
  track.hidden = false;

  const go = () => {
    if (Number(slider.value) === begins) return;
    if (keyed) sessionStorage.setItem(TOUCHED, "1");
    location.assign(stops[Number(slider.value)].href);
  };
  slider.addEventListener("keydown", () => (keyed = true));
  slider.addEventListener("pointerdown", () => (keyed = false));
  slider.addEventListener("input", () => {
    clearTimeout(timer);
    says.textContent = stops[Number(slider.value)].closest("li").textContent.trim();
    slider.setAttribute("aria-valuetext", says.textContent);
  });
  slider.addEventListener("change", () => {
    clearTimeout(timer);
    timer = setTimeout(go, keyed ? PAUSE : 0);
  });
  slider.setAttribute("aria-valuetext", says.textContent.trim());
  if (sessionStorage.getItem(TOUCHED)) {
    sessionStorage.removeItem(TOUCHED);
    const focus = () => slider.focus({ preventScroll: true });
    if (document.readyState === "complete") focus();
    else addEventListener("load", focus, { once: true }); // before that the browser takes it away, as it goes to #life
  }
}
