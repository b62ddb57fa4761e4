/* The code of a QR stands behind the # of the address, which no server sees. It goes into its field, and out of the
   browser's history. Who logs in first takes it along, behind the # again, and it is filled in when they come back. */

export function takeCode(page) {
  const field = page.querySelector("input[data-from-hash]");
  if (field) fillIn(page, field);
  const login = page.querySelector("form[data-keeps-hash]");
  if (login && location.hash.length > 1) {
    login.action = location.href; // a redirect keeps what stands behind the #
    forget();
  }
}

function fillIn(page, field) {
  for (const link of page.querySelectorAll('a[href*="/login/?next="]'))
    link.addEventListener("click", () => (link.hash = encodeURIComponent(field.value)));
  if (location.hash.length < 2) return;
  field.value = decodeURIComponent(location.hash.slice(1));
  forget();
  const missing = [...field.form.elements].find((one) => one.required && !one.value);
  (missing || field.form.querySelector("button")).focus();
}

function forget() {
  history.replaceState(null, "", location.pathname + location.search);
}
