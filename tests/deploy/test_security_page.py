"""docs/security.md goes through each requirement of OWASP ASVS 5.0.0, levels 1 and 2; the tests it names are there."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path

from campaigns import login_throttle, logins
from campaigns.passwords import WORDS
from deploy.help.markdown import sections
from tests.deploy.conftest import ROOT

PAGE = "docs/security.md"
# Chapter: section: how many requirements of these levels it has. They are counted from 1 without a gap.
ASKED = {
    1: {1: 2, 2: 9, 3: 11, 4: 3, 5: 2},
    2: {1: 3, 2: 3, 3: 4, 4: 1},
    3: {2: 2, 3: 4, 4: 6, 5: 5, 7: 2},
    4: {1: 3, 2: 1, 3: 2, 4: 4},
    5: {1: 1, 2: 3, 3: 2, 4: 3},
    6: {1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4},
    7: {1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2},
    8: {1: 2, 2: 3, 3: 1, 4: 1},
    9: {1: 3, 2: 4},
    10: {1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3},
    11: {1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1},
    12: {1: 3, 2: 2, 3: 4},
    13: {1: 1, 2: 5, 3: 2, 4: 5},
    14: {1: 2, 2: 4, 3: 3},
    15: {1: 3, 2: 3, 3: 7},
    16: {1: 1, 2: 5, 3: 4, 4: 3, 5: 3},
    17: {1: 1, 2: 4, 3: 2},
}
NUMBERS = [
    f"V{chapter}.{section}.{number}"
    for chapter, sections_of in ASKED.items()
    for section, count in sections_of.items()
    for number in range(1, count + 1)
]
DANGEROUS = re.compile(
    r"^\s*(?:import|from) (?:subprocess|pickle|marshal|shelve|yaml|lxml|xml\.dom)\b"
    r"|^from xml\.sax import .*parse(?:String)?\b"
    r"|\bos\.(?:system|popen|exec\w*|spawn\w*)\(|(?:^|[^.\w])(?:eval|exec)\(|\bXml\.(?:fromstring|parse|XML)\(",
    re.MULTILINE,
)
# Before there is a site.
STARTS = {
    "deploy/installed/__init__.py": "`leaguer-site`, typed in a terminal, becomes deploy/run.sh as `make run` does"
}
Row = tuple[list[str], str, str]  # the requirements, how, and the tests


def text() -> str:
    return (ROOT / PAGE).read_text()


@cache
def rows() -> list[Row]:
    """The rows of the tables of requirements."""
    found = list[Row]()
    for line in text().splitlines():
        if not re.match(r"\| V\d", line):
            continue
        number, _asks, how, tests = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1])
        first, _to, last = number.partition(" to ")
        begins, ends = NUMBERS.index(first), NUMBERS.index(last or first)
        assert begins <= ends, number
        found.append((NUMBERS[begins : ends + 1], how, tests))
    return found


def state(how: str) -> str:
    return "out" if how.startswith("**Out") else "open" if how.startswith("**Open") else "met"


def test_every_requirement_stands_there_once_and_in_order() -> None:
    assert len(NUMBERS) == 253
    assert [number for numbers, _how, _tests in rows() for number in numbers] == NUMBERS


def test_what_is_met_and_what_is_not_is_counted() -> None:
    counts = {"met": 0, "out": 0, "open": 0}
    for numbers, how, _tests in rows():
        counts[state(how)] += len(numbers)
    said = f"{counts['met']} are met, {counts['out']} are out and {counts['open']} are open."
    assert said in text()


def test_what_is_met_names_a_test() -> None:
    assert [numbers for numbers, how, tests in rows() if state(how) == "met" and "tests/" not in tests] == []


def missing_tests(page: str) -> list[str]:
    """Which tests a page names that are not there, or not in a form that is looked for."""
    missing = []
    for path, name in re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", page):
        file = ROOT / path
        if not file.is_file() or (name and not re.search(rf"^(?:async )?def {name}\(", file.read_text(), re.MULTILINE)):
            missing.append(f"{path}::{name}")
    return missing + re.findall("tests/.*", re.sub(r"`tests/[\w/]+\.py(?:::\w+)?`", "", page))


def test_every_test_that_is_named_is_there() -> None:
    assert missing_tests(text()) == []
    assert len(missing_tests("`tests/lost.py`, tests/deploy/test_help.py")) == 2


def test_every_file_that_is_named_is_there() -> None:
    for source in (PAGE, "SECURITY.md"):
        said = (ROOT / source).read_text()
        named = re.findall(r"`((?:api|battles|campaigns|deploy|docs|leagues|rules)/[\w./]+)`", said)
        named += [
            str(Path(source).parent / link)
            for link in re.findall(r"\]\((?!\w+:)([^)#]+)[^)]*\)", said)
            if link[0] != "/"
        ]
        assert [name for name in named if not (ROOT / name).exists()] == [], source


def test_no_program_is_started_and_nothing_from_outside_is_run() -> None:
    """What the page says of commands of the system, `eval`, pickles and readers of XML."""
    product = [
        file
        for folder in ("api", "battles", "campaigns", "deploy", "leagues", "rules")
        for file in (ROOT / folder).rglob("*.py")
    ]
    assert len(product) > 500
    for bad in (
        "import subprocess",
        "from pickle import loads",
        "    os.system(x)",
        "x = eval(y)",
        "Xml.fromstring(z)",
    ):
        assert DANGEROUS.search(bad), bad
    found = {str(file.relative_to(ROOT)) for file in product if DANGEROUS.search(file.read_text())}
    assert found == {*STARTS}


def fixed(pattern: ast.expr) -> bool:
    """Whether an expression is a text of ours, or has what it is given by `re.escape` or by a name of the module."""
    match pattern:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            return name.isupper()
        case ast.JoinedStr(values=parts):
            return all(fixed(part) for part in parts)
        case ast.FormattedValue(value=inner):
            return fixed(inner) or "re.escape" in ast.unparse(inner)
    return False


def test_expressions_are_ours_or_escaped() -> None:
    """V1.2.9: nothing that somebody sent is read as a regular expression."""
    loose = list[str]()
    calls = 0
    for folder in ("api", "battles", "campaigns", "deploy", "leagues", "rules"):
        for file in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text())):
                if isinstance(node, ast.Call) and re.match(r"re\.(?!escape)\w+$", ast.unparse(node.func)):
                    calls += 1
                    loose += [] if fixed(node.args[0]) else [f"{file.relative_to(ROOT)}: {ast.unparse(node)}"]
    assert calls > 50
    assert loose == ["rules/stream/samples.py: re.search(info.pattern, word)"], "but for a pattern that a type declares"
    assert not fixed(ast.parse('f"{name} here"', mode="eval").body)
    assert fixed(ast.parse('f"{re.escape(name)} here"', mode="eval").body)


# Scripts that read a page or a fragment which this site has answered.
READ_PAGES = {"replay.js", "sender.js", "talk.js"}
HTML = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|parseFromString|createContextualFragment|document[.]write|srcdoc"
)


def test_scripts_put_in_no_html_but_what_this_site_answered() -> None:
    """V3.2.2: all else is text to them."""
    scripts = {file.name: file.read_text() for file in (ROOT / "battles" / "static" / "leaguer").glob("*.js")}
    scripts |= {file.name: file.read_text() for file in (ROOT / "campaigns" / "static").rglob("*.js")}
    assert len(scripts) > 20
    found = {name: HTML.findall(text) for name, text in scripts.items() if HTML.search(text)}
    assert found.keys() == READ_PAGES
    written = [line.strip() for name in found for line in scripts[name].splitlines() if HTML.search(line)]
    assert [line for line in written if not re.search(r"answer[.]text\(\)|[(= ]text[,;]", line)] == []


def test_a_file_or_connection_that_is_left_open_fails_the_suite() -> None:
    """V1.4.3: Python warns of it, and pytest makes an error of each warning."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]
    assert told.get("ini_options", told)["filterwarnings"] == ["error"]


