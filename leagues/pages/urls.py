"""The addresses of leagues. `deploy.urls` includes them at the root."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from leagues.pages import (
    add_campaign,
    club,
    corrections,
    explain,
    feed,
    founding,
    history,
    league,
    machine,
    manage,
    next_season,
    player,
    teams,
    what_if,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs/", club.clubs, name="clubs"),
    path("clubs/<slug:slug>/", club.club, name="club"),
    path("clubs/<slug:slug>/colour.css", club.colour, name="club-colour"),
    path("clubs/<slug:slug>/calendar.ics", club.calendar, name="club-calendar"),
    path("leagues/", league.leagues, name="leagues"),
    path("leagues/new/", founding.found, name="league-found"),
    path("leagues/<slug:slug>/", league.league, name="league"),
    path("leagues/<slug:slug>/colour.css", league.colour, name="league-colour"),
    path("leagues/<slug:slug>/calendar.ics", league.calendar, name="league-calendar"),
    path("leagues/<slug:slug>/feed.atom", feed.league, name="league-feed"),
    path("leagues/<slug:slug>/manage/", manage.manage, name="league-manage"),
    path("leagues/<slug:slug>/edit/", founding.edit, name="league-edit"),
    path("leagues/<slug:slug>/seasons/add/", add_campaign.add, name="league-add"),
    path("leagues/<slug:slug>/seasons/before/", history.take_in, name="league-history"),
    path("leagues/<slug:slug>/seasons/next/", next_season.begin, name="league-next-season"),
    path("leagues/<slug:slug>/what-if/", what_if.ask, name="league-what-if"),
    path("leagues/<slug:slug>/why/", explain.why, name="league-why"),
    path("leagues/<slug:slug>/corrections/", corrections.corrections, name="league-corrections"),
    path("leagues/<slug:slug>/corrections/declare/", corrections.declare, name="league-declare"),
    path("leagues/<slug:slug>/corrections/<int:at>/", corrections.correct, name="league-correct"),
    path("leagues/<slug:slug>/corrections/<int:at>/settle/", corrections.settle, name="league-settle"),
    path("leagues/<slug:slug>/teams/", teams.teams, name="league-teams"),
    path("leagues/<slug:slug>/teams/<slug:team>/", teams.team, name="league-team"),
    path("leagues/<slug:slug>/players/<str:player>/", player.player, name="league-player"),
    path("leagues/<slug:slug>/vehicles/<uuid:campaign>/<str:vehicle>/", machine.machine, name="league-machine"),
]
