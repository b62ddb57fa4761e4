/* What the browser keeps over reloads: reports that wait for the network, in IndexedDB, and the draft of this tab. Where
   neither is allowed (a private window), they are kept as long as the page is open. */

const NAME = "leaguer";
const STORE = "waiting";
let fallback = null; // items by key, where there is no IndexedDB
let opened = null;

function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function act(mode, ask, instead) {
  try {
    if (fallback) return instead(fallback);
    const store = (await database()).transaction(STORE, mode).objectStore(STORE);
    return await new Promise((resolve, reject) => {
      const request = ask(store);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } catch (problem) {
    if (fallback) throw problem;
    console.error(problem);
    fallback = new Map();
    return instead(fallback);
  }
}

/** Every item that waits, in the order in which they were kept. */
export const waiting = () => act("readonly", (store) => store.getAll(), (items) => [...items.values()]);

export const remove = (key) => act("readwrite", (store) => store.delete(key), (items) => items.delete(key));

/** Keeps an item, or keeps it anew where it has a key. */
export function keep(item) {
  return act("readwrite", (store) => store.put(item), (items) => {
    item.key ??= items.size ? Math.max(...items.keys()) + 1 : 1;
    items.set(item.key, item);
  });
}

const place = () => `draft:${location.pathname}`;

/** The forms of the draft that is open in this tab, and what is typed into its step; null where there is none. */
export function keepDraft(forms, typed = "") {
  try {
    if (forms) sessionStorage.setItem(place(), JSON.stringify({ forms, typed }));
    else sessionStorage.removeItem(place());
  } catch {
    /* Then a reload loses it. */
  }
}

const typedPlace = () => `typed:${location.pathname}`;

/** What is typed into forms of this page that are not sent, by their keys. */
export function keepTyped(typed) {
  try {
    sessionStorage.setItem(typedPlace(), JSON.stringify(typed));
  } catch {
    /* Then a reload loses it. */
  }
}

export function keptTyped() {
  try {
    return JSON.parse(sessionStorage.getItem(typedPlace())) || {};
  } catch {
    return {};
  }
}

export function keptDraft() {
  try {
    return JSON.parse(sessionStorage.getItem(place()));
  } catch {
    return null;
  }
}
