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

/** Asks the store by `ask`; a change is kept for good when this comes back. */
async function act(mode, ask, instead) {
  try {
    if (fallback) return instead(fallback);
    const change = (await database()).transaction(STORE, mode);
    return await new Promise((resolve, reject) => {
      let result;
      ask(change.objectStore(STORE), (found) => (result = found));
      change.oncomplete = () => resolve(result);
      change.onabort = () => reject(change.error);
      change.onerror = () => reject(change.error);
    });
  } catch (problem) {
    if (fallback) throw problem;
    console.error(problem);
    fallback = new Map();
    return instead(fallback);
  }
}

const told = (request, tell) => (request.onsuccess = () => tell(request.result));

/** Every item that waits, in the order in which they were kept. */
export const waiting = () => act("readonly", (store, tell) => told(store.getAll(), tell), (items) => [...items.values()]);

export const remove = (key) => act("readwrite", (store) => store.delete(key), (items) => items.delete(key));

/** Keeps a new item; its key. */
export function keep(item) {
  return act("readwrite", (store, tell) => told(store.add(item), tell), (items) => {
    const key = items.size ? Math.max(...items.keys()) + 1 : 1;
    items.set(key, { ...item, key });
    return key;
  });
}

/** Keeps an item as `changed` makes it, if it is still there: another tab may have sent it. */
export function change(key, changed) {
  return act("readwrite", (store) => told(store.get(key), (item) => item && store.put(changed(item))), (items) => {
    if (items.has(key)) items.set(key, changed(items.get(key)));
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

/** What this tab is called, also after a reload. */
export const tab = (() => {
  const name = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  try {
    const known = sessionStorage.getItem("tab") || name;
    sessionStorage.setItem("tab", known);
    return known;
  } catch {
    return name;
  }
})();
