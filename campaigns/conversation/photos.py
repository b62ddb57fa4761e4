"""Photos: each is decoded and drawn anew, so that nothing of the file that was sent is kept but what it shows.

Place, camera, comments, colour profiles, thumbnails and whatever is hidden behind the picture are gone with that. What
a file is, its content says and neither its name nor its media type. It is kept where `MEDIA` says, under a name that
nobody can guess.
"""

from __future__ import annotations

import secrets
import warnings
from collections.abc import Iterable
from functools import partial
from io import BytesIO
from typing import IO

import msgspec
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from PIL import Image, ImageOps

from campaigns.models import Photo, Post
from rules.contract import Refused, say
from rules.contract import gettext_noop as _

LONGEST = 1600  # pixels of its longer side
LARGEST = 8 * 1024 * 1024  # bytes of one file
MOST = 4  # of one post, or as many as `LARGEST_POST` holds
LARGEST_POST = 14 * 1024 * 1024  # bytes of all of them: the web server takes 16 MB at once
MOST_PIXELS = 25_000_000  # decoded at once: 75 MB
MOST_PIXELS_SCALED = 64_000_000  # of a JPEG that is decoded smaller than it is
FORMATS = ("JPEG", "PNG", "WEBP")
QUALITY = 82
FOLDER = "photos/"
TYPE = "image/jpeg"


class Drawn(msgspec.Struct, frozen=True):
    """A photo as it is kept: a JPEG of our own."""

    content: bytes
    width: int
    height: int


def drawn(content: bytes) -> Drawn:
    """The picture in a file that somebody sent. `Refused` for what is none, or too large to look at."""
    if len(content) > LARGEST:
        raise _too_large()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of Pillow: sizes are bounded here, and broken metadata is not kept
            return _drawn(content)
    except Refused:
        raise
    except Exception as error:  # a decoder raises whatever it stumbles over in a file made to break it
        text = say(_("This file is not a photo that can be read here."))
        raise Refused("photo", text, _("Send a JPEG, PNG or WebP."), field="photos") from error


def _drawn(content: bytes) -> Drawn:
    with Image.open(BytesIO(content), formats=FORMATS) as image:
        progressive = bool(image.info.get("progressive"))
        scales = image.format == "JPEG" and not progressive
        if image.width * image.height > (MOST_PIXELS_SCALED if scales else MOST_PIXELS):
            raise _too_large()
        if scales:
            image.draft("RGB", (LONGEST, LONGEST))
        image.load()
        turned = ImageOps.exif_transpose(image)
        turned.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
        plain = _flat(turned)
    made = BytesIO()
    plain.save(made, "JPEG", quality=QUALITY, optimize=True, progressive=True)
    return Drawn(made.getvalue(), plain.width, plain.height)


def _flat(image: Image.Image) -> Image.Image:
    """Its pixels alone, on white where it is transparent."""
    plain = Image.new("RGB", image.size, "white")
    if image.has_transparency_data:
        clear = image.convert("RGBA")
        plain.paste(clear, mask=clear.getchannel("A"))
    else:
        plain.paste(image.convert("RGB"))
    return plain


def _too_large() -> Refused:
    text = say(_("This photo is too large: %(mb)s MB and 25 megapixels at most."), mb=LARGEST // 1024 // 1024)
    return Refused("photo", text, _("Send a smaller one."), field="photos")


def all_drawn(files: Iterable[UploadedFile[bytes]]) -> list[Drawn]:
    """The photos of a post. None is decoded before all are counted and weighed."""
    sent = list(files)
    if len(sent) > MOST or sum(one.size or 0 for one in sent) > LARGEST_POST:
        text = say(_("A post takes %(n)s photos at most, of %(mb)s MB together."), n=MOST, mb=LARGEST_POST // 1024**2)
        raise Refused("photo", text, _("Put the others into a second post."), field="photos")
    for one in sent:
        if (one.size or 0) > LARGEST:
            raise _too_large()
    return [drawn(one.read()) for one in sent]


def keep(post: Post, photos: Iterable[Drawn]) -> None:
    """Write the files, then their rows: a row whose file is missing would show as a broken picture."""
    for one in photos:
        name = f"{secrets.token_urlsafe(24)}.jpg"
        default_storage.save(FOLDER + name, ContentFile(one.content))
        Photo.objects.create(post=post, name=name, width=one.width, height=one.height)


def remove(found: Iterable[Photo]) -> None:
    """Delete photos; their files as soon as that is certain."""
    for one in list(found):
        name = one.name
        one.delete()
        transaction.on_commit(partial(default_storage.delete, FOLDER + name))


def read(name: str) -> bytes:
    """A photo's file, for a backup. FileNotFoundError where there is none."""
    with default_storage.open(FOLDER + name) as file:
        content: bytes = file.read()
    return content


def put_back(name: str, content: bytes) -> None:
    """The file of a photo from a backup, unless it is there."""
    if not default_storage.exists(FOLDER + name):
        default_storage.save(FOLDER + name, ContentFile(content))


def opened(photo: Photo) -> IO[bytes]:
    """Its file. FileNotFoundError where there is none."""
    return default_storage.open(FOLDER + photo.name)
