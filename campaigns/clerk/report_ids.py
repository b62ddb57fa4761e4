"""The namespace of the clerk's report ids. An id follows from what the report is about, so that a repeated report
counts once."""

from uuid import NAMESPACE_URL, uuid5

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:clerk")
