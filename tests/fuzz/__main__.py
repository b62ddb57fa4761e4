"""`python -m tests.fuzz TARGET --seconds N`; `python -m tests.fuzz --list`; `python -m tests.fuzz TARGET --keep`."""

from __future__ import annotations

import hashlib
import os
import sys
from argparse import ArgumentParser
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import SystemRandom
from time import monotonic, process_time

from tests.fuzz import kept
from tests.fuzz.targets import TARGETS, Fuzz, Target

ROOT = Path(__file__).resolve().parent.parent.parent
LONGEST = 4096  # bytes of an input
NOTED = 5.0  # seconds after which it is noted for how long a target has been fuzzed


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("target", nargs="?", choices=[*TARGETS])
    parser.add_argument("--seconds", type=int, default=3600)
    parser.add_argument("--in-all", action="store_true", help="until it has been fuzzed by coverage for so long")
    parser.add_argument("--keep", action="store_true", help="write what was found to tests/fuzz/corpus")
    parser.add_argument("--list", action="store_true")
    asked = parser.parse_args()
    if asked.list or not asked.target:
        sys.stdout.write("".join(f"{name}\n" for name in TARGETS))
        return
    target, corpus = TARGETS[asked.target], ROOT / "var" / "fuzz" / asked.target
    corpus.mkdir(parents=True, exist_ok=True)
    for seed in (*target.seeds(), *kept.of(asked.target)[0]):
        (corpus / hashlib.sha1(seed, usedforsecurity=False).hexdigest()).write_bytes(seed)
    clock = Clock(corpus)
    if asked.keep:
        found = kept.chosen(target, ready(target), (file.read_bytes() for file in corpus.iterdir()))
        file = kept.write(asked.target, found, clock.before)
        sys.stdout.write(f"{len(found)} inputs are kept in {file.relative_to(ROOT)}.\n")
        return
    seconds = asked.seconds - (clock.before if asked.in_all else 0)
    if seconds <= 0:
        sys.stderr.write(f"Done: it has been fuzzed for {clock.before} seconds.\n")
        return
    if find_spec("atheris") is not None:
        by_coverage(target, corpus, seconds, clock)
    else:
        by_chance(target, corpus, seconds)


class Clock:
    """For how many seconds of the processor a target has been fuzzed by coverage, beside its corpus. It is noted again
    and again, since the fuzzer ends its process itself."""

    def __init__(self, corpus: Path) -> None:
        self.file = corpus.with_suffix(".seconds")
        here = int(self.file.read_text()) if self.file.exists() else 0
        self.before = max(here, kept.of(corpus.name)[1])

    def timed(self, fuzz: Fuzz) -> Fuzz:
        begun = noted = process_time()

        def run(data: bytes) -> None:
            nonlocal noted
            fuzz(data)
            if (now := process_time()) - noted > NOTED:
                noted = now
                self.file.write_text(str(self.before + int(now - begun)))

        return run


def ready(target: Target) -> Fuzz:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    fuzz = target.make()
    fuzz(b"")
    return fuzz


def by_coverage(target: Target, corpus: Path, seconds: int, clock: Clock) -> None:
    atheris = import_module("atheris")  # a tool that is not in the lock
    with atheris.instrument_imports(include=[*target.modules], enable_loader_override=False):
        fuzz = clock.timed(ready(target))
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", "-timeout=20", "-rss_limit_mb=3000"]
    options += ["-print_final_stats=1", "-verbosity=1", f"-artifact_prefix={corpus.parent}/{corpus.name}-"]
    atheris.Setup([sys.argv[0], *options, str(corpus)], fuzz)
    atheris.Fuzz()


def by_chance(target: Target, corpus: Path, seconds: int) -> None:
    """Takes pieces of what is in the corpus, changes and joins them. What fails is written down."""
    sys.stderr.write("Atheris is not installed: inputs are made by chance, and no coverage guides them.\n")
    fuzz, chance, ends, tried = ready(target), SystemRandom(), monotonic() + seconds, 0
    known = [file.read_bytes() for file in corpus.iterdir()] or [b""]
    while monotonic() < ends:
        data = bytearray(chance.choice(known))
        for _n in range(chance.randint(1, 8)):
            at = chance.randint(0, len(data))
            match chance.randrange(4):
                case 0:
                    data[at:at] = chance.randbytes(chance.randint(1, 8))
                case 1:
                    del data[at : at + chance.randint(1, 8)]
                case 2:
                    data[at : at + 1] = bytes([chance.randrange(256)])
                case _:
                    other = chance.choice(known)
                    data[at:at] = other[chance.randint(0, len(other)) :][: chance.randint(0, 64)]
        try:
            fuzz(bytes(data[:LONGEST]))
        except BaseException:
            (corpus.parent / f"{corpus.name}-crash").write_bytes(bytes(data[:LONGEST]))
            raise
        tried += 1
    sys.stderr.write(f"Done {tried} runs in {seconds} seconds\n")


if __name__ == "__main__":
    main()
