"""The JSON the API answers with, one struct an object. The schema is made from these, so it cannot drift from them.

Texts are in the language the request asked for. Times are UTC, ISO-8601. Ids are UUIDs in canonical text.
"""
