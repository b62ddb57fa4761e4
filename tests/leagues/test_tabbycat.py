"""Archives of Tabbycat: debates become games, teams one opponent each; what is no archive harms nobody."""

from __future__ import annotations

from leagues import history
from leagues.history import Past
from leagues.history.listing import Met

TEAMS = """<participants>
<team id="T1" name="Steel Club 1" code="x"><speaker id="S1">Anna</speaker><speaker id="S2">Bob</speaker></team>
<team id="T2" name="Ford 1" code="y"><speaker id="S3"> Otto  Fuchs </speaker></team>
<team id="T3" name="Ford 2"><speaker id="S4">Emil</speaker></team>
<team id="T4" name="Ford 3"><speaker id="S5">Emil</speaker></team>
<adjudicator id="A1" name="Judge"><feedback score="5"><answer question="Q1">fine</answer></feedback></adjudicator>
</participants><motion id="M1" reference="x">This House<info-slide>x</info-slide></motion>"""


def side(team: str, *ballots: str, **more: str) -> str:
    also = "".join(f' {name}="{value}"' for name, value in more.items())
    speech = '<speech speaker="S1" reply="false"><ballot adjudicators="A1">99</ballot></speech>'
    return f'<side team="{team}"{also}>{"".join(ballots)}{speech}</side>'


def ballot(rank: int | str, score: str, minority: bool = False) -> str:
    rank = f' rank="{rank}"' if rank else ""
    gone = str(minority).lower()
    return f'<ballot adjudicators="A1"{rank} minority="{gone}" ignored="{gone}">{score}</ballot>'


def archive(*debates: str, declares: str = "") -> str:
    rounds = "\n".join(f'<round name="Round" elimination="false">\n{one}\n</round>' for one in debates)
    begin = f'<?xml version="1.0" encoding="latin-1"?>{declares}'
    return f'{begin}\n<tournament name="Pokal 2019">{rounds}{TEAMS}</tournament>'


def debate(*sides: str) -> str:
    return f'<debate id="D1" adjudicators="A1" chair="A1">{"".join(sides)}</debate>'


def only(*sides: str) -> Past:
    found = history.read(archive(debate(*sides)))
    assert not found.faults
    (game,) = found.games
    return game


def fault(text: str) -> history.Fault:
    (found,) = history.read(text, "tabbycat").faults
    return found


def test_the_majority_says_who_has_won_and_a_single_speaker_is_a_person() -> None:
    lost = side("T1", ballot(2, "74.5"), ballot(2, "75.5"), ballot(1, "90", minority=True))
    won = side("T2", ballot(1, "76.4"), ballot(1, "76.6"), ballot(2, "60", minority=True))
    assert only(lost, won) == Past(3, "Pokal 2019", 1, "Otto Fuchs", "Steel Club 1", 77, 75, "won")
    assert only(side("T3", ballot("", "70")), side("T4", ballot("", "70"))).result == "drawn"
    assert only(side("T3", ballot("", "70")), side("T4", ballot("", "71"))).player == "Ford 3"  # both speakers are Emil
    walked = only(side("T1", ballot(1, "True"), forfeit="true"), side("T2"))
    assert (walked.player, walked.points) == ("Otto Fuchs", 0)
    assert only(side("T1", ballot("", "False")), side("T2", ballot("", "True"))).player == "Otto Fuchs"


def test_four_teams_meet_in_one_game() -> None:
    ranks = {"T1": 2, "T2": 1, "T3": 4, "T4": 3}
    game = only(*(side(team, ballot(rank, str(80 - rank))) for team, rank in ranks.items()))
    assert (game.player, game.result, len(game.others)) == ("Otto Fuchs", "won", 2)
    assert {one.result for one in game.sides[1:]} == {"lost"}
    final = only(*(side(team, ballot(1 if team in ("T1", "T3") else 2, "True")) for team in ranks))
    assert [one.result for one in final.sides] == ["won", "lost", "won", "lost"]
    assert Met("Ford 2", 0, "won") in final.sides


def test_a_bye_is_no_game_and_faults_name_line_field_and_remedy() -> None:
    whole = debate(side("T1", ballot(1, "75")), side("T2", ballot(2, "74")))
    found = history.read(archive(debate(side("T3")), debate(), whole))
    assert [(one.line, one.what) for one in found.empty] == [
        (3, "Ford 2 had a bye."),
        (6, "This debate has no result."),
    ]
    assert ([one.round for one in found.games], found.faults) == ([3], [])
    for sides, field, what in (
        ((side("T9", ballot(1, "75")), side("T2", ballot(2, "74"))), "team", "no team “T9”"),
        ((side("T1"), side("T2")), "ballot", "do not say who has won"),
        ((side("T1", ballot(1, "many")), side("T2", ballot(2, "74"))), "ballot", "“many” is no score"),
        ((side("T1", forfeit="true"), side("T2", forfeit="true")), "forfeit", "Nobody came"),
    ):
        one = fault(archive(debate(*sides)))
        assert (one.line, one.field) == (3, field)
        assert what in one.what
        assert one.remedy


def test_what_is_no_archive_is_refused_at_its_line() -> None:
    bomb = '<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    assert "document type" in fault(archive(debate(), declares=bomb)).what
    outside = '<!DOCTYPE t SYSTEM "file:///etc/passwd">'
    assert "document type" in fault(archive(debate(), declares=outside)).what
    broken = fault("<tournament name='x'>\n<round>\n</tournament>")
    assert ("damaged" in broken.what, broken.line) == (True, 3)
    for other in ("<html/>", "<tournament name='x'/>", "x", "", "<a>" * 50_000):
        assert fault(other).remedy


def test_what_a_list_is_shows_by_its_content() -> None:
    kinds = [history.kind_of(text) for text in ("\ufeff<?xml?>", ' {"tournament": 1}', "player,opponent", "")]
    assert kinds == ["tabbycat", "challonge", "csv", "csv"]
    table = history.read("player;opponent;points\nAnna;Otto;3\n")
    assert [(one.player, one.points) for one in table.games] == [("Anna", 3)]
    assert len(history.read("player\topponent\nAnna\tOtto\n").games) == 1
    assert history.read('player,opponent\nAnna,"' + "x" * 200_000).faults
    assert history.read('{"name": "x", "participants": [], "matches": [{"player1_id": []}, 3]}').faults
