/* Over https, and on this machine, a browser may keep pages for when there is no network, and install the site. */

const READER = "leaguer-reader";
const [PAGES, PARTS] = ["leaguer-pages", "leaguer-parts"]; // as the service worker calls them

/** Registers the service worker. What it kept for another account, or for one that has logged out, goes. */
export async function install() {
  if (!("serviceWorker" in navigator)) return;
  try {
    const reader = document.body.dataset.reader || "";
    if (localStorage.getItem(READER) !== reader) {
      await caches.delete(PAGES);
      await forgetPush();
      localStorage.setItem(READER, reader);
    }
    await navigator.serviceWorker.register("/service-worker.js");
    await keepParts();
  } catch (problem) {
    console.error(problem);
  }
}

/** What this page is made of. The worker does not see what a browser takes out of its own memory. */
async function keepParts() {
  const cache = await caches.open(PARTS);
  const parts = performance.getEntriesByType("resource").map((one) => one.name);
  for (const part of new Set(parts)) {
    if (new URL(part).pathname.startsWith("/static/") && !(await cache.match(part))) await cache.add(part);
  }
}

/** Who logged out, or somebody else, is not told here any more. */
async function forgetPush() {
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
