"""`leaguer log`: a battle in the terminal. Lines of script are completed, tried and reported; what others report is
told as it comes."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from uuid import uuid4

import httpx
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.patch_stdout import patch_stdout

from leaguer_client import Leaguer, LeaguerError
from leaguer_client.completion import parted, suggestions
from leaguer_client.shapes import Answer, Battle, Dice, Events, Problem

AGAIN = 3.0  # seconds before it listens again
HELP = """\
A line of script is reported: `fire alpha red-1 dice=2,5,6`. Tab completes it.
?LINE   what it would come to, without reporting it
/undo   take back the last report      /sheet  where the battle stands
/help   this                           /quit   leave (or Ctrl-D)"""


class Logger:
    """One battle, and how far it has been told."""

    def __init__(self, leaguer: Leaguer, battle: str) -> None:
        self.leaguer, self.id = leaguer, battle
        self.sheet: Battle = leaguer.read_a_battle(battle)
        self.position = self.sheet.position
        self.outlines: dict[str, str] = {}
        self.mine: set[str] = set()  # reports that were told as they were answered
        self.over = threading.Event()

    def prompt(self) -> str:
        return f"{self.sheet.phase or self.sheet.name}> "

    def hear(self, line: str) -> list[str]:
        """Do what a line says; what to tell of it. `EOFError` to leave."""
        line = line.strip()
        match line:
            case "":
                return []
            case "/quit":
                raise EOFError
            case "/help":
                return [HELP]
            case "/sheet":
                return list(told(self.sheet))
            case "/undo":
                line = self._undo()
        try:
            return self._report(line[1:], True) if line.startswith("?") else self._report(line, False)
        except LeaguerError as error:
            self._look()
            rule = f"[{error.problem.rule}] " if error.problem.rule else ""
            return [f"! {rule}{error}"]

    def _undo(self) -> str:
        offered = next((one for one in self.sheet.mends if one.command == "Undo"), None)
        return f"undo {offered.given['position']}" if offered else "undo"

    def _report(self, line: str, trying: bool) -> list[str]:
        receipt = self.leaguer.report_to_a_battle(
            self.id, line, after=self.position, dry_run=trying, idempotency_key=str(uuid4())
        )
        if not trying:
            self.mine |= {one.id for one in receipt.reports}
            self._look()
        return [text for one in receipt.reports for text in _answered(one)]

    def _look(self) -> None:
        self.sheet = self.leaguer.read_a_battle(self.id)
        self.position = max(self.position, self.sheet.position)

    def new_rows(self, found: Events) -> list[str]:
        """What others have reported."""
        self.position = max(self.position, found.position)
        lines = []
        for one in found.events:
            if one.report not in self.mine:
                lines.append(f"{found.people.get(one.by, one.by)}: {one.text}")
        if lines:
            self._look()
        return lines

    def listen(self) -> None:
        """Until it is over: tell what comes. In a thread of its own, with a connection of its own."""
        after = self.position
        while not self.over.is_set():
            try:
                for heard in self.leaguer.listen_to_a_battle(self.id, after=after):
                    after = heard.id
                    for line in self.new_rows(heard.data):
                        print(line)
                    if self.over.is_set():
                        return
            except (httpx.HTTPError, LeaguerError):
                pass
            self.over.wait(AGAIN)


def _answered(one: Answer) -> Iterable[str]:
    yield from (ruling.text for ruling in one.events)
    if isinstance(one.asks, Dice):
        yield f"Dice: {one.asks.count} × {one.asks.faces} faces, as {one.asks.field or 'Leaguer rolls'}"
    if isinstance(one.problem, Problem):
        yield f"! {one.problem.detail} {one.problem.remedy or ''}".rstrip()


def told(battle: Battle) -> Iterable[str]:
    """Where a battle stands, in a few lines."""
    yield f"{battle.name}: round {battle.round}, {battle.phase}"
    for unit in battle.units:
        facts = ", ".join(f"{one.label} {one.value}" for one in unit.facts)
        yield f"  {unit.side:12} {unit.id:14} {unit.name:20} {facts}".rstrip()
    if battle.pending:
        yield battle.pending
    elif battle.over:
        yield "The battle is over."


class Completes(Completer):
    """What may stand next, as of the newest sheet."""

    def __init__(self, logger: Logger) -> None:
        self.logger = logger

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor.removeprefix("?")
        _words, last = parted(line)
        for one in suggestions(line, self.logger.sheet, self.logger.outlines):
            yield Completion(one.text, -len(last), display_meta=one.label)


def run(leaguer: Leaguer, battle: str) -> None:
    logger = Logger(leaguer, battle)
    logger.outlines = dict.fromkeys(leaguer.read_a_rule_system(logger.sheet.system).commands, "")
    session: PromptSession[str] = PromptSession(completer=Completes(logger), complete_while_typing=False)
    for line in told(logger.sheet):
        print(line)
    with patch_stdout():
        threading.Thread(target=logger.listen, daemon=True).start()
        while True:
            try:
                said = session.prompt(logger.prompt)
            except KeyboardInterrupt:
                continue
            except EOFError:
                break
            try:
                for line in logger.hear(said):
                    print(line)
            except EOFError:
                break
    logger.over.set()
