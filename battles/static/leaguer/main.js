/* Begins what a page does with a script. What only some pages need comes with those alone. Without a script every form
   still works as it is. */

import { keepInPlace } from "./in_place.js";
import { install } from "./install.js";
import { takeCode } from "./seat_code.js";
import { waiting } from "./store.js";
import { addUp } from "./sums.js";
import { keepTime } from "./times.js";
import { awaitOther } from "./waiting_room.js";

const TAPPED = "[data-dice], [data-measure], [data-words], .state input[inputmode=numeric]"; // controls that get more of a script
const shows = (what) => document.querySelector(what);

/** What this page needs beyond that: functions that begin it, as they come. Its template asks for the same modules, so that
    they do not wait for this one. */
function needed() {
  if (shows("main[data-draft]")) return [import("./battle.js").then(({ begin }) => begin)];
  const all = [];
  if (shows("#conversation")) all.push(import("./talk.js").then(({ talk }) => () => talk(document)));
  if (shows("main[data-replay]")) all.push(import("./replay.js").then(({ play }) => () => play(shows("main"))));
  if (shows("select[data-zone]")) all.push(import("./time_zone.js").then(({ guessZone }) => () => guessZone(document)));
  if (shows("form[data-passkey]")) all.push(import("./passkey.js").then(({ offerPasskeys }) => () => offerPasskeys(document)));
  if (shows("[data-life]")) all.push(import("./life.js").then(({ lead }) => () => lead(shows("[data-life]"))));
  if (shows(TAPPED)) all.push(import("./page.js").then(({ equip }) => () => equip(document)));
  else if (shows("[data-board]")) all.push(import("./board.js").then(({ addBoard }) => () => addBoard(document)));
  return all;
}

/** Reports of battles that wait for the network go out from every page. */
async function sendWhatWaits() {
  const { reader } = document.body.dataset;
  if (shows("main[data-draft]") || !reader || !(await waiting()).some((item) => item.reader === reader)) return;
  (await import("./queue.js")).takeUp();
}

async function start() {
  takeCode(document);
  keepTime(document.body);
  addUp(document);
  awaitOther(document);
  keepInPlace(document);
  const begins = await Promise.allSettled(needed()); // a page without them is the page of who has no script
  const installed = install();
  const begun = begins.filter(({ status }) => status === "fulfilled");
  if (begun.length === begins.length) document.documentElement.classList.add("scripted");
  for (const { value } of begun) value(installed);
  await sendWhatWaits();
}

start();
