/* Numbers in a row of taps: a button less and a button more beside each of them. */

/** Puts the buttons beside every number in the condition of a unit. */
export function addSteppers(part) {
  for (const input of part.querySelectorAll(".state input[inputmode=numeric]")) {
    if (input.closest(".stepper")) continue;
    const label = input.labels[0]?.firstChild.textContent.trim() ?? "";
    const frame = document.createElement("span");
    frame.className = "stepper";
    input.replaceWith(frame);
    frame.append(made(input, label, -1, "−"), input, made(input, label, 1, "+"));
  }
}

function made(input, label, by, sign) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = sign;
  button.setAttribute("aria-label", `${label} ${sign} 1`);
  button.addEventListener("click", () => {
    const least = Number(input.dataset.least ?? 0);
    const most = Number(input.dataset.most ?? Infinity);
    input.value = String(Math.min(most, Math.max(least, (Number.parseInt(input.value, 10) || 0) + by)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  return button;
}
