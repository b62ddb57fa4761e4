/* Reports that had no network: they wait in the browser, over reloads, and go out in order as soon as there is one, each
   once. What the server refuses stays, beside what has happened since, until somebody says what becomes of it. */

import { arrive } from "./live.js";
import { show } from "./page.js";
import { isDown, send } from "./sender.js";
import { keep, remove, waiting } from "./store.js";

const AGAIN = 10_000; // milliseconds between two attempts while the page is open
const GONE = [404, 410];
let sending = false;

const battle = () => document.querySelector("main[data-draft]");
const reader = () => document.body.dataset.reader || "";
const mine = async () => (await waiting()).filter((item) => item.reader === reader());

/** Sends what waits: now, when the network is back, and now and then while the page is open. */
export function takeUp() {
  if (!reader()) return;
  window.addEventListener("online", sendWaiting);
  window.addEventListener("offline", draw);
  document.addEventListener("network", () => (isDown() ? draw() : sendWaiting()));
  document.addEventListener("page-shown", draw);
  document.addEventListener("click", pressed);
  setInterval(sendWaiting, AGAIN);
  draw();
  sendWaiting();
}

/** Keeps a report until there is a network. `address` and `body` as they would have been sent; `after`: the position that
    its reader knew; `title`: what it says. */
export async function wait(address, body, after, title) {
  const item = { reader: reader(), page: location.pathname, address, body, after: Number(after), title, stopped: false };
  await keep({ ...item, at: Date.now() });
  await draw();
}

/** In the order they were told. One that is refused holds up those of its battle that come after it. One tab sends at a
    time, where the browser can tell (over https); elsewhere a report that two tabs send counts once by its id. */
async function sendWaiting() {
  if (sending || !navigator.onLine || !reader()) return;
  sending = true;
  try {
    if (navigator.locks) await navigator.locks.request("leaguer-queue", { ifAvailable: true }, (lock) => lock && sendInOrder());
    else await sendInOrder();
  } catch {
    /* Still no network. */
  } finally {
    sending = false;
    await draw();
  }
}

async function sendInOrder() {
  const held = new Set();
  for (const { key } of await mine()) {
    const item = (await mine()).find((one) => one.key === key); // the one before may have moved it on
    if (!item) continue;
    if (item.stopped || held.has(item.page)) held.add(item.page);
    else if (!(await sendOne(item))) held.add(item.page);
  }
}

/** Whether it counted. Throws where nothing came back. */
async function sendOne(item) {
  const answer = await send(item.address, withToken(item.body));
  const main = answer.page.querySelector("main[data-draft], main.scripting"); // the latter where a script is refused
  const gone = GONE.includes(answer.status); // its reader may not see the battle any more
  if (!main && !gone) return false; // logged out, or a page of an earlier session: it goes out after the next load
  if (answer.status >= 400) {
    await keep({ ...item, stopped: true, gone });
    return false;
  }
  await moveOn(item, lastRow(answer, main));
  await remove(item.key);
  if (item.page === location.pathname) arrive({ ...answer, address: "" }, true);
  return true;
}

/** Those told after it on the same page knew of it: they come after its rows. */
async function moveOn(item, position) {
  for (const later of await mine()) {
    if (later.page !== item.page || later.key <= item.key || later.after !== item.after) continue;
    await keep({ ...later, after: position, body: later.body.map((pair) => movedOn(pair, position)) });
  }
  if (item.page !== location.pathname) return;
  for (const field of battle().querySelectorAll("[name=after], .gesture [name=form]")) {
    const knew = field.name === "after" ? field.value : new URLSearchParams(field.value).get("after");
    if (Number(knew) === item.after) [, field.value] = movedOn([field.name, field.value], position);
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
  const all = await mine();
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
  line.querySelector("time").textContent = new Date(item.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  line.querySelector("[data-refused]").hidden = !item.stopped || item.gone;
  line.querySelector("[data-gone]").hidden = !item.gone;
  line.querySelector("[data-look]").hidden = !item.stopped || item.gone;
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

/** The server's answer: what has happened since, and the form, filled in as it was. It counts once it is sent from there,
    or is dropped here. */
async function look(item) {
  try {
    const answer = await send(item.address, withToken(item.body));
    await remove(item.key);
    show(answer);
  } catch {
    /* No network: it stays. */
  }
}
