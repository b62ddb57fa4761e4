"""A record told again and compared with what came of it then."""

from __future__ import annotations

import json

from tests.corpus import battles
from tests.corpus.battles import Battle
from tests.corpus.differing import Found
from tests.corpus.parts import Reading


def battle(was: Battle) -> Found:
    assert was.seen is not None
    found, now = Found(was.name), battles.watched(was.told)
    found.looked = len(was.seen.steps)
    if was.seen.stopped != now.stopped:
        found.structure.append(("told to", was.seen.stopped or "its end", now.stopped or "its end"))
    if battles.as_json(Battle(was.name, was.told, now)) == battles.as_json(was):
        return found
    if was.seen.record != now.record:
        old, new = ([json.loads(line) for line in one] for one in (was.seen.record, now.record))
        for place, (one, other) in enumerate(zip(old, new, strict=False), 1):
            found.compare(f"row {place}", one, other)
        if len(old) != len(new):
            found.structure.append(("rows", len(old), len(new)))
    then, here = Reading(was.seen.parts), Reading(now.parts)
    old_parts, new_parts = battles.aspects(was.seen), battles.aspects(now)
    for name in {**old_parts, **new_parts}:
        if name not in new_parts or name not in old_parts:
            if not now.stopped:
                found.structure.append((f"step {name}", name in old_parts, name in new_parts))
        elif then.text(old_parts[name]) != here.text(new_parts[name]):
            found.compare(f"step {name}", then.value(old_parts[name]), here.value(new_parts[name]))
    return found
