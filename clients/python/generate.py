"""Makes `leaguer_client/shapes/` and `leaguer_client/operations/` from Leaguer's schema.

    python generate.py schema.json          # as GET /api/v1/schema/ answers it

A shape is a msgspec Struct with the fields and types of the schema; an operation is a method, called as the schema
calls it. What it writes is never edited: a test makes it anew and compares.
"""

from __future__ import annotations

import json
import keyword
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent / "leaguer_client"
REF = "#/components/schemas/"
MADE_HERE = ("shapes", "operations")
MADE = "Made by clients/python/generate.py. Not to be edited."
LONGEST = 330  # lines of a module
MOST = 20  # operations of a module
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
Json = Mapping[str, Any]


def typed(kind: Json) -> str:
    """A schema as a Python type. What may get further values (an enumeration) is the type of those there are."""
    if "$ref" in kind:
        return str(kind["$ref"]).removeprefix(REF)
    if several := kind.get("anyOf") or kind.get("oneOf"):
        return _union([typed(one) for one in several])
    if "prefixItems" in kind:
        return f"tuple[{', '.join(typed(one) for one in kind['prefixItems'])}]"
    if "enum" in kind:
        return _union(sorted({type(one).__name__ if one is not None else "None" for one in kind["enum"]}))
    said = kind.get("type")
    if isinstance(said, list):
        return _union([typed({**kind, "type": one}) for one in said])
    if said == "array":
        return f"list[{typed(kind.get('items', {}))}]"
    if said == "object":
        more = kind.get("additionalProperties")
        return f"dict[str, {typed(more) if isinstance(more, dict) else 'Any'}]"
    if said == "string" and kind.get("format") == "date-time":
        return "datetime"
    return PLAIN.get(str(said), "Any")


def _union(types: list[str]) -> str:
    """What one decoder can tell apart; else anything."""
    found = list(dict.fromkeys(types))
    boxes = [one for one in found if one not in PLAIN.values()]
    lists = [one for one in boxes if one.startswith(("list[", "tuple["))]
    texts = [one for one in found if one in ("str", "datetime")]
    if "Any" in found or len(lists) > 1 or len(texts) > 1 or len(boxes) - len(lists) - ("datetime" in boxes) > 1:
        return "Any"
    return " | ".join(sorted(found, key=lambda one: one == "None"))


def name_of(said: str) -> str:
    name = re.sub(r"\W", "_", said)
    return f"{name}_" if keyword.iskeyword(name) or name in ("self",) else name


def first_line(text: str) -> str:
    line = re.sub(r"\s+", " ", text.strip().split("\n\n")[0]).replace("\\", "").replace('"""', "'''")
    return line if len(line) <= 300 else f"{line[:297]}..."


def wrapped(text: str, indent: str) -> list[str]:
    """A docstring, broken at 110 characters."""
    words, lines, line = text.split(), list[str](), f'{indent}"""'
    for word in words:
        if len(line) + len(word) > 110 and line.strip() != '"""':
            lines.append(line.rstrip())
            line = indent
        line += f"{word} "
    return [*lines, f'{line.rstrip()}"""']


# ---------------------------------------------------------------------------------------------------- shapes


def struct(name: str, shape: Json) -> list[str]:
    lines = [f"class {name}(Struct, kw_only=True):", *wrapped(first_line(shape.get("description", name)), "    "), ""]
    for field, kind in shape.get("properties", {}).items():
        attribute, type_ = name_of(field), typed(kind)
        if field in shape.get("required", ()):
            said = f' = field(name="{field}")' if attribute != field else ""
        else:
            type_, said = _unset(type_), _default(attribute, field)
        lines.append(f"    {attribute}: {type_}{said}")
    return lines if shape.get("properties") else lines[:-1]


def _unset(type_: str) -> str:
    """The same, or left out."""
    if type_ == "Any":
        return type_
    bare = type_.removesuffix(" | None")
    return f"{bare} | UnsetType{type_[len(bare) :]}"


def _default(attribute: str, field: str) -> str:
    return " = UNSET" if attribute == field else f' = field(name="{field}", default=UNSET)'


def names_in(shape: Any) -> Iterator[str]:
    if isinstance(shape, dict):
        if isinstance(shape.get("$ref"), str):
            yield shape["$ref"].removeprefix(REF)
        for one in shape.values():
            yield from names_in(one)
    elif isinstance(shape, list):
        for one in shape:
            yield from names_in(one)


