/* Sends forms and brings answers back. Every report carries an id that was made once, with its form: what is sent again
   after a lost answer counts once. */

export const PATIENCE = 20_000; // milliseconds until nothing is expected to come back
let lost = false;

/** Whether there is no network, as far as is known: the browser says so, or nothing came back last time. On bad wifi
    browsers believe that they are connected. */
export const isDown = () => lost || !navigator.onLine;

/** What was asked of the server came back, or did not (`came`); the page hears when that changes. */
function heard(came) {
  if (lost !== came) return;
  lost = !came;
  document.dispatchEvent(new Event("network"));
}

async function ask(address, options) {
  try {
    const response = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE), ...options });
    heard(true);
    return response;
  } catch (problem) {
    heard(false);
    throw problem;
  }
}

/** The answer to a form: its page or fragment as a document and as text, its status and headers, and the address it led to,
    if any. Throws where none came. */
export async function send(address, body) {
  const response = await ask(address, { method: "POST", body: new URLSearchParams(body), headers: { Accept: "text/html" } });
  return read(response, response.redirected ? response.url : "");
}

/** A page of this site, as the answer to a form is. */
export async function fetchPage(address) {
  return read(await ask(address), address);
}

/** An answer that is no page; null where the server has none. */
export async function fetchFacts(address) {
  const response = await ask(address);
  return response.ok ? response.json() : null;
}

async function read(response, address) {
  if (response.status >= 500) throw new Error(`${response.status} from ${response.url}`);
  const text = await response.text();
  const page = new DOMParser().parseFromString(text, "text/html");
  return { page, address, status: response.status, text, headers: response.headers };
}

/** The names and values of a form, as a browser would send them. */
export function filled(form, button) {
  const pairs = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  if (button?.name) pairs.push([button.name, button.value]);
  return pairs;
}

/** A new id for a form whose own is used up. `crypto.randomUUID` does not exist over plain http. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
