/* A card that is tapped open stays under the finger, although the one that stood open above it folds up. */

export function keepInPlace(page) {
  page.addEventListener("click", (event) => {
    const head = event.target.closest("details[name] > summary");
    if (!head) return;
    const before = head.getBoundingClientRect().top;
    requestAnimationFrame(() => scrollBy({ top: head.getBoundingClientRect().top - before, behavior: "instant" }));
  });
}
