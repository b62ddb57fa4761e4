/* How far this browser has shown each battle to its reader, and its page as it was shown last. A page that is opened
   without a network would otherwise be the one that was loaded last, from before the reports sent from it. */

const SEEN = "leaguer-seen";
const PAGES = "leaguer-pages"; // as the service worker calls it
const MOST = 40; // battles that are remembered

function all() {
  try {
    return JSON.parse(localStorage.getItem(SEEN)) || [];
  } catch {
    return [];
  }
}

/** The last row that this reader has seen here; 0 where nothing is known. */
export function lastSeen(reader, path) {
  const found = all().find((one) => one.reader === reader && one.path === path);
  return found ? found.position : 0;
}

/** Remembers that this reader has seen the battle up to this row. */
export function saw(reader, path, position) {
  if (!reader || !(position > lastSeen(reader, path))) return;
  const others = all().filter((one) => one.reader !== reader || one.path !== path);
  try {
    localStorage.setItem(SEEN, JSON.stringify([...others, { reader, path, position }].slice(-MOST)));
  } catch {
    /* A private window: then a page without a network knows less. */
  }
}

/** The whole page of a battle that came back is what shows next without a network, where such pages are kept. */
export async function keepPage(path, { page, address, text, headers }) {
  if (!text || !page.querySelector("body[data-reader] main[data-draft]")) return;
  if (!address || new URL(address).pathname !== path) return;
  try {
    if (!navigator.serviceWorker?.controller) return;
    const kept = await caches.open(PAGES);
    if (await kept.match(path)) await kept.put(path, new Response(text, { headers }));
  } catch (problem) {
    console.error(problem); // no room: the older page stays
  }
}
