/* Sends forms and brings answers back. Every report carries an id that was made once, with its form: what is sent again
   after a lost answer counts once. */

const PATIENCE = 20_000; // milliseconds

/** The answer to a form: its page or fragment as a document, and the address it led to, if any. Throws where none came. */
export async function send(address, body) {
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(body),
    headers: { Accept: "text/html" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
  });
  return read(response, response.redirected ? response.url : "");
}

/** A page of this site, as the answer to a form is. */
export async function fetchPage(address) {
  return read(await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) }), address);
}

async function read(response, address) {
  if (response.status >= 500) throw new Error(`${response.status} from ${response.url}`);
  return { page: new DOMParser().parseFromString(await response.text(), "text/html"), address };
}

/** The names and values of a form, as a browser would send them. */
export function filled(form, button) {
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (button?.name) pairs.push([button.name, button.value]);
  return pairs;
}
