"""The addresses of the API. The name of each is its row in `api.roles.TABLE`."""

from __future__ import annotations

from django.urls import URLPattern, path, re_path

from api import (
    adoption,
    battle_explain,
    battles,
    campaign_choices,
    campaign_explain,
    campaigns,
    docs,
    endpoints,
    friendly,
    league_log,
    leagues,
    maps,
    me,
    pairings,
    rosters,
    rounds,
    seasons,
    systems,
    tokens,
)


def at(route: str, view: type[endpoints.Endpoint]) -> URLPattern:
    return path(route, view.as_view(), name=view.url_name)


app_name = "api"
urlpatterns = [
    at("", docs.IndexView),
    at("token/", tokens.TokenView),
    at("me/", me.MeView),
    at("systems/", systems.SystemsView),
    at("systems/<slug:key>/", systems.SystemView),
    at("systems/<slug:key>/units/", systems.UnitsView),
    at("systems/<slug:key>/picks/<slug:picks>/", systems.PicksView),
    at("systems/<slug:key>/rosters/", rosters.RostersView),
    at("campaigns/", campaigns.CampaignsView),
    at("campaigns/commands/", seasons.ReportsView),
    at("campaigns/<uuid:id>/", campaigns.CampaignView),
    at("campaigns/<uuid:id>/standings/", campaigns.StandingsView),
    at("campaigns/<uuid:id>/platoons/", campaigns.PlatoonsView),
    at("campaigns/<uuid:id>/platoons/<slug:platoon>/", rounds.PlatoonView),
    at("campaigns/<uuid:id>/platoons/<slug:platoon>/roster/", rosters.PlatoonRosterView),
    at("campaigns/<uuid:id>/platoons/<slug:platoon>/orders/", maps.OrdersView),
    at("campaigns/<uuid:id>/map/", maps.MapView),
    at("campaigns/<uuid:id>/map.svg", maps.MapDrawingView),
    at("campaigns/<uuid:id>/sectors/<slug:sector>/", maps.SectorView),
    at("campaigns/<uuid:id>/explain/", campaign_explain.CampaignExplainView),
    at("campaigns/<uuid:id>/vehicles/", campaigns.VehiclesView),
    at("campaigns/<uuid:id>/rounds/", rounds.RoundsView),
    at("campaigns/<uuid:id>/fixtures/", campaigns.FixturesView),
    at("campaigns/<uuid:id>/pairings/", pairings.PairingsView),
    at("campaigns/<uuid:id>/ladder/", pairings.LadderView),
    at("campaigns/<uuid:id>/ledger/", rounds.LedgerView),
    at("campaigns/<uuid:id>/appointments/", rounds.AppointmentsView),
    at("campaigns/<uuid:id>/events/", seasons.CampaignEventsView),
    at("campaigns/<uuid:id>/choices/", campaign_choices.CampaignChoicesView),
    at("campaigns/<uuid:id>/commands/", seasons.CampaignCommandsView),
    at("leagues/", leagues.LeaguesView),
    at("leagues/commands/", league_log.LeagueReportsView),
    at("leagues/<uuid:id>/", leagues.LeagueView),
    at("leagues/<uuid:id>/players/", leagues.LeaguePlayersView),
    at("leagues/<uuid:id>/players/<str:player>/games/", leagues.LeagueGamesView),
    at("leagues/<uuid:id>/tables/<slug:table>/", leagues.LeagueTableView),
    at("leagues/<uuid:id>/events/", league_log.LeagueEventsView),
    at("leagues/<uuid:id>/choices/", league_log.LeagueChoicesView),
    at("leagues/<uuid:id>/commands/", league_log.LeagueCommandsView),
    at("friendly/", friendly.FriendlyView),
    at("battles/", battles.BattlesView),
    at("battles/<uuid:id>/", battles.BattleView),
    at("battles/<uuid:id>/join/", friendly.RoomView),
    at("battles/<uuid:id>/claim/", adoption.ClaimView),
    at("battles/<uuid:id>/adoption/", adoption.AdoptionView),
    at("battles/<uuid:id>/adoption/agreement/", adoption.AgreementView),
    at("battles/<uuid:id>/state/", battles.StateView),
    at("battles/<uuid:id>/events/", battles.EventsView),
    at("battles/<uuid:id>/explain/", battle_explain.ExplainView),
    at("battles/<uuid:id>/luck/", battles.LuckView),
    at("battles/<uuid:id>/facts/", battle_explain.FactsView),
    at("battles/<uuid:id>/commands/", battles.CommandsView),
    at("schema/", docs.SchemaView),
    path("docs/", docs.DocsView.as_view(), name="docs"),
    # any characters, line breaks too: the API itself answers for unknown addresses below this one
    re_path(r"^(?P<rest>[\s\S]*)$", docs.NowhereView.as_view(), name="nowhere"),
]
