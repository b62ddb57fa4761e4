"""As many pairs as there can be: a maximum matching of a graph, by Edmonds' blossom algorithm. Pure.

J. Edmonds, "Paths, trees, and flowers", Canadian Journal of Mathematics 17 (1965). Everything goes by the order of the
nodes, so the same question has the same answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Neighbours = Mapping[str, Sequence[str]]


def completed(
    neighbours: Neighbours, pairs: Iterable[tuple[str, str]] = (), first_paired: bool = True
) -> list[tuple[str, str]]:
    """A largest set of pairs of neighbours in which everyone of `pairs` is still paired, if perhaps with another.

    Of several such sets one in which the nodes that come first are paired; without `first_paired` it is often that one,
    and not always. Each pair and the pairs go by that order.
    """
    nodes = list(neighbours)
    place = {node: n for n, node in enumerate(nodes)}
    mate: dict[str, str] = {}
    for one, other in pairs:
        mate[one], mate[other] = other, one
    kept = frozenset(mate)
    for node in nodes:
        if node not in mate:
            later = [other for other in nodes[place[node] + 1 :] if other not in kept] if first_paired else []
            _augment(node, neighbours, mate, later)
    return [(node, mate[node]) for node in nodes if node in mate and place[node] < place[mate[node]]]


def _augment(root: str, neighbours: Neighbours, mate: dict[str, str], later: Sequence[str]) -> None:
    """Pair `root` too, if that can be, by swapping pairs along a path to another single node; else in place of one of
    those that come `later`, the last of them: it may have been paired as the end of such a path."""
    parent: dict[str, str] = {}  # of a node at an odd distance: the even one the search came from
    base: dict[str, str] = {}  # the blossom a node lies in, by the node it is reached at; its own where it lies in none
    even, queue = {root: True}, deque([root])  # in the order they were reached
    while queue:
        node = queue.popleft()
        for other in neighbours[node]:
            if base.get(node, node) == base.get(other, other) or mate.get(node) == other:
                continue
            if other in even:
                _contract(node, other, mate, parent, base, even, queue)
            elif other not in parent:
                parent[other] = node
                if other not in mate:
                    _swap(other, mate, parent)
                    return
                even[mate[other]] = True
                queue.append(mate[other])
    if (left := next((other for other in reversed(later) if other in even), None)) is not None:
        _swap(mate.pop(left), mate, parent)


def _swap(end: str, mate: dict[str, str], parent: dict[str, str]) -> None:
    """Pair along the path that ends at a single node: what was between two pairs becomes a pair."""
    node: str | None = end
    while node is not None:
        before = parent[node]
        next_one = mate.get(before)
        mate[node], mate[before] = before, node
        node = next_one


def _contract(
    one: str,
    other: str,
    mate: dict[str, str],
    parent: dict[str, str],
    base: dict[str, str],
    even: dict[str, bool],
    queue: deque[str],
) -> None:
    """Two even nodes that are neighbours close a circle of odd length: all of it is even from here on."""
    stem = _common(one, other, mate, parent, base)
    blossom: set[str] = set()
    for node, child in ((one, other), (other, one)):
        while base.get(node, node) != stem:
            mated = mate[node]
            blossom |= {base.get(node, node), base.get(mated, mated)}
            parent[node] = child
            node, child = parent[mated], mated
    for node in [*even, *parent]:
        if base.get(node, node) in blossom:
            base[node] = stem
            if node not in even:
                even[node] = True
                queue.append(node)


def _common(one: str, other: str, mate: dict[str, str], parent: dict[str, str], base: dict[str, str]) -> str:
    """The base at which the ways from two even nodes back to the root meet."""
    passed: set[str] = set()
    node = base.get(one, one)
    while True:
        passed.add(node)
        if node not in mate:  # the root
            break
        node = base.get(parent[mate[node]], parent[mate[node]])
    node = base.get(other, other)
    while node not in passed:
        node = base.get(parent[mate[node]], parent[mate[node]])
    return node
