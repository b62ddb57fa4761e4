/* Who has said no time zone yet is offered the one of this browser, if the list has it. Nothing is sent before they do. */

export function guessZone(here) {
  const field = here.querySelector("select[data-zone]");
  if (!field || field.value) return;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const known = [...field.options].find((option) => option.value === timeZone);
  if (known) known.selected = true;
}
