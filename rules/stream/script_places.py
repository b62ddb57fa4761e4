"""Where in a line of script something is said: the words of a line with their places, and which of them is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from shlex import shlex
from typing import NamedTuple

from rules.stream.codec import CommandCodec
from rules.stream.contract import Refused
from rules.stream.script import Unreadable, verb

_FIELD = re.compile(r"line (?P<number>[0-9]+)(: (?P<name>[^.\[\]]*))?")


class Word(NamedTuple):
    """A word of a line without its quotes, and where it stands: from `start` up to `end`."""

    text: str
    start: int
    end: int


def words_of(line: str) -> list[Word]:
    """The words of a line as `rules.stream.script` reads them; the last one may lack the end of its quote."""
    return [*_words(line)]


def _words(line: str) -> Iterator[Word]:
    source = StringIO(line)
    reader = shlex(source, posix=True)
    reader.whitespace_split = True
    while True:
        start = source.tell()
        while start < len(line) and line[start] in reader.whitespace:
            start += 1
        try:
            text = reader.get_token()
        except ValueError:
            yield Word(line[start:], start, len(line))
            return
        if text is None:
            return
        end = source.tell()
        if end == len(line) and "#" in line[start:]:  # a comment may begin within a word
            end = _before_comment(line, start, text)
        yield Word(text, start, start + len(line[start:end].rstrip(reader.whitespace)))


def _before_comment(line: str, start: int, text: str) -> int:
    """Where the last word of a line ends, which is `text` once it is read."""
    for end in (found.start() for found in re.finditer("#", line[start:])):
        part = shlex(line[start : start + end], posix=True)
        part.whitespace_split = True
        try:
            if [*part] == [text]:
                return start + end
        except ValueError:
            continue
    return len(line)


def line_of(refused: Refused) -> int:
    """The number of the line a refusal is about, from 1; 0 where it is about none."""
    found = _FIELD.match(refused.field)
    return int(found["number"]) if found else 0


def place_of(refused: Refused, line: str, codec: CommandCodec) -> tuple[int, int]:
    """From where to where in its line the words are that a refusal is about. Nothing, at the end of the report, where
    it lacks something."""
    words = words_of(line)
    if not words:
        return 0, len(line)
    if isinstance(refused, Unreadable):
        at = min(refused.word, len(words) - 1)  # without one a quote is not closed: the last word's
        return words[at].start, words[at].end
    sided = words[0].text.endswith(":")
    found = _FIELD.match(refused.field)
    name = (found["name"] or "") if found else ""
    said = [word for word, field in _fields(words[sided:], codec) if field == name]
    if not name or (name == "type" and not said):  # the report itself
        first = words[0] if refused.code == "not-yours" or not sided else words[min(1, len(words) - 1)]
        return first.start, first.end
    return (said[0].start, said[-1].end) if said else (words[-1].end, words[-1].end)


def _fields(words: list[Word], codec: CommandCodec) -> Iterator[tuple[Word, str]]:
    """The words of a report, each with the field that it says."""
    kind = next((kind for kind in codec.types.values() if words and verb(kind) == words[0].text), None)
    places = [*kind.positional] if kind else []
    last = places[-1] if places else ""
    for word in words[1:]:
        name, told, _value = word.text.partition("=")
        yield word, name if told else places.pop(0) if places else last
