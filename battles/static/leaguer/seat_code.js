/* The code of a QR stands behind the # of the address, which no server sees. It goes into its field, and out of the
   browser's history. */

export function takeCode(page) {
  const field = page.querySelector("input[data-from-hash]");
  if (!field || location.hash.length < 2) return;
  field.value = decodeURIComponent(location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
  const missing = [...field.form.elements].find((one) => one.required && !one.value);
  (missing || field.form.querySelector("button")).focus();
}
