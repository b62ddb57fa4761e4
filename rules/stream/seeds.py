"""What follows from a seed: dice, and further seeds.

A die for a question is HMAC-SHA256(seed, "question/ordinal"), reduced to a face without bias by rejection. The seed's
SHA-256 stands in the muster from the start and the seed is disclosed at the end, so anyone can check every die with a
few lines of standard library.
"""

from __future__ import annotations

import hashlib
import hmac


def commitment(seed: str) -> str:
    """SHA-256 (hex) of the seed's bytes; `seed` is 64 hex characters."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def derived_seed(seed: str, question: str) -> str:
    """A further seed (64 hex characters) that follows from `seed`: a campaign's seed gives those of its battles."""
    return hmac.new(bytes.fromhex(seed), f"seed/{question}".encode(), hashlib.sha256).hexdigest()


def die(seed: str, question: str, ordinal: int, faces: int) -> int:
    """Leaguer's die, 1..faces, for the `ordinal`-th (from 1) die of `question`."""
    bound = 2**64 - 2**64 % faces
    attempt = 0
    while True:
        word = f"{question}/{ordinal}" if attempt == 0 else f"{question}/{ordinal}/again-{attempt}"
        value = int.from_bytes(hmac.new(bytes.fromhex(seed), word.encode(), hashlib.sha256).digest()[:8], "big")
        if value < bound:
            return value % faces + 1
        attempt += 1
