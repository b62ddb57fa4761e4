"""What nests a thousand deep is refused in words on every form and in every body, and nothing is counted."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.api.conftest import Caller, problem
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
DEEP = 1000
NESTED = ("[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP)


@pytest.mark.parametrize("nested", NESTED, ids=["list", "object"])
def test_pasted_typed_and_sent_by_program(table: Table, nested: str) -> None:
    table.play(MOVED)
    head, bob = table.head, as_(table.cast.bob)
    line = f"report-result winner=x conditions='{nested}'"
    for check in ({}, {"check": "1"}):
        pasted = bob.post(f"{table.url}script/", {"script": line, "id": str(uuid4()), **check})
        assert pasted.status_code == 422
        assert "The report nests deeper than 12 levels." in pasted.content.decode()
    typed = {
        "type": "ReportStatus",
        "given": nested,
        "id": str(uuid4()),
        "pick:unit": "red-1",
        "data:condition": nested,
    }
    answer = bob.post(f"{table.url}report/", typed)
    assert answer.status_code == 422
    assert "nested too deeply" in answer.content.decode()
    for path, sent in (("declare/", {"data:models.red-1.lost_cards": nested}), ("correct/2/", {"line": line})):
        answer = bob.post(f"{table.url}{path}", {**sent, "reason": "x", "step": "do", "id": str(uuid4())})
        assert answer.status_code == 422, path
        assert "nest" in answer.content.decode(), path
    where, caller = f"battles/{table.battle}/commands/", Caller(table.cast.bob)
    script = caller.post(where, line, "text/x-battle-script", Idempotency_Key=str(uuid4()))
    assert problem(script, 400, "malformed")["detail"] == "The report nests deeper than 12 levels."
    body = f'{{"id":"{uuid4()}","type":"ReportResult","data":{{"winner":"x","conditions":{nested}}}}}'
    problem(caller.post(where, body), 400, "malformed")
    problem(caller.post(f"campaigns/{table.campaign}/commands/", body), 400, "malformed")
    problem(caller.post("token/", nested), 400, "malformed")
    assert table.head == head
