"""Ids of the clerk's reports follow from what they are about, so that one told twice counts once."""

from uuid import NAMESPACE_URL, uuid5

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:clerk")
