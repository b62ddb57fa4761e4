"""A stream leaves as JSON lines and comes back as it was; what does not hold is refused by line, and nothing stays."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command

from battles import log
from battles.log import exporter, importer, reader
from deploy import verify_export
from tests.battles.logs import append, entry, mustered, opened, take_out, written
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, BOTH]
SCRIPT = Path(verify_export.__file__)


def exported(stream: str, with_sealed: bool = True) -> bytes:
    out = io.StringIO()
    call_command("export", stream, with_sealed=with_sealed, stdout=out)
    return out.getvalue().encode()


def gone(stream: str) -> bytes:
    """A stream's export, the stream itself taken out."""
    file = exported(stream)
    take_out(stream)
    return file


def verified(file: bytes) -> str:
    return verify_export.verify(io.BytesIO(file))


def changed(file: bytes, line: int, change: Callable[[dict[str, object]], object]) -> bytes:
    lines = file.splitlines(keepends=True)
    read = json.loads(lines[line - 1])
    change(read)
    lines[line - 1] = json.dumps(read, ensure_ascii=False).encode() + b"\n"
    return b"".join(lines)


def test_the_format() -> None:
    stream = written(entry("Gezogen – ё", data={"to": "Höhe 66"}))
    row, head = log.read(stream)[0], log.head(stream)
    first, second = map(json.loads, exported(stream).splitlines())
    assert first == {
        "format": "leaguer-log",
        "version": 1,
        "stream": stream,
        "kind": "story",
        "position": 1,
        "digest": head.digest,
    }
    assert second == {
        "position": 1,
        "type": "Gezogen – ё",
        "version": 1,
        "data": '{"to":"Höhe 66"}',
        "command": row.command,
        "ordinal": 0,
        "command_type": "Fire",
        "command_data": row.command_data,
        "by": "clerk",
        "via": "script",
        "at": "2026-05-01T18:30:00.000000Z",
        "digest": head.digest,
    }


def test_sealed_values_leave_only_when_asked_for() -> None:
    stream = written()
    for secret in (r"\"zinc\"", r"\"king\"", "heute"):
        assert secret not in exported(stream, with_sealed=False).decode()
        assert secret in exported(stream).decode()
    assert "4 sealed values" in verified(exported(stream))
    assert "0 sealed values" in verified(exported(stream, with_sealed=False))


def test_what_comes_back_is_what_left() -> None:
    stream = written()
    rows, head = log.read(stream), log.head(stream)
    file = gone(stream)
    assert log.read(stream) == []
    imported = log.import_lines(io.BytesIO(file))
    assert imported == log.Imported(stream, "story", head, False)
    assert log.read(stream) == rows
    assert log.verify_stream(stream) is None
    assert exported(stream) == file
    append(stream, entry(), after=3)


def test_without_its_sealed_values_a_stream_comes_back_as_if_they_were_erased() -> None:
    stream = written()
    file = exported(stream, with_sealed=False)
    gone(stream)
    log.import_lines(io.BytesIO(file))
    assert json.loads(log.read(stream)[0].data)["seed"] == ""
    assert log.verify_stream(stream) is None
    assert exported(stream) == file


def test_an_empty_stream_travels_too() -> None:
    stream = opened("campaign")
    file = exported(stream)
    take_out(stream)
    assert log.import_lines(io.BytesIO(file)) == log.Imported(stream, "campaign", log.Head(0, log.START, ""), False)
    assert "campaign" in verified(file)


def test_a_long_stream_is_read_and_written_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGE", 4)
    monkeypatch.setattr(importer, "TOGETHER", 3)
    stream = written(*(mustered() if n % 4 == 0 else entry() for n in range(25)))
    file = gone(stream)
    assert log.import_lines(io.BytesIO(file)).head.position == 25
    assert exported(stream) == file


def test_a_stream_that_is_here_already_is_left_alone() -> None:
    stream = written()
    file = exported(stream)
    imported = log.import_lines(io.BytesIO(file))
    assert imported.already
    append(stream, entry(), after=3)
    with pytest.raises(log.BadExport, match=r"^Line 1: .* with other rows"):
        log.import_lines(io.BytesIO(file))
    assert log.head(stream).position == 4


def test_a_stream_of_another_kind_is_not_the_same() -> None:
    stream = written()
    file = changed(exported(stream), 1, lambda header: header.update(kind="campaign"))
    with pytest.raises(log.BadExport, match=r"^Line 1: .* with other rows"):
        log.import_lines(io.BytesIO(file))


def cut(file: bytes, first: int, last: int) -> bytes:
    lines = file.splitlines(keepends=True)
    return b"".join(lines[: first - 1] + lines[last:])


