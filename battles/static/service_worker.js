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
    if (kept) return marked(kept);
    throw problem;
  }
}

/** The page then knows that the ids of its reports may be used up. */
async function marked(kept) {
  const { status, headers } = kept;
  const text = (await kept.text()).replace("<body ", "<body data-kept ");
  return new Response(text, { status, headers });
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

/* Somebody waits for this reader, and no page of the battle is on screen here. */
self.addEventListener("push", (event) => event.waitUntil(tell(event.data)));

async function tell(data) {
  const { title, body, url, tag } = data.json();
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.some((one) => one.visibilityState === "visible" && leadsTo(one, url))) return;
  const icon = "/static/leaguer-192.png";
  await self.registration.showNotification(title, { body, tag, renotify: true, icon, data: { url } });
  await self.navigator.setAppBadge?.(1).catch(() => {}); // not installed
}

const leadsTo = (client, url) => new URL(client.url).pathname === url;

/* A tap on it leads to the battle: to the page that is open already, if one is. */
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(event.notification.data.url));
});

async function goTo(url) {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = open.find((one) => leadsTo(one, url));
  await (there ? there.focus() : self.clients.openWindow(url));
}