# What opens connections, or hears of them, and why each module may. What people ask for goes by the first two alone.
MODULES = "socket|http.client|urllib.request|urllib3|requests|httpx|aiohttp|smtplib|ftplib|redis|psycopg|boto3"
WAY_OUT = re.compile(rf"^\s*(?:import|from) (?:{MODULES.replace('.', '[.]')})\b", re.MULTILINE)
WAYS_OUT = {
    "campaigns/outgoing/addresses.py": "looks up the host of an address that it checks",
    "campaigns/outgoing/sender.py": "sends to a checked address",
    "campaigns/mail.py": "EMAIL_URL: what a server answers",
    "deploy/doctor.py": "DATABASE_URL, REDIS_URL",
    "deploy/health.py": "REDIS_URL",
    "deploy/log_sending.py": "LOG_TO",
    "deploy/grants.py": "DATABASE_URL: how a name is quoted",
    "deploy/web.py": "listens",
    "deploy/hand_over.py": "takes a connection over that has come in",
    "battles/live.py": "answers on such connections",
    "battles/calling.py": "REDIS_URL",
    "deploy/prepared.py": "DATABASE_URL",
    "deploy/environment.py": "DATABASE_URL: how isolated its transactions are",
}


def test_nothing_is_sent_but_by_the_one_way_that_checks_and_to_what_the_settings_name() -> None:
    for way in ("import socket", "from urllib.request import urlopen", "import requests"):
        assert WAY_OUT.search(way)
    folders = ("api", "battles", "campaigns", "deploy", "leagues", "rules")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    found = {str(file.relative_to(ROOT)) for file in files if WAY_OUT.search(file.read_text())}
    assert found == {*WAYS_OUT}


