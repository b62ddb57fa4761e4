"""axe-core, which looks for what keeps people with a disability from using a page. It comes from npm at test time.

    python -m tests.axe FILE

fetches the release pinned here, checks it against its hash, and writes the script to FILE.
"""

from __future__ import annotations

import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

from tests.length import AT_LENGTH

RELEASE = "axe-core@4.14.1"
INTEGRITY = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
HERE = Path(sys.prefix) / "axe-core.js"  # where `make test` puts it
GRAVE = ("serious", "critical")
CONTRAST = "color-contrast"
# No rule we look for reads style sheets; to load those that another imports axe writes inline styles, which the pages
# forbid, and the browser would say so among the pages' own faults.
# Nor is a rule asked whose faults are not grave: those are a quarter of the work. And how an element is written is only
# asked where it has a fault: axe writes down each that it looks at, for a fifth of the work.
FOUND = """
    async ([rules, impacts, but]) => {
        axe._audit.noHtml = true;
        const written = target => target.length === 1 ? document.querySelector(target[0])?.outerHTML : "";
        const ours = () => axe._audit.rules.filter(one => one.enabled && !one.tags.includes('experimental')
            && (!one.impact || impacts.includes(one.impact)) && !but.includes(one.id));
        const asked = rules || ours().map(one => one.id);
        return (await axe.run(document, { resultTypes: ['violations'], preload: false, runOnly: asked }))
            .violations.flatMap(one => one.nodes.map(
                node => [node.impact || one.impact, one.id, node.target.join(' '), written(node.target)])) }
"""


def fetch(target: Path) -> None:
    """Write the script of `RELEASE` to `target`. `ValueError` if it is not what was pinned."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", RELEASE, "--pack-destination", folder], check=True)
        (archive,) = Path(folder).glob("*.tgz")
        found = "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
        if found != INTEGRITY:
            raise ValueError(f"{RELEASE} has the hash {found}, not {INTEGRITY}")
        with tarfile.open(archive) as files:
            script = files.extractfile("package/axe.min.js")
            assert script is not None
            target.write_bytes(script.read())


@cache
def _script() -> str:
    assert HERE.is_file(), f"`make {HERE}` fetches axe-core"
    return HERE.read_text(encoding="utf-8")


# Buttons fade from one colour to another.
SETTLE = """() => document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity).forEach((one) => one.finish())"""


def grave(page: Page, *, contrast: bool = AT_LENGTH) -> list[str]:
    """What is serious or critical on the page that is open; contrast, too, in light and in dark colours, at length or
    where it is told so.

    To look for contrast is two thirds of axe's work, in each of the colours. So it is told once for each kind of page,
    and where a page has a colour of its own: tests/pages/test_layout.py proves it of the palette, from which all others
    are.
    """
    found = _run(page, None, contrast)
    if contrast:
        page.emulate_media(color_scheme="dark")
        found += _run(page, [CONTRAST])
        page.emulate_media(color_scheme="light")
    return found


def faint(page: Page) -> list[str]:
    """Words on the page that is open that are hard to tell from their ground, in light and in dark colours."""
    found = []
    schemes: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme}: {one}" for one in _run(page, [CONTRAST])]
    page.emulate_media(color_scheme="light")
    return found


def contrast(page: Page) -> list[str]:
    """The same in the colours that the page has now."""
    return _run(page, [CONTRAST])


def targets(page: Page) -> list[str]:
    """Controls that are smaller than 24 pixels and too near to others (WCAG 2.2, 2.5.8)."""
    return _run(page, ["target-size"])


def _run(page: Page, rules: list[str] | None, contrast: bool = True) -> list[str]:
    if not page.evaluate("'axe' in window"):
        session = page.context.new_cdp_session(page)  # the browser compiles it once, which it does not for `evaluate`
        session.send("Runtime.evaluate", {"expression": _script()})
        session.detach()
    page.evaluate(SETTLE)
    found: Any = page.evaluate(FOUND, [rules, GRAVE, [] if contrast else [CONTRAST]])
    return [" ".join(one)[:300] for one in found if one[0] in GRAVE]


if __name__ == "__main__":
    fetch(Path(sys.argv[1]))