def in_order(shapes: Json) -> list[list[str]]:
    """Groups of shapes, those before which a shape needs; a group of several needs itself. By name where it may be."""
    needs = {name: sorted({*names_in(shape)} - {name}) for name, shape in shapes.items()}
    reach: dict[str, set[str]] = {}
    for name in needs:
        found, left = set[str](), [name]
        while left:
            for one in needs[left.pop()]:
                if one not in found:
                    found.add(one)
                    left.append(one)
        reach[name] = found
    done, groups = set[str](), list[list[str]]()
    while len(done) < len(needs):
        for name in sorted(needs):
            circle = {name, *(one for one in reach[name] if name in reach[one])}
            if name not in done and reach[name] - circle <= done:
                groups.append(sorted(circle))
                done |= circle
    return groups


def shapes(document: Json) -> dict[str, str]:
    """The modules of the shapes, each of those before it."""
    known: Json = document["components"]["schemas"]
    modules: list[list[str]] = [[]]
    size = 0
    for group in in_order(known):
        length = sum(len(struct(name, known[name])) + 2 for name in group)
        if size + length > LONGEST and modules[-1]:
            modules.append([])
            size = 0
        modules[-1] += group
        size += length
    where = {name: n for n, module in enumerate(modules, 1) for name in module}
    files = {f"shapes/part_{n}.py": _module(n, names, known, where) for n, names in enumerate(modules, 1)}
    lines = [f'"""All shapes of the API. {MADE}"""', ""]
    lines += [f"from leaguer_client.shapes.part_{n} import *  # noqa: F403" for n in range(1, len(modules) + 1)]
    files["shapes/__init__.py"] = "\n".join([*lines, ""])
    return files


def _imported(module: str, names: list[str]) -> list[str]:
    """Several to a line, so that a module stays short."""
    lines, line = [f"from {module} import ("], "   "
    for name in names:
        if len(line) + len(name) > 110:
            lines.append(line)
            line = "   "
        line += f" {name},"
    return [*lines, line, ")"]


def _module(n: int, names: list[str], known: Json, where: Mapping[str, int]) -> str:
    body = [line for name in names for line in ("", "", *struct(name, known[name]))]
    text = "\n".join(body)
    used = sorted({one for name in names for one in names_in(known[name])} - set(names))
    heads = [f'"""Shapes of the API, part {n}. {MADE}"""', "", "from __future__ import annotations", ""]
    heads += ["from datetime import datetime"] if re.search(r"\bdatetime\b", text) else []
    heads += ["from typing import Any"] if re.search(r"\bAny\b", text) else []
    heads += [""] if heads[-1] else []
    takes = [one for one in ("UNSET", "Struct", "UnsetType", "field") if re.search(rf"\b{one}\b[ (|\n,)]", text)]
    heads += [f"from msgspec import {', '.join(takes)}"]
    for part in sorted({where[one] for one in used}):
        heads += _imported(f"leaguer_client.shapes.part_{part}", [one for one in used if where[one] == part])
    return "\n".join([*heads, *body, ""])


# ---------------------------------------------------------------------------------------------------- operations


class Operation(NamedTuple):
    method: str
    path: str
    said: Json

    @property
    def group(self) -> str:
        return str(self.said.get("tags", ["index"])[0])