def test_words_that_make_no_password_are_listed() -> None:
    (listed,) = re.findall(r"no password is made of alone\*\*: \*([^*]+)\*", text())
    assert tuple(" ".join(listed.split()).split(", ")) == WORDS


def test_limits_stand_there_as_they_are() -> None:
    limits = (login_throttle.HERE, login_throttle.ADDRESS, login_throttle.NAME)
    assert [(one.free, one.pause) for one in limits] == [(10, 300), (60, 300), (50, 30)]
    assert "after 10 at a name from one place or known browser, 60 from one address, 50 at a name" in text()
    assert f"each after {logins.LONGEST.days} days" in " ".join(text().split())


def test_every_key_has_its_time() -> None:
    """Who has it, for how long, and how it ends."""
    (table,) = re.findall(
        r"^\| Key \| For \| Made by \| Who has it \| How long \| .*\n((?:\|.*\n)+)", text(), re.MULTILINE
    )
    keys = [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[1:]]
    assert len(keys) == 8
    assert all(len(cells) == 6 and all(cells) for cells in keys)
    named = set(re.findall(r"\b[A-Z]+_KEY\b", (ROOT / "deploy" / "settings.py").read_text()))
    assert named - {"SECRET_KEY", "VAPID_KEY"} == set()
    assert all(f"`{name}`" in table for name in named)


def test_what_is_asked_to_be_written_down_has_a_heading() -> None:
    headings = {section.heading for section in sections(text())}
    for asked in ("What is kept", "Ways to be known", "Who may what", "Limits", "What connects to what"):
        assert any(one.startswith(asked) for one in headings), asked
    for asked in ("What is logged", "Keys", "Libraries"):
        assert asked in headings


def test_who_finds_a_hole_reads_where_to_say_so() -> None:
    said = (ROOT / "SECURITY.md").read_text()
    assert "private reporting" in said
    assert re.search(r"answer \*\*within \d+ days\*\*", said)
    assert not re.search(r"[\w.]+@[\w.]+", said), "nobody's address"