BROKEN: dict[str, tuple[int, Callable[[bytes], bytes]]] = {
    "a changed fact": (3, lambda file: changed(file, 3, lambda row: row.update(data='{"unit":"t64-2"}'))),
    "a changed reporter": (2, lambda file: changed(file, 2, lambda row: row.update(by="bob"))),
    "a changed digest": (2, lambda file: changed(file, 2, lambda row: row.update(digest="0" * 64))),
    "time running backward": (
        3,
        lambda file: changed(file, 3, lambda row: row.update(at="2026-05-01T18:29:59.999999Z")),
    ),
    "a row taken out": (3, lambda file: cut(file, 3, 3)),
    "the first row taken out": (2, lambda file: cut(file, 2, 2)),
    "the last row cut off": (3, lambda file: cut(file, 4, 4)),
    "a file cut within a line": (4, lambda file: file[:-20]),
    "a row twice": (5, lambda file: file + file.splitlines(keepends=True)[-1]),
    "a header alone": (1, lambda file: file.splitlines(keepends=True)[0]),
    "no header": (1, lambda file: cut(file, 1, 1)),
    "another format": (1, lambda file: changed(file, 1, lambda header: header.update(format="other"))),
    "a later version": (1, lambda file: changed(file, 1, lambda header: header.update(version=2))),
    "another stream": (2, lambda file: changed(file, 1, lambda header: header.update(stream=str(uuid4())))),
    "a field too few": (2, lambda file: changed(file, 2, lambda row: row.pop("via"))),
    "a number that is a text": (2, lambda file: changed(file, 2, lambda row: row.update(version="1"))),
    "another sealed value": (2, lambda file: file.replace(b'\\"zinc\\"', b'\\"zinn\\"')),
    "a sealed value elsewhere": (2, lambda file: file.replace(b'"data.cards.bob"', b'"data.cards.carol"')),
    "a sealed value nowhere": (2, lambda file: file.replace(b'"data.cards.bob"', b'"data.nowhere"')),
    "no JSON": (3, lambda file: file.replace(b'"position":2', b'"position":')),
    "no UTF-8": (3, lambda file: file.replace(b'"position":2', b'"position":2,"x":"\xff"')),
    "a raw NUL": (3, lambda file: file.replace(b'"position":2', b'"position":2\0')),
    "nested without end": (3, lambda file: file.replace(b'"position":2', b'"position":' + b"[" * 100_000)),
    "an empty line": (5, lambda file: file + b"\n"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_refused_by_line_and_leaves_nothing(name: str) -> None:
    stream = written()
    line, damage = BROKEN[name]
    whole = gone(stream)
    file = damage(whole)
    assert file != whole
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(io.BytesIO(file))
    assert refusal.value.line == line
    assert f"Line {line}: " in str(refusal.value)
    assert list(log.streams()) == []
    assert log.read(stream) == []
    with pytest.raises(ValueError, match=rf"^line {line}: "):
        verified(file)


@pytest.mark.parametrize("file", [b"", b"\n", b"[]", b"7", b"\xff", b"null\n", b"[" * 100_000])
def test_what_is_no_export_at_all(file: bytes) -> None:
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(io.BytesIO(file))
    assert refusal.value.line == 1
    with pytest.raises(ValueError, match=r"^line 1: "):
        verified(file)


def rechained(file: bytes, change: dict[str, object]) -> bytes:
    """A file whose first row was changed and its digests computed anew: a chain that holds."""
    header, *rows = map(json.loads, file.splitlines())
    rows[0].update(change)
    previous = {"position": 0, "digest": log.START}
    for row in rows:
        row["digest"] = verify_export.sha256(
            str(previous["digest"]) + verify_export.canonical(row | {"stream": header["stream"]})
        )
        previous = row
    header["digest"] = previous["digest"]
    return b"".join(json.dumps(line).encode() + b"\n" for line in [header, *rows])


@pytest.mark.parametrize(
    "change",
    [
        {"data": '{"text":"\\u0000"}'},
        {"data": "[]"},
        {"data": "{"},
        {"data": '{"n":99999999999999999999}'},
        {"type": "a\0"},
        {"type": ""},
        {"command_type": "\n"},
        {"command_data": "7"},
        {"position": 0},
        {"via": "fax"},
        {"by": "x" * 200},
        {"at": "yesterday"},
        {"command": "7"},
        {"command": "ABCDEF00-0000-4000-8000-000000000000"},
        {"version": 2**40},
        {"ordinal": -1},
    ],
)
def test_a_sound_chain_over_what_the_log_would_not_take(change: dict[str, object]) -> None:
    """Digests prove that a file was not altered, not that a log wrote it: an import keeps the bounds of an append."""
    file = gone(written(entry(), entry()))
    assert verified(rechained(file, {}))
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(io.BytesIO(rechained(file, change)))
    assert refusal.value.line == 2
    assert refusal.value.text.startswith(f"{next(iter(change))}: ")
    assert refusal.value.text.endswith(".")
    assert list(log.streams()) == []


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("why", {"salt": "0" * 33}),
        ("why", {"salt": "0\0"}),
        ("why", {"value": "{"}),
        ("why", {"value": '"\\u0000"'}),
        ("why", {"value": f'"{"x" * 1_048_576}"'}),
        ("x" * 196, {}),
        ("a\0", {}),
    ],
)
def test_a_sound_commitment_to_what_the_log_would_not_seal(name: str, change: dict[str, str]) -> None:
    file = gone(written(entry(data={"why": 1}, seals=("why",)), entry()))
    assert verified(resealed(file, "why" + "x" * 192, {}))
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(io.BytesIO(resealed(file, name, change)))
    assert refusal.value.line == 2
    assert refusal.value.text.startswith("data: " if name == "a\0" else "sealed: ")
    assert refusal.value.text.endswith(".")
    log.import_lines(io.BytesIO(resealed(file, "why" + "x" * 192, {})))  # as long as a place may be


