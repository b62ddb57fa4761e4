/* Every report is kept in the browser before it is sent, over reloads, until the server has answered. Those that had no
   network go out in order as soon as there is one, each once. What the server refuses stays, beside what has happened
   since, until somebody says what becomes of it. */

import { arrive } from "./live.js";
import { show } from "./page.js";
import { keepPage, lastSeen, saw } from "./seen.js";
import { isDown, PATIENCE, send } from "./sender.js";
import { change, keep, remove, tab, waiting } from "./store.js";
import { told } from "./times.js";

const AGAIN = 10_000; // milliseconds between two attempts while the page is open
const GONE = [404, 410];
let sending = null; // what is under way, until all that waits has been tried
const underWay = new Set(); // keys of what this page is sending, and has an answer to show for

const battle = () => document.querySelector("main[data-draft]");
const reader = () => document.body.dataset.reader || "";
const mine = async () => (await waiting()).filter((item) => item.reader === reader());

/** The ids of all reports that wait here. */
export async function idsThatWait() {
  const pairs = (await waiting()).flatMap(({ body }) => body);
  return new Set(pairs.map(([name, value]) => (name === "form" ? new URLSearchParams(value).get("id") : name === "id" && value)));
}

/** Sends what waits: now, when the network is back, and now and then while the page is open. */
export function takeUp() {
  if (!reader()) return;
  window.addEventListener("online", sendWaiting);
  window.addEventListener("offline", draw);
  document.addEventListener("network", () => (isDown() ? draw() : sendWaiting()));
  document.addEventListener("page-shown", draw);
  document.addEventListener("page-shown", note);
  document.addEventListener("click", pressed);
  setInterval(sendWaiting, AGAIN);
  note();
  draw();
  sendWaiting();
}

/** The position that the page shows was seen. One that was kept for want of a network may be older than what this reader
    has seen here since, their own reports above all: what they tell now comes after that. */
function note() {
  const position = Number(battle()?.dataset.position || 0);
  const known = lastSeen(reader(), location.pathname);
  if (position >= known) saw(reader(), location.pathname, position);
  else if (document.body.hasAttribute("data-kept")) moveForms(known);
}

/** Keeps a report, then sends it: the answer, or null where it waits. `address` and `body` as they are sent; `later`: the
    body where it cannot be sent now; `after`: the position that its reader knew; `title`: what it says. What this page
    has told before goes first. */
export async function tell(address, body, { after, title, later = body }) {
  const under = isDown() ? null : { tab, until: Date.now() + PATIENCE };
  const item = { reader: reader(), page: location.pathname, address, after: Number(after), title, stopped: false };
  const key = await keep({ ...item, body: under ? body : later, under, at: Date.now() });
  if (under) underWay.add(key);
  let [kept, answer] = [null, null];
  try {
    kept = under && (await inTurn(key));
    if (kept) answer = await send(address, withToken(kept.body));
    if (answer && isAnswer(answer)) await Promise.all([remove(key), keepPage(location.pathname, answer)]);
    else if (answer) await change(key, (one) => ({ ...one, under: null, stopped: isGone(answer), gone: isGone(answer) }));
    else await change(key, (one) => ({ ...one, under: null, body: later.map((pair) => movedOn(pair, one.after)) }));
  } catch {
    await change(key, (one) => ({ ...one, under: null }));
  } finally {
    underWay.delete(key);
    await draw();
  }
  if (!kept) sendWaiting();
  return answer && isOurs(answer) ? answer : null;
}

/** The report, as soon as what this page has told before has gone out; nothing where that waits for the network, too. A
    page that was loaded anew before an answer had come still has that report to send, and it takes a moment only. */
async function inTurn(key) {
  const here = async () => (await mine()).filter((one) => one.page === location.pathname && one.key <= key);
  const isNext = (told) => told.every((one) => one.key === key || one.stopped);
  let told = await here();
  if (!isNext(told)) {
    await sendWaiting();
    told = await here();
  }
  return !isDown() && isNext(told) ? told.at(-1) : null;
}

// What comes back is not always from Leaguer: networks ask for a login of their own, or cut an answer short.
const isOurs = ({ page }) => Boolean(page.querySelector("body[data-reader]")) || isAnswer({ page });
const isAnswer = ({ page }) => Boolean(page.querySelector("main[data-draft], main.scripting, .gesture"));
const isGone = (answer) => GONE.includes(answer.status) && isOurs(answer); // its reader may not see the battle any more

/** In the order they were told. One that is refused holds up those of its battle that come after it. One tab sends at a
    time, where the browser can tell (over https); elsewhere a report that two tabs send counts once by its id. */
function sendWaiting() {
  if (!navigator.onLine || !reader()) return Promise.resolve();
  sending ??= sendAll().finally(() => (sending = null));
  return sending;
}

async function sendAll() {
  try {
    if (navigator.locks) await navigator.locks.request("leaguer-queue", { ifAvailable: true }, (lock) => lock && sendInOrder());
    else await sendInOrder();
  } catch {
    /* Still no network. */
  } finally {
    await draw();
  }
}

async function sendInOrder() {
  const held = new Set();
  for (const { key } of await mine()) {
    const item = (await mine()).find((one) => one.key === key); // the one before may have moved it on
    if (!item) continue;
    if (item.stopped || isUnderWay(item) || held.has(item.page)) held.add(item.page);
    else if (!(await sendOne(item))) held.add(item.page);
  }
}

