/* An open battle follows what others report: by server-sent events while it is on screen, or by asking now and then where
   none come through. What is being filled in is never touched. */

import { replace, show } from "./page.js";
import { saw } from "./seen.js";
import { fetchFacts, fetchPage } from "./sender.js";
import { isBegun } from "./typed.js";

const ASK = 2_000; // milliseconds between two questions where there is no stream
const LATER = 120_000; // milliseconds until a stream is asked for again where there was none
const ENDED = [403, 404, 410]; // this reader may not see the battle any more
const SAFE = [".now", ".field", ".sides", ".log"]; // parts that nobody fills in

let stream = null;
let timer = 0;
let again = 0;
let stopped = false; // the server has said that there is no stream for us
let touched = false;
const unfolded = new WeakSet(); // what this reader has opened: a form that came open is in nobody's hands yet

/** Begins to follow the battle that the page shows, and goes on while it is on screen. */
export function follow(page) {
  touched = [...page.querySelectorAll("main[data-live] form")].some(isBegun); // before this module had come
  page.addEventListener("input", touch);
  page.addEventListener("click", unfold);
  page.addEventListener("visibilitychange", tune);
  window.addEventListener("pagehide", close);
  window.addEventListener("pageshow", tune);
  window.addEventListener("online", tune);
  page.addEventListener("page-shown", () => {
    touched = false;
    badge();
    tune();
  });
  badge();
  tune();
}

function touch(event) {
  if (event.target.closest("main form")) touched = true;
}

function unfold(event) {
  const fold = event.target.closest("summary")?.parentElement;
  if (fold) unfolded.add(fold);
}

const followed = () => document.querySelector("main[data-live]");
const known = () => Number(followed()?.dataset.position || 0);

function tune() {
  if (document.visibilityState === "hidden" || !followed()) return close();
  if (stopped) {
    if (!timer) timer = setInterval(ask, ASK);
    ask();
  } else if (!stream) {
    stream = new EventSource(`${followed().dataset.live}?after=${known()}`);
    stream.addEventListener("rows", (event) => hear(Number(event.data)));
    stream.addEventListener("open", ask);
    stream.addEventListener("error", () => {
      if (stream?.readyState !== EventSource.CLOSED) return ask();
      close();
      stopped = true;
      setTimeout(askForStream, LATER * (1 + Math.random()));
      tune();
    });
  }
}

/** It may have been a server that was starting, or too many pages. */
function askForStream() {
  stopped = false;
  close();
  tune();
}

function close() {
  stream?.close();
  stream = null;
  clearInterval(timer);
  timer = 0;
}

async function ask() {
  const main = followed();
  if (!main) return;
  try {
    const now = await fetchFacts(`${main.dataset.live}?now=1`);
    if (now) hear(now.position);
  } catch {
    /* No network: asked again. */
  }
}

async function hear(position) {
  const main = followed();
  if (!main || position <= known()) return;
  const here = new URL(location.href);
  here.hash = "";
  here.searchParams.set("ruling", known() + 1);
  here.searchParams.set("to", position);
  here.searchParams.set("push", 1);
  let answer;
  try {
    answer = await fetchPage(here.href);
  } catch {
    return hearAgain(position);
  }
  const fresh = answer.page.querySelector("main[data-draft]");
  if (!fresh) return ENDED.includes(answer.status) ? undefined : hearAgain(position); // a page of the network's own
  // Meanwhile the page may have gone on by itself, as with a report of one's own, but not as far.
  if (main !== followed()) return hear(position);
  if (Number(fresh.dataset.position) > known()) arrive({ ...answer, address: "" });
}

/** What did not come is asked for again: a stream tells each position once. Not all pages ask at the same moment. */
function hearAgain(position) {
  clearTimeout(again);
  again = setTimeout(() => hear(position), ASK * (1 + Math.random()));
}

/** A page that came back unasked for is shown, as far as nobody is filling in the one that is open. What comes of a report
    of one's `own` is shown where a form is open, too, if nothing is typed in it. */
export function arrive(answer, own = false) {
  const [main, fresh] = [followed(), answer.page.querySelector("main[data-draft]")];
  if (!main || !fresh) return;
  const turn = fresh.querySelector(".now.mine") && !main.querySelector(".now.mine");
  if (inUse(main, own)) update(main, fresh);
  else show(answer, document.activeElement?.closest("#waiting") ? "" : null); // who looks at what waits sees it come
  saw(document.body.dataset.reader, location.pathname, Number(fresh.dataset.position));
  if (turn) call();
}

/** Whether somebody is filling something in, or reading what they unfolded. */
function inUse(main, own) {
  const at = document.activeElement;
  const typing = at?.closest("main form") && at.matches("input, select, textarea");
  if (touched || typing || main.matches(".drafting, [aria-busy=true]")) return true;
  return !own && [...main.querySelectorAll("details[open]")].some((fold) => unfolded.has(fold) && fold.querySelector("form"));
}

/** What nobody fills in is shown as it is now; a note in the part that stays on the screen says that there is more. */
function update(main, fresh) {
  for (const part of SAFE) {
    const [old, now] = [main.querySelector(part), fresh.querySelector(part)];
    if (old && now) replace(old, now);
  }
  if (fresh.dataset.live) main.dataset.position = fresh.dataset.position;
  else delete main.dataset.live; // it is settled: nothing more comes
  const note = main.querySelector(".news") || document.createElement("p");
  note.className = "note news";
  note.setAttribute("role", "status");
  note.replaceChildren(main.dataset.news, " ", link(main));
  if (!note.isConnected) (main.querySelector(".now") || main).append(note);
}

function link(main) {
  const a = document.createElement("a");
  a.href = location.pathname + location.search;
  a.textContent = main.dataset.look;
  return a;
}

/** The icon of an installed Leaguer says that this reader is waited for. */
function badge() {
  const mine = document.querySelector("main[data-draft] .now.mine");
  if (!document.querySelector("main[data-draft]")) return;
  (mine ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.())?.catch(() => {}); // not installed
}

/** It is this reader's turn now. */
function call() {
  navigator.vibrate?.(80);
  badge();
  if (document.title.startsWith("● ")) return;
  document.title = `● ${document.title}`;
}