def resealed(file: bytes, name: str, change: dict[str, str]) -> bytes:
    """A file whose first row seals another value, to which it commits, in the field of this name."""
    sealed = json.loads(file.splitlines()[1])["sealed"][0] | {"place": f"data.{name}"} | change
    data = {name: {"sealed": log.commitment(sealed["salt"], sealed["value"])}}
    return rechained(file, {"data": json.dumps(data, separators=(",", ":")), "sealed": [sealed]})


def test_rows_that_are_written_meanwhile_are_not_in_an_export() -> None:
    stream = written()
    lines = log.export_lines(stream)
    header = json.loads(next(lines))
    append(stream, entry(), after=3)
    assert len(list(lines)) == header["position"] == 3


def test_an_id_of_a_stream_that_is_not_as_the_log_writes_it() -> None:
    file = gone(written())
    with pytest.raises(log.BadExport) as refusal:
        log.import_lines(
            io.BytesIO(changed(file, 1, lambda header: header.update(stream=str(header["stream"]).upper())))
        )
    assert refusal.value.line == 1


def test_a_report_that_comes_twice_is_refused() -> None:
    file = gone(written(entry(), entry()))
    twice = json.loads(file.splitlines()[2])["command"]
    with pytest.raises(log.BadExport, match="comes twice") as refusal:
        log.import_lines(io.BytesIO(rechained(file, {"command": twice})))
    assert refusal.value.line == 2  # the first of those that go in together
    assert list(log.streams()) == []


def test_a_line_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "LONGEST_LINE", 10_000)
    file = gone(written())
    with pytest.raises(log.BadExport, match="longer than 10000 bytes"):
        log.import_lines(Bounded(file + b'{"x":"' + b"x" * 20_000))


class Bounded(io.BytesIO):
    """A file of which nobody may ask for a whole line, however long it is."""

    def readline(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        assert 0 < size <= 10_001
        return super().readline(size)


@pytest.mark.only_on("sqlite")  # it is the file that is long
def test_the_longest_row_there_can_be_still_comes_back() -> None:
    stream = written(entry(data={"text": '"' * 520_000}, command_data={"text": '"' * 520_000}))
    file = gone(stream)
    assert max(map(len, file.splitlines())) < importer.LONGEST_LINE
    assert log.import_lines(io.BytesIO(file)).head.position == 1


def test_the_commands(tmp_path: Path) -> None:
    stream = written()
    path = tmp_path / "battle.jsonl"
    path.write_bytes(gone(stream))
    out = io.StringIO()
    call_command("import", str(path), stdout=out)
    assert f"{stream} (story) taken in: 3 rows" in out.getvalue()
    call_command("import", str(path), stdout=out)
    assert "nothing was written" in out.getvalue()

    path.write_bytes(path.read_bytes().replace(b'"via":"script"', b'"via":"page"'))
    with pytest.raises(CommandError, match=r"Nothing was taken in\. Line 2"):
        call_command("import", str(path))
    with pytest.raises(CommandError, match="Nothing was taken in"):
        call_command("import", str(tmp_path / "nowhere"))
    with pytest.raises(CommandError, match="no stream"):
        call_command("export", str(uuid4()))


def run(*arguments: str, file: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """The verifier by itself: -I keeps everything but the standard library out of its reach."""
    return subprocess.run([sys.executable, "-I", "-S", str(SCRIPT), *arguments], input=file, capture_output=True)


@pytest.mark.only_on("sqlite")  # exported, the log is no database's any more
def test_the_verifier_needs_nothing_but_python(tmp_path: Path) -> None:
    file = exported(written(mustered(), entry("Gezogen – ё 🎲")))
    path = tmp_path / "battle.jsonl"
    path.write_bytes(file)
    for done in (run(str(path)), run(file=file)):
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"holds: story ")

    for done in (run(file=cut(file, 2, 2)), run(file=b"")):
        assert (done.returncode, done.stdout) == (1, b"")
        assert done.stderr.startswith(b"does not hold: line ")
    assert run(str(tmp_path / "nowhere")).returncode == 1


def test_the_verifier_names_the_line_of_a_header_that_lacks_something() -> None:
    header = {"format": "leaguer-log", "version": 1, "position": 0, "digest": "0" * 64, "stream": "s"}
    with pytest.raises(ValueError, match=r"line 1: cannot be read .*kind"):
        verified(json.dumps(header).encode())


def test_the_verifier_is_short_enough_to_be_read() -> None:
    assert len(SCRIPT.read_text().splitlines()) < 110
    assert (exporter.FORMAT, exporter.VERSION) == ("leaguer-log", 1)
