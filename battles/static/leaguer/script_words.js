/* What may stand at the end of a line of script, from what the server says can be written now. Knows no page. */

const PLAIN = /^[A-Za-z0-9_.\/+:@%-]+$/;

/** The words of a line up to its end, without their quotes, and the last one, which is still being written: `start` is
    where it begins. null within a comment. */
export function partedAt(line) {
  const words = [];
  let at = 0;
  for (;;) {
    while (at < line.length && /\s/.test(line[at])) at++;
    const start = at;
    let text = "";
    while (at < line.length && !/\s/.test(line[at])) {
      if (line[at] === "#") return null;
      const quote = /['"]/.test(line[at]) ? line[at++] : "";
      const end = quote ? line.indexOf(quote, at) : at + 1;
      text += line.slice(at, end < 0 ? line.length : end);
      at = end < 0 ? line.length : end + (quote ? 1 : 0);
      if (quote && end < 0) return { words, last: text, start };
    }
    if (at >= line.length) return { words, last: text, start };
    words.push(text);
  }
}

/** A value as it is written in a line. */
export function written(value) {
  return !value || PLAIN.test(value) ? value : `'${value.replaceAll("'", `'"'"'`)}'`;
}

/** What may follow, as `{ value, label, text }`: `text` takes the place of the word that is being written. The best
    comes first; none where nothing is known. */
export function suggestions(line, known) {
  const parted = partedAt(line);
  if (!parted) return null;
  const { words, last, start } = parted;
  const sided = words.length && words[0].endsWith(":");
  const told = sided ? words.slice(1) : words;
  const found = told.length ? within(told, last, known) : heads(last, known, sided);
  return { start, last: found.typed, found: matching(found.typed, found.ones) };
}

/** The verbs, those that can be reported now before the others, and the sides. */
function heads(last, known, sided) {
  const verbs = known.verbs.filter((one) => one.now || last).map((one) => ({ value: one.verb, label: one.label, text: `${one.verb} ` }));
  const sides = sided || !last ? [] : known.sides.map(([value, label]) => ({ value: `${value}:`, label, text: `${written(value)}: ` }));
  return { typed: last, ones: [...verbs, ...sides] };
}

/** Arguments of a report: values where one stands in its place or follows its name, and the names of the others. */
function within([verb, ...rest], last, known) {
  const kind = known.verbs.find((one) => one.verb === verb);
  if (!kind) return { typed: last, ones: [] };
  const told = {};
  const places = [...kind.places];
  let place = "";
  for (const word of rest) {
    const [, name, value] = /^([a-z_0-9]+)=(.*)$/s.exec(word) || [];
    if (name) {
      told[name] = value;
      places.splice(0, places.length, ...places.filter((one) => one !== name));
    } else {
      place = places.shift() || place;
      told[place] = word;
    }
  }
  const named = /^([a-z_0-9]+)=(.*)$/s.exec(last);
  if (named) return values(kind, named[1], named[2], `${named[1]}=`, told, known);
  const next = places[0] || (isList(kind, place) ? place : "");
  const there = next ? values(kind, next, last, "", told, known) : { typed: last, ones: [] };
  const names = kind.arguments
    .filter(([name]) => !(name in told) && name !== next)
    .map(([name, label]) => ({ value: `${name}=`, label, text: `${name}=` }));
  return places.length && !last ? there : { typed: there.typed, ones: [...there.ones, ...names] };
}

const isList = (kind, name) => kind.arguments.some(([one, _label, list]) => one === name && list);

/** The values of an argument that go with what is told beside it. Of a list the last one is being written. */
function values(kind, name, typed, before, told, known) {
  const fitting = kind.choices.filter(({ given }) => Object.entries(given).every(([one, value]) => one === name || !(one in told) || told[one] === value));
  const pairs = new Map();
  for (const { values: lists } of fitting) {
    for (const [value, label] of known.lists[lists[name]] || []) pairs.set(value, label);
  }
  const comma = isList(kind, name) ? typed.lastIndexOf(",") + 1 : 0;
  const ahead = typed.slice(0, comma);
  const after = isList(kind, name) ? "" : " ";
  const ones = [...pairs].map(([value, label]) => ({ value, label, text: before + written(ahead + value) + after }));
  return { typed: typed.slice(comma), ones };
}

/** Those that begin as it is typed, then those that have it within, by what they are or what they are called. */
function matching(typed, ones) {
  const sought = typed.toLowerCase();
  const rank = ({ value, label }) => {
    const texts = [value.toLowerCase(), label.toLowerCase()];
    if (texts.some((text) => text.startsWith(sought))) return 0;
    return texts.some((text) => text.includes(sought)) ? 1 : 2;
  };
  return [0, 1].flatMap((wanted) => ones.filter((one) => rank(one) === wanted));
}
