"""Clocks go forward and back, each by itself: what is in the log keeps its order, and its times never run back."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from time import sleep

from tests.chaos import parts
from tests.chaos.site import whole

HOUR = 3600.0
AT = "SELECT stream, position, at FROM log_row ORDER BY stream, position"


def test_clocks_that_jump(tmp_path: Path, tell: Callable[[str], None]) -> None:
    chance, files = Random(5), {name: tmp_path / f"{name}.clock" for name in ("web", "worker")}
    with whole(tmp_path, 3, 12) as site:
        for name, module, make in (("web", "deploy.web", parts.web), ("worker", "celery", parts.worker)):
            site.parts[name].kill()
            wrong = {**site.environment, "CLOCK": str(files[name])}
            site.parts[name] = make(tmp_path, wrong, f"tests.chaos.clock {module}")
            site.parts[name].start()
        with site.played(pause=0.5):
            for _n in range(12):
                for file in files.values():
                    file.write_text(str(chance.uniform(-6 * HOUR, 6 * HOUR)))
                sleep(1)
            for file in files.values():
                file.write_text("0")
        database = site.parts["database"]
        assert isinstance(database, parts.PostgreSQL)
        with database.connect() as line:
            rows = line.execute(AT).fetchall()
        times = [(stream, str(at)) for stream, _position, at in rows]
        back = [(one, other) for one, other in pairwise(times) if one[0] == other[0] and other[1] < one[1]]
        assert back == []
        days = {at[:13] for _stream, at in times}
        assert len(days) > 2, "no clock was wrong"
        tell(f"clocks: {site.history.told}")
