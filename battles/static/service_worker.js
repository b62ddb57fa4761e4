/* Keeps the battle pages that were looked at, and what they are made of, for when there is no network. With one, every
   page comes from the server: an old page is never shown in the place of a new one. */

const PAGES = "leaguer-pages";
const PARTS = "leaguer-parts";
const MOST = 20; // pages that are kept
const BATTLE = /^\/battles\/[0-9a-f-]{36}\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && BATTLE.test(url.pathname)) event.respondWith(page(request, url.pathname));
  else if (url.pathname.startsWith("/static/")) event.respondWith(part(request));
});

/** A battle as the server has it; without a network, as it was looked at last. */
async function page(request, path) {
  const cache = await caches.open(PAGES);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected && !new URL(request.url).search) {
      await cache.put(path, response.clone());
      const kept = await cache.keys();
      await Promise.all(kept.slice(0, Math.max(0, kept.length - MOST)).map((old) => cache.delete(old)));
    }
    return response;
  } catch (problem) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw problem;
  }
}

async function part(request) {
  const cache = await caches.open(PARTS);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (problem) {
    const kept = await cache.match(request);
    if (kept) return kept;
    throw problem;
  }
}
