"""Every text a person reads is marked for translation, and written only by the floors above."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import rules
from rules.contract import Message, ngettext, pgettext, say

FILES = sorted(Path(rules.__file__).parent.rglob("*.py"))
SENTENCES = ("say", "Message", "_unreadable", "_malformed")


def test_a_message_is_written_in_any_language() -> None:
    words = {"%(n)s hit": "%(n)s Treffer", "%(n)s hits": "%(n)s Treffer", "tank": "Panzer"}
    message = Message("%(n)s hit", "%(n)s hits", 2, {"what": say("tank")})
    assert message.text() == "2 hits"
    assert message.text(words.__getitem__, lambda one, many, n: words[one if n == 1 else many]) == "2 Treffer"
    assert say("The %(what)s", what=say("tank")).text(lambda text: words.get(text, text)) == "The Panzer"


def test_a_message_without_values_is_written_as_it_stands() -> None:
    assert say("100 % sure").text() == "100 % sure"


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-2:]))
def test_texts_are_marked(path: Path) -> None:
    """gettext collects literals inside `_()`: a sentence without it, or a `_()` of anything else, is never found."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    there = list(calls(tree))
    bare = [f"line {node.lineno}: {ast.unparse(node)[:80]}" for node in unmarked(there)]
    assert not bare, "\n".join(bare)
    lost = [f"line {node.lineno}: {ast.unparse(node)[:80]}" for node in unfindable(there)]
    assert not lost, "\n".join(lost)


def unmarked(there: Iterable[ast.Call]) -> Iterator[ast.expr]:
    for call in there:
        if name_of(call) in SENTENCES:
            texts = call.args[:2] if name_of(call) == "Message" else call.args
            yield from (text for text in texts if is_sentence(text))


def is_sentence(node: ast.expr) -> bool:
    """A literal with letters and a space, or an f-string: words for people."""
    if isinstance(node, ast.JoinedStr):
        return True
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value


def unfindable(there: Iterable[ast.Call]) -> Iterator[ast.expr]:
    for call in there:
        texts = call.args[: MARKS.get(name_of(call), 0)]
        if not all(isinstance(text, ast.Constant) for text in texts):
            yield call


MARKS = {"_": 1, "gettext_noop": 1, "ngettext": 2, "pgettext": 2}  # and how many texts `makemessages` takes from each


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def test_a_bare_text_is_seen() -> None:
    assert [ast.unparse(n) for n in unmarked(calls(ast.parse('say("Two sides fight.")')))] == ["'Two sides fight.'"]
    assert list(unmarked(calls(ast.parse('say(f"{n} sides")'))))
    assert not list(unmarked(calls(ast.parse('say(_("Two sides fight."))'))))
    assert list(unfindable(calls(ast.parse("_(text)"))))
    assert not list(unfindable(calls(ast.parse('_("text")'))))
    assert list(unfindable(calls(ast.parse('ngettext("%(n)d hit", many, n)'))))
    assert not list(unfindable(calls(ast.parse('ngettext("%(n)d hit", "%(n)d hits", n)'))))


def test_a_number_of_things_is_one_sentence_with_its_forms() -> None:
    assert [ngettext("%(n)d hit by %(by)s", "%(n)d hits by %(by)s", n, by="a").text() for n in (0, 1, 2)] == [
        "0 hits by a",
        "1 hit by a",
        "2 hits by a",
    ]


def test_nobody_reads_a_context() -> None:
    side = say(pgettext("of a tank", "side"))
    assert (side.singular, side.text()) == ("of a tank\x04side", "side")
    assert say("Hits its %(facing)s", facing=side).text() == "Hits its side"
