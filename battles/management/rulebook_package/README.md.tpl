# RULEBOOK_NAME

A rulebook for Leaguer. Install it beside Leaguer, and every page, the office and the API offer it:

```sh
pip install --editable .
```

Check it in a copy of Leaguer's source, with this package installed:

```sh
pytest tests/rules/conformance -k RULEBOOK_KEY
```

Its rules and where each is held: [RULEBOOK_PACKAGE/RULES.md](RULEBOOK_PACKAGE/RULES.md).
