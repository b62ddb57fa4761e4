/* Passkeys: made on the account's page, and used at the login. Where this browser has none, nothing is shown.

   The form of a passkey fetches what the browser is to be asked (data-asks), and sends its answer along as `credential`. */

const can = () => window.PublicKeyCredential?.parseCreationOptionsFromJSON && navigator.credentials;

export function offerPasskeys(page) {
  if (!can()) return;
  for (const form of page.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.closest("[data-passkeys]")?.removeAttribute("hidden");
    form.addEventListener("submit", (event) => {
      if (form.elements.credential.value) return;
      event.preventDefault();
      answer(form);
    });
  }
}

async function answer(form) {
  const told = form.querySelector("[role=status]");
  const button = form.querySelector("button");
  told.textContent = "";
  button.disabled = true;
  try {
    const response = await fetch(form.dataset.asks, { method: "POST", body: new FormData(form) });
    const asked = await response.json();
    if (!response.ok) {
      told.textContent = asked.told;
      return;
    }
    const found = await (form.dataset.passkey === "make" ? make(asked) : use(asked));
    form.elements.credential.value = JSON.stringify(found);
    if (form.elements.password) form.elements.password.disabled = true; // it has been given already
    form.requestSubmit();
  } catch (problem) {
    console.info(problem);
    told.textContent = form.dataset.none; // cancelled, or there is none
  } finally {
    button.disabled = false;
  }
}

async function make(asked) {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}

async function use(asked) {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}
