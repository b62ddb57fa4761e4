"""Photos of a conversation: what is kept of a file that somebody sends is what it shows, and nothing else of it."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from PIL import Image

from campaigns.conversation import photos
from rules.contract import Refused

SECRET = b"a secret behind the picture"


def picture(kind: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **more: object) -> bytes:
    made = BytesIO()
    image = Image.new(mode, size, "white")
    image.paste(Image.new(mode, (size[0] // 2, size[1] // 2), "red"))
    image.save(made, kind, **more)
    return made.getvalue()


def from_a_phone(orientation: int = 1) -> bytes:
    """With the place at which it was taken, the camera, a comment, and more bytes behind its end."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "Secretphone"
    exif.get_ifd(0x8825).update({1: "N", 2: (52.0, 31.0, 12.0), 3: "E", 4: (13.0, 24.0, 18.0)})
    return picture("JPEG", exif=exif, comment=SECRET, icc_profile=SECRET) + b"<script>alert(1)</script>" + SECRET


def test_place_and_camera_are_gone() -> None:
    sent = from_a_phone()
    with Image.open(BytesIO(sent)) as before:
        assert before.getexif().get_ifd(0x8825)[2] == (52.0, 31.0, 12.0), "it was there"
    kept = photos.drawn(sent).content
    with Image.open(BytesIO(kept)) as after:
        assert (after.format, dict(after.getexif()), after.getexif().get_ifd(0x8825)) == ("JPEG", {}, {})
        assert not {"exif", "comment", "icc_profile", "xmp", "photoshop"} & after.info.keys()
    for secret in (SECRET, b"Secretphone", b"script", b"Exif"):
        assert secret not in kept


@pytest.mark.parametrize(("orientation", "red"), [(1, (5, 5)), (3, (55, 35)), (6, (35, 5)), (8, (5, 55))])
def test_a_photo_stands_upright(orientation: int, red: tuple[int, int]) -> None:
    """The camera only notes how it was held: that is lost with the rest, so the picture itself is turned."""
    kept = photos.drawn(from_a_phone(orientation))
    assert (kept.width, kept.height) == ((60, 40) if orientation in (1, 3) else (40, 60))
    with Image.open(BytesIO(kept.content)) as image:
        found = image.getpixel(red)
        assert isinstance(found, tuple)
        assert found[0] > 200
        assert found[1] < 60


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_large_photo_is_made_smaller(kind: str) -> None:
    kept = photos.drawn(picture(kind, (3200, 400)))
    assert (kept.width, kept.height) == (1600, 200)
    with Image.open(BytesIO(kept.content)) as image:
        assert (image.format, image.size) == ("JPEG", (1600, 200))


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_colour_is_read(mode: str) -> None:
    made = BytesIO()
    Image.new(mode, (20, 10)).save(made, "JPEG" if mode == "CMYK" else "PNG")
    assert photos.drawn(made.getvalue()).width == 20


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it is as large as that."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")
    )


def text_bomb() -> bytes:
    """A PNG whose comment is 200 MB once it is unpacked."""
    whole = picture("PNG")
    data = b"Comment\0\0" + zlib.compress(b"\0" * 200_000_000, 9)
    chunk = struct.pack(">I", len(data)) + b"zTXt" + data + struct.pack(">I", zlib.crc32(b"zTXt" + data))
    return whole[:33] + chunk + whole[33:]


def polyglot() -> bytes:
    """A page that begins like a GIF, which a browser that guesses would show."""
    return b"GIF89a/*" + b"\0" * 20 + b"*/=1;<html><script>alert(1)</script></html>"


# Made when they are asked for: a bomb takes a second to pack.
REFUSED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "text": lambda: b"no picture",
    "a page": lambda: b"<!DOCTYPE html><svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
    "a polyglot": lambda: polyglot(),
    "a GIF": lambda: picture("GIF"),
    "a TIFF": lambda: picture("TIFF"),
    "a PDF": lambda: b"%PDF-1.7\n" + picture("JPEG"),
    "a bomb": lambda: bomb(60_000, 60_000),
    "a bomb just too large": lambda: bomb(5001, 5000),
    "a bomb in a comment": lambda: text_bomb(),
    "cut off": lambda: picture("JPEG", (500, 500))[:700],
    "without its data": lambda: bomb(100, 100),
    "too many bytes": lambda: picture("JPEG") + b"\0" * photos.LARGEST,
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_photo_is_refused(what: str) -> None:
    with pytest.raises(Refused) as refused:
        photos.drawn(REFUSED[what]())
    assert refused.value.field == "photos"
