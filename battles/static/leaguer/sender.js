/* Sends forms and brings answers back. Every report carries an id that was made once, with its form: what is sent again
   after a lost answer counts once. */

const PATIENCE = 20_000; // milliseconds

/** The answer to a form: its page or fragment as a document, its address, and whether there was anything to show.
    Throws where none came. */
export async function send(address, body) {
  const response = await fetch(address, {
    method: "POST",
    body: new URLSearchParams(body),
    headers: { Accept: "text/html" },
    credentials: "same-origin",
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (response.status >= 500) throw new Error(`${response.status} from ${address}`);
  const text = response.status === 204 ? "" : await response.text();
  return {
    empty: response.status === 204,
    page: new DOMParser().parseFromString(text, "text/html"),
    address: response.redirected ? response.url : "",
  };
}

/** The names and values of a form, as a browser would send them. */
export function filled(form, button) {
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (button?.name) pairs.push([button.name, button.value]);
  return pairs;
}