/** Whether a page is sending it: this one, or another tab that is still open. */
const isUnderWay = ({ key, under }) => underWay.has(key) || Boolean(under && under.tab !== tab && under.until > Date.now());

/** Whether it counted. Throws where nothing came back. */
async function sendOne(item) {
  const answer = await send(item.address, withToken(item.body));
  const main = answer.page.querySelector("main[data-draft], main.scripting"); // the latter where a script is refused
  const gone = isGone(answer);
  if (answer.page.querySelector(".gesture")) {
    await change(item.key, (kept) => ({ ...kept, stopped: true, unfinished: true }));
    return false;
  }
  if (!main && !gone) return false; // logged out, or a page of an earlier session: it goes out after the next load
  if (answer.status >= 400) {
    await change(item.key, (kept) => ({ ...kept, stopped: true, gone }));
    return false;
  }
  await moveOn(item, lastRow(answer, main));
  await Promise.all([remove(item.key), keepPage(item.page, answer)]);
  if (item.page === location.pathname && isNews(main)) arrive({ ...answer, address: "" }, true);
  return true;
}

/** Whether the page that is open does not show it yet, or only says that there is more. */
function isNews(main) {
  const [told, shown] = [main, battle()].map((one) => Number(one?.dataset.position));
  return !(told <= shown) || (told === shown && Boolean(battle().querySelector(".news")));
}

/** Those told after it on the same page knew of it, whatever the page showed: they come after its rows. */
async function moveOn(item, position) {
  saw(item.reader, item.page, position);
  for (const later of await mine()) {
    if (later.page !== item.page || later.key <= item.key || later.after >= position) continue;
    await change(later.key, (kept) => ({ ...kept, after: position, body: kept.body.map((pair) => movedOn(pair, position)) }));
  }
  if (item.page === location.pathname) moveForms(position);
}

/** What is told on this page from now on comes after that row. */
function moveForms(position) {
  for (const field of battle().querySelectorAll("[name=after], .gesture [name=form]")) {
    const knew = field.name === "after" ? field.value : new URLSearchParams(field.value).get("after");
    if (knew && Number(knew) < position) [, field.value] = movedOn([field.name, field.value], position);
  }
}

function movedOn([name, value], position) {
  if (name === "after") return [name, String(position)];
  if (name !== "form") return [name, value];
  const form = new URLSearchParams(value);
  form.set("after", position);
  return [name, form.toString()];
}

function lastRow(answer, main) {
  const told = answer.address ? new URL(answer.address).searchParams : new URLSearchParams();
  return Number(told.get("to") || main.dataset.position);
}

function withToken(body) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value || "";
  return [["csrfmiddlewaretoken", token], ...body.filter(([name]) => name !== "csrfmiddlewaretoken")];
}

/** What waits, on the page of its battle. */
async function draw() {
  const main = battle();
  if (!main) return;
  document.documentElement.classList.toggle("offline", isDown());
  const all = (await mine()).filter((item) => !underWay.has(item.key));
  const here = all.filter((item) => item.page === location.pathname || item.gone);
  const section = main.querySelector("#waiting");
  if (!section) return;
  section.hidden = !all.length && !isDown();
  section.querySelector("[data-none]").hidden = !isDown();
  section.querySelector("[data-insecure]").hidden = !isDown() || window.isSecureContext;
  const others = section.querySelector("[data-elsewhere]");
  others.hidden = all.length === here.length;
  others.querySelector("b").textContent = String(all.length - here.length);
  section.querySelector("[data-now]").hidden = !all.some((item) => !item.stopped);
  section.querySelector("ol").replaceChildren(...here.map((item) => drawn(item, section.querySelector("template"))));
}

function drawn(item, template) {
  const line = template.content.cloneNode(true).firstElementChild;
  line.dataset.key = item.key;
  line.querySelector("[data-title]").textContent = item.title;
  line.querySelector("time").textContent = told(new Date(item.at).toISOString(), "log");
  line.querySelector("[data-refused]").hidden = !item.stopped || item.gone || item.unfinished;
  line.querySelector("[data-unfinished]").hidden = !item.unfinished;
  line.querySelector("[data-gone]").hidden = !item.gone;
  line.querySelector("[data-look]").hidden = !item.stopped || item.gone || item.unfinished;
  line.querySelector("[data-go-on]").hidden = !item.unfinished;
  return line;
}

async function pressed(event) {
  const button = event.target.closest("#waiting button");
  if (!button) return;
  if (button.hasAttribute("data-now")) return sendWaiting();
  const key = Number(button.closest("li").dataset.key);
  const item = (await mine()).find((one) => one.key === key);
  if (!item) return draw();
  if (button.hasAttribute("data-drop")) await remove(key);
  else await look(item);
  await draw();
}

/** The server's answer: what has happened since, and the form, filled in as it was; or what is still asked. It counts once
    it is sent from there, or is dropped here. */
async function look(item) {
  try {
    const answer = await send(item.address, withToken(item.body));
    if (!isAnswer(answer)) return;
    const asked = answer.page.querySelector(".gesture");
    const forms = item.body.filter(([name]) => name === "form").map(([, text]) => text);
    if (asked) document.dispatchEvent(new CustomEvent("asked", { detail: { forms, fragment: asked } }));
    else show(answer);
    await remove(item.key);
  } catch {
    /* No network: it stays. */
  }
}
