"""Charts: lines over the reports of a battle or the rounds of a season. Templates draw them; each has its table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

WIDTH, HEIGHT = 360, 190  # of the picture, in its own units: as wide as a phone's screen
LEFT, RIGHT, TOP, BOTTOM = 34, 8, 10, 24  # margins, with the names of the axes
TONES = 4  # sides with a colour of their own
MOST_ROWS = 24  # of a table beside a chart


class Tick(msgspec.Struct, frozen=True):
    at: int
    text: str


class Series(msgspec.Struct, frozen=True):
    """One line: `tone` of its side, and its way as the points of a polyline."""

    name: str
    tone: int
    points: str
    end: int  # the height at which it ends, where its name is written


class Over(msgspec.Struct, frozen=True):
    """What a chart goes over: `head` names a step in the table, `first` the first one below the picture; `link` is the
    beginning of the address of each."""

    head: str
    first: str
    link: str


class Chart(msgspec.Struct, frozen=True):
    """Lines over steps: reports, rounds. `rows` of the table: a step's number, the end of its address, and the figures
    of each line; only steps that changed one of them."""

    key: str
    title: str
    head: str
    link: str
    series: tuple[Series, ...]
    ticks: tuple[Tick, ...]
    steps: tuple[Tick, ...]
    rows: tuple[tuple[int, int, tuple[int, ...]], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    base: int = HEIGHT - 8


def chart(
    key: str,
    title: str,
    lines: Sequence[tuple[str, Sequence[int]]],
    stops: Sequence[int],
    tones: Sequence[int],
    over: Over,
    least: int | None = 0,
) -> Chart:
    """`lines`: a name each, and the figures after each step; `stops`: the ends of the steps' addresses. `least`: what
    the picture shows at least, whatever the figures; None for the figures alone."""
    figures = list(zip(*(values for _name, values in lines), strict=True))
    shown = [*(one for step in figures for one in step), *(() if least is None else (least, least + 1))]
    ticks = _round(min(shown), max(*shown, min(shown) + 1))
    low, top = ticks[0], ticks[-1]
    last = max(1, len(stops) - 1)

    def x(place: int) -> int:
        return LEFT + round((WIDTH - LEFT - RIGHT) * place / last)

    def y(value: int) -> int:
        return TOP + int((HEIGHT - TOP - BOTTOM) * (top - value) / (top - low))

    return Chart(
        key=key,
        title=title,
        head=over.head,
        link=over.link,
        series=tuple(
            Series(name, tone, _stairs([(x(n), y(value)) for n, value in enumerate(values)]), y(values[-1]))
            for (name, values), tone in zip(lines, tones, strict=True)
        ),
        ticks=tuple(Tick(y(value), str(value)) for value in ticks),
        steps=tuple(Tick(x(n), str(n + 1) if n else over.first) for n in sorted({0, last // 2, last})),
        rows=tuple(_rows(figures, stops)),
    )


def _stairs(places: Sequence[tuple[int, int]]) -> str:
    """A line that stays level until the step that changes it. Places between others as high are left out."""
    found = [places[0]]
    for across, high in places[1:]:
        if high != found[-1][1]:
            found += [(across, found[-1][1]), (across, high)]
    return " ".join(f"{across},{high}" for across, high in [*found, (places[-1][0], found[-1][1])])


def _round(low: int, top: int) -> list[int]:
    """A few figures for the axis, at even and round steps, the ends at or beyond `low` and `top`."""
    rough = max(1, (top - low) / 4)
    size = 10 ** (len(str(int(rough))) - 1)
    step = next(size * by for by in (1, 2, 5, 10) if size * by >= rough)
    return [*range(low // step * step, -(-top // step) * step + 1, step)]


def _rows(figures: Sequence[tuple[int, ...]], stops: Sequence[int]) -> list[tuple[int, int, tuple[int, ...]]]:
    """The steps that changed a figure; of very many every few, and always the last."""
    told = [
        (n + 1, stop, now)
        for n, (now, stop) in enumerate(zip(figures, stops, strict=True))
        if not n or now != figures[n - 1]
    ]
    every = -(-len(told) // MOST_ROWS)
    return [row for n, row in enumerate(told) if n % every == 0 or n == len(told) - 1]
