"""What WCAG 2.2 asks of a page that is open and axe-core does not look at: WCAG's numbers are beside each."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

# A text that is cut off by a part of the page that hides what does not fit (1.4.4, 1.4.12). What is for screen readers
# alone is one pixel large, and Django's pair of lists has icons for the words of its buttons.
CUT_OFF = """() => {
    const found = [], hides = /hidden|clip/;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, at = text.parentElement;
        const apart = at.closest('.unseen, svg, .selector button');
        if (!text.data.trim() || apart || !at.checkVisibility({ visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const said = range.getBoundingClientRect();
        for (let over = at; over && over !== document.body; over = over.parentElement) {
            const style = getComputedStyle(over), box = over.getBoundingClientRect();
            if (style.position === 'absolute' && box.width <= 1) break;
            if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
            const wide = hides.test(style.overflowX) && (said.right > box.right + 1 || said.left < box.left - 1);
            const high = hides.test(style.overflowY) && said.bottom > box.bottom + 2;
            if (!wide && !high) continue;
            found.push(`${over.tagName}.${over.className}: ${text.data.trim().slice(0, 60)}`);
            break;
        }
    }
    return found;
}"""
# 1.4.12: what a reader may set, without a word being lost.
SPACED = """* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-bottom: 2em !important }"""
# 2.4.7, 2.4.11: what has the focus shows it, and is not wholly below what stays in its place as the page is scrolled.
FOCUSED = """() => {
    const at = document.activeElement;
    if (!at || at === document.body) return [];
    const shows = one => { const style = getComputedStyle(one);
        return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1 };
    const drawn = [...at.querySelectorAll('rect, .touch')]
        .some(one => parseFloat(getComputedStyle(one).strokeWidth) >= 3);
    const said = at.outerHTML.slice(0, 160), found = [];
    if (!shows(at) && !(at.closest('label') && shows(at.closest('label'))) && !(at.closest('svg') && drawn))
        found.push(`no focus: ${said}`);
    const boxes = [...at.getClientRects()].filter(box => box.width && box.height);
    const points = boxes.flatMap(box => [.1, .5, .9].flatMap(x => [.1, .5, .9].map(
        y => [box.left + x * box.width, box.top + y * box.height])));
    const stays = one => { for (; one; one = one.parentElement)
        if (/sticky|fixed/.test(getComputedStyle(one).position) && !one.contains(at)) return true; };
    const hidden = ([x, y]) => { const top = document.elementFromPoint(x, y); return !top || stays(top) };
    if (points.length && points.every(hidden)) found.push(`obscured: ${said}`);
    return found;
}"""
# 2.5.3: a name begins with, or has, the words that are seen.
OTHERWISE_NAMED = """() => { const words = text => text.toLowerCase().replace(/[^\\p{L}\\p{N}]+/gu, ' ').trim();
    return [...document.querySelectorAll(':is(a, button, summary, input)[aria-label]')]
    .filter(one => one.checkVisibility() && one.innerText?.trim())
    .filter(one => !words(one.ariaLabel).includes(words(one.innerText)))
    .map(one => `${one.ariaLabel}: ${one.innerText}`) }"""


def asked(page: Page, question: str) -> list[str]:
    found: Any = page.evaluate(question)
    return list(found)


def cut_off_if_spaced(page: Page) -> list[str]:
    """Texts that are lost where a reader spaces lines, letters and words (1.4.12)."""
    before = asked(page, CUT_OFF)
    page.evaluate(
        "rules => { const own = new CSSStyleSheet(); own.replaceSync(rules); document.adoptedStyleSheets = [own] }",
        SPACED,
    )
    found = [one for one in asked(page, CUT_OFF) if one not in before]
    page.evaluate("document.adoptedStyleSheets = []")
    return found


def enlarge(page: Page, times: float) -> None:
    """Letters alone, as a browser's setting does (1.4.4)."""
    page.evaluate("times => (document.documentElement.style.fontSize = `${100 * times}%`)", times)
