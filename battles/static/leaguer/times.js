/* Puts moments into the reader's own zone and words: “in 2 days, Friday 19:00”. Without a script they stand by the clocks
   of the club, with the name of its zone; that stays as the element's title. */

const DAY = 86_400_000;
const UNITS = [["day", DAY], ["hour", 3_600_000], ["minute", 60_000]];
const WEEK = 7 * DAY;
const DATED = { year: "numeric", month: "short", day: "numeric" };
const TIMED = { hour: "2-digit", minute: "2-digit" };
const STYLES = {
  full: { weekday: "long", ...DATED, month: "long", ...TIMED },
  meet: { weekday: "long", month: "long", day: "numeric", ...TIMED },
  long: { ...DATED, month: "long", ...TIMED },
  log: { ...DATED, ...TIMED },
  "long day": { ...DATED, month: "long" },
  day: DATED,
  month: { year: "numeric", month: "long" },
};
const CLOCKS = { 12: { hour: "numeric", hourCycle: "h12" }, 24: { hourCycle: "h23" } };
const AHEAD = new Set(["full", "meet", "long"]); // moments that somebody waits for, or has just missed

/** The page's language, as it is written where the reader is; English elsewhere as the site writes it. */
function language() {
  const { lang } = document.documentElement;
  return navigator.languages.find((one) => one.startsWith(`${lang}-`)) ?? (lang === "en" ? "en-GB" : lang || undefined);
}

/** The reader's zone: the one of their account, or of this device. One that the browser does not know is no zone. */
function zone() {
  const { zone: own } = document.body.dataset;
  try {
    new Intl.DateTimeFormat("en", { timeZone: own || undefined });
    return own || undefined;
  } catch {
    return undefined;
  }
}

/** The parts of a style, told by a clock of 12 or 24 hours as the account of the reader says; else as the language has it. */
function parts(style, clock) {
  return "hour" in style ? { ...style, ...CLOCKS[clock] } : style;
}

/** How many midnights of the reader's zone lie between now and then. */
function nights(at, now, timeZone) {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  return Math.round((Date.parse(day.format(at)) - Date.parse(day.format(now))) / DAY);
}

function relative(at, now, timeZone) {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  const [unit, long] = UNITS.find(([, long]) => Math.abs(at - now) >= long) ?? UNITS.at(-1);
  return words.format(unit === "day" ? nights(at, now, timeZone) : Math.trunc((at - now) / long), unit);
}

/** What is read there; null for what is no moment. */
export function told(at, style, now = Date.now(), timeZone = zone(), hours = document.body.dataset.clock) {
  const moment = Date.parse(at);
  if (Number.isNaN(moment) || !STYLES[style]) return null;
  const near = Math.abs(moment - now) < WEEK;
  if (!AHEAD.has(style) || !near) return new Intl.DateTimeFormat(language(), { ...parts(STYLES[style], hours), timeZone }).format(moment);
  const clock = new Intl.DateTimeFormat(language(), { weekday: "long", ...parts(TIMED, hours), timeZone }).format(moment);
  return `${relative(moment, now, timeZone)}, ${clock}`;
}

/** Every moment below `root` that is told by the club's clocks. */
export function tellTimes(root) {
  const found = root.matches("time[data-time]") ? [root] : root.querySelectorAll("time[data-time]");
  for (const one of found) {
    const text = told(one.dateTime, one.dataset.time);
    if (text === null) continue;
    one.title ||= one.textContent;
    one.textContent = text;
  }
}

/** Now, whatever comes into the page later, and each minute anew. */
export function keepTime(root) {
  tellTimes(root);
  setInterval(() => tellTimes(root), 60_000);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node.nodeType === Node.ELEMENT_NODE) tellTimes(node);
  }).observe(root, { childList: true, subtree: true });
}