def operations(document: Json) -> dict[str, str]:
    """A module for each of the API's first words, with a class of its operations."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in document["paths"].items():
        for method, said in methods.items():
            one = Operation(method.upper(), path, said)
            groups.setdefault(one.group, []).append(one)
    files, classes = dict[str, str](), dict[str, str]()
    for group, found in sorted(groups.items()):
        for n, start in enumerate(range(0, len(found), MOST), 1):
            module = group if n == 1 else f"{group}_{n}"
            classes[module] = f"{module.title().replace('_', '')}Operations"
            files[f"operations/{module}.py"] = _operations(group, classes[module], found[start : start + MOST])
    lines = [f'"""Every operation of the API, by where it is. {MADE}"""', ""]
    lines += [f"from leaguer_client.operations.{module} import {name}" for module, name in classes.items()]
    lines += ["", "", f"class Operations({', '.join(classes.values())}):", '    """All of them."""', ""]
    files["operations/__init__.py"] = "\n".join(lines)
    return files


def _operations(group: str, name: str, found: list[Operation]) -> str:
    body = [line for one in found for line in ("", *operation(one))]
    text = "\n".join(body)
    used = sorted({one for each in found for one in names_in(each.said) if re.search(rf"\b{one}\b", text)})
    heads = [f'"""Operations at `{group}`. {MADE}"""', "", "from __future__ import annotations", ""]
    kinds = [one for one in ("Iterator", "Sequence") if f"{one}[" in text]
    heads += [f"from collections.abc import {', '.join(kinds)}"] if kinds else []
    heads += ["from datetime import datetime"] if "datetime" in text else []
    heads += ["from typing import Any"] if re.search(r"\bAny\b", text) else []
    heads += [""] if heads[-1] else []
    used = [one for one in used if one != "Problem"]
    heads += ["from leaguer_client.transport import Heard, Transport"] if "Heard[" in text else []
    heads += [] if "Heard[" in text else ["from leaguer_client.transport import Transport"]
    heads = [*heads[:-1], *(_imported("leaguer_client.shapes", sorted(used)) if used else []), heads[-1]]
    told = f'    """What is asked and told at `/api/v1/{group}/`."""'
    return "\n".join([*heads, "", "", f"class {name}(Transport):", told, *body, ""])


def operation(one: Operation) -> list[str]:
    parameters = [(name_of(each["name"]), each) for each in one.said.get("parameters", ())]
    path = re.sub(r"\{(\w+)\}", lambda found: f"{{self.quoted({name_of(found[1])})}}", one.path.removeprefix("/api/v1"))
    takes = [f"{name}: str" for name, each in parameters if each["in"] == "path"]
    query = [(name, each) for name, each in parameters if each["in"] == "query"]
    bodies: Json = one.said.get("requestBody", {}).get("content", {})
    by_script = "text/x-battle-script" in bodies
    answers = {
        kind: body
        for status, said in one.said["responses"].items()
        if status < "300"
        for kind, body in said.get("content", {}).items()
    }
    takes += _body(bodies)
    named = [f"{name}: {typed(each['schema'])} | None = None" for name, each in query]
    files = _files(bodies)
    named += [f"{files}: Sequence[bytes] = ()"] if files else []
    named += ["idempotency_key: str | None = None"] if by_script else []
    returns, how = _answer(one, answers)
    given = [f'"{one.method}"', f'f"{path}"' if "{" in path else f'"{path}"', *how]
    pairs = ", ".join(f"{json.dumps(each['name'])}: {name}" for name, each in query)
    given += [f"query={{{pairs}}}"] if query else []
    given += ["body=body"] if bodies else []
    given += ["kind=kind"] if bodies and "application/json" not in bodies else []
    given += [f'files=("{files}", {files})'] if files else []
    given += ["idempotency_key=idempotency_key"] if by_script else []
    call = "listen" if "text/event-stream" in answers else "call"
    given = given[1:] if call == "listen" else given
    signature = ", ".join(["self", *takes, *(["*", *named] if named else [])])
    name = name_of(one.said["operationId"])
    return [
        f"    def {name}({signature}) -> {returns}:",
        *wrapped(first_line(one.said.get("description", "") or one.said["summary"]), "        "),
        f"        return self.{call}({', '.join(given)})",
    ]


def _body(bodies: Json) -> list[str]:
    if not bodies:
        return []
    if "application/json" not in bodies:
        return ["body: bytes", "kind: str"]
    said = bodies["application/json"]["schema"]
    several = said.get("oneOf") or said.get("anyOf") or [said]
    types = [typed(one) for one in several]
    return [f"body: {' | '.join([*types, *(['str'] if 'text/x-battle-script' in bodies else [])])}"]


def _files(bodies: Json) -> str:
    """The field of a form that takes files; empty where there is none."""
    fields = bodies.get("multipart/form-data", {}).get("schema", {}).get("properties", {})
    return next((name for name, one in fields.items() if one.get("items", {}).get("format") == "binary"), "")


def _answer(one: Operation, answers: Json) -> tuple[str, list[str]]:
    """What the method returns, and what it tells the transport of it."""
    if "text/event-stream" in answers:
        found = typed(answers["text/event-stream"]["schema"]["properties"]["data"]["contentSchema"])
        return f"Iterator[Heard[{found}]]", [found]
    json_ = answers.get("application/json", {}).get("schema", {})
    if json_ and json_.get("format") != "binary":
        found = typed(json_)
        return found, [found]
    return ("bytes", ["bytes"]) if answers or one.path.endswith("/schema/") else ("None", ["None"])


def generated(document: Json) -> dict[str, str]:
    """Every file, by its path below `leaguer_client/`."""
    return shapes(document) | operations(document)


def main() -> None:
    write(json.loads(Path(sys.argv[1]).read_text()), HERE)


def write(document: Json, where: Path) -> None:
    """Write every file below `where`, formatted as the rest of the house, and drop those of before."""
    for folder in MADE_HERE:
        (where / folder).mkdir(parents=True, exist_ok=True)
        for old in (where / folder).glob("*.py"):
            old.unlink()
    for path, text in generated(document).items():
        (where / path).write_text(text)
    settings = str(HERE.parent.parent.parent / "pyproject.toml")
    for how in (["check", "--fix", "--quiet", "--select", "F401,I"], ["format", "--quiet"]):
        command = [sys.executable, "-m", "ruff", *how, *(str(where / one) for one in MADE_HERE)]
        subprocess.run([*command, "--config", settings], check=True)


if __name__ == "__main__":
    main()
