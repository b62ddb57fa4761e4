"""What `make test` leaves to `make soak` is proved in `make test` by another test."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.length import in_soak

TESTS = Path(__file__).parent


def test_each_test_left_to_soak_names_what_proves_the_same() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in sorted(TESTS.rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in texts.items() if "in_soak(" in text}
    named = [(path, name) for path, tree in trees.items() for call in _calls(tree) for name in _names(call)]
    files = {TESTS.parent / name.partition("::")[0] for _path, name in named}
    run = {
        f"{path.relative_to(TESTS.parent).as_posix()}::{name}"
        for path in files & texts.keys()
        for name in _usual(trees.get(path) or ast.parse(texts[path]))
    }
    missing = [
        f"{path.relative_to(TESTS.parent)} names {name}"
        for path, name in named
        if name not in run and path != Path(__file__)
    ]
    assert not missing, "these are not run by `make test`:\n" + "\n".join(missing)


def test_nothing_is_left_to_soak_without_a_proof() -> None:
    with pytest.raises(ValueError, match="say which tests"):
        in_soak()


def _usual(tree: ast.Module) -> Iterator[str]:
    """The tests of a module that `make test` runs, with all their parameters or some."""
    if any(isinstance(one, ast.Assign) and _is_pytestmark(one) and _soaks(one.value) for one in tree.body):
        return
    for one in tree.body:
        tests = one.body if isinstance(one, ast.ClassDef) else [one]
        for test in tests:
            if isinstance(test, ast.FunctionDef) and not any(_soaks(mark, whole=True) for mark in test.decorator_list):
                yield test.name


def _is_pytestmark(one: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in one.targets)


def _soaks(mark: ast.expr, *, whole: bool = False) -> bool:
    """Whether a mark leaves to soak what carries it. `whole`: a mark of one parameter of several does not."""
    if whole and isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("parametrize"):
        return False
    words = [ast.unparse(one) for one in ast.walk(mark) if isinstance(one, ast.Attribute | ast.Name)]
    return any(word == "in_soak" or word.endswith("mark.soak") for word in words)


def _calls(tree: ast.Module) -> Iterator[ast.Call]:
    for one in ast.walk(tree):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id == "in_soak":
            yield one


def _names(call: ast.Call) -> Iterator[str]:
    """The names as they are written, or the source of an argument that cannot be read so."""
    for argument in call.args:
        yield str(argument.value) if isinstance(argument, ast.Constant) else ast.unparse(argument)
