/* Adds up what is picked in a form while it is filled in. Without a script the form counts when it is sent. */

const picked = "input:checked[data-costs], option:checked[data-costs]";

export function addUp(within) {
  for (const sum of within.querySelectorAll("form .sum")) {
    const add = () => {
      const costs = [...sum.form.querySelectorAll(picked)].map((one) => Number(one.dataset.costs));
      sum.textContent = costs.reduce((total, one) => total + one, 0);
    };
    sum.form.addEventListener("change", add);
    add(); // something may have been picked before this module had come
  }
}
