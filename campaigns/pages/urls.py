"""The addresses of all pages. `deploy.urls` includes them at the root."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, include, path

from battles.not_found import or_404
from battles.pages.urls import urls as battle_urls
from battles.tape import measure_with
from campaigns import roles
from campaigns.client_address import address_of
from campaigns.own_words.speaking import speak_as_club
from campaigns.pages import (
    about_me,
    account,
    adoption,
    buy,
    calendar,
    campaign,
    chances,
    claim,
    conversation,
    enlist,
    explain,
    exports,
    feed,
    first_run,
    fixture,
    friendly,
    here,
    home,
    invitations,
    login,
    map,
    map_replay,
    muster,
    new_campaign,
    notices,
    order,
    own_discord,
    passkeys,
    password_reset,
    platoon,
    push,
    reach,
    retreat,
    robots,
    roster,
    round_prints,
    sample,
    script,
    seat,
    second_factor,
    sector,
    service_worker,
    unsubscribe,
    vehicle,
    what_if,
)
from campaigns.pages.corrections import views as mending
from campaigns.push import presence
from rules.adjudicate import Who


def admit(request: HttpRequest, stream: str) -> Who | None:
    """The visitor's role in a battle; Http404 if they may not see it."""
    found = or_404(roles.admitted(request.user, stream))
    if not found.public:
        robots.keep_out(request)
    measure_with(found.tape)
    speak_as_club(found.speaks)
    return found.who


urlpatterns: list[URLPattern | URLResolver] = [
    path("", home.home, name="home"),
    *battle_urls(admit, roles.still_reading, presence.note, address_of),  # which are asked for most
    path("welcome/", first_run.welcome, name="welcome"),
    path("welcome/club/", first_run.club, name="welcome-club"),
    path("welcome/mail/", first_run.mail, name="welcome-mail"),
    path("welcome/people/", first_run.people, name="welcome-people"),
    path("sample/", sample.sample, name="sample"),
    path("campaigns/new/", new_campaign.begin, name="new-campaign"),
    path("campaigns/<uuid:stream>/template.json", new_campaign.download, name="season-template"),
    path("campaigns/<uuid:stream>/", campaign.campaign, name="campaign"),
    path("campaigns/<uuid:stream>/calendar.ics", calendar.campaign, name="campaign-calendar"),
    path("campaigns/<uuid:stream>/feed.atom", feed.campaign, name="campaign-feed"),
    path("campaigns/<uuid:stream>/tables/<slug:table>.<slug:format>", exports.table, name="table"),
    path("campaigns/<uuid:stream>/rounds/<int:number>/sheet/", round_prints.pairings, name="pairings-sheet"),
    path("campaigns/<uuid:stream>/rounds/<int:number>/poster/", round_prints.poster, name="poster"),
    path("campaigns/<uuid:stream>/rounds/<int:number>/slips/", round_prints.slips, name="slips"),
    path("campaigns/<uuid:stream>/here/", here.here, name="here"),
    path("campaigns/<uuid:stream>/enlist/", enlist.enlist, name="enlist"),
    path("campaigns/<uuid:stream>/script/", script.script, name="script"),
    path("campaigns/<uuid:stream>/corrections/", mending.corrections, name="corrections"),
    path("campaigns/<uuid:stream>/corrections/settle/", mending.settle_all, name="settle-all"),
    path("campaigns/<uuid:stream>/corrections/declare/", mending.declare, name="declare-facts"),
    path("campaigns/<uuid:stream>/corrections/<int:at>/", mending.correct, name="correct"),
    path("campaigns/<uuid:stream>/corrections/<int:at>/settle/", mending.settle, name="settle"),
    path("campaigns/<uuid:stream>/corrections/drafts/<uuid:key>/", reach.reach, name="correction-draft"),
    path("campaigns/<uuid:stream>/map/", map.map_, name="map"),
    path("campaigns/<uuid:stream>/map/replay/", map_replay.replay, name="map-replay"),
    path("campaigns/<uuid:stream>/map/replay/frames/", map_replay.frames, name="map-frames"),
    path("campaigns/<uuid:stream>/sectors/<str:sector>/", sector.sector, name="sector"),
    path("campaigns/<uuid:stream>/why/", explain.why, name="why"),
    path("campaigns/<uuid:stream>/what-if/", what_if.ask, name="what-if"),
    path("campaigns/<uuid:stream>/what-if/<uuid:scenario>/", what_if.saved, name="scenario"),
    path("campaigns/<uuid:stream>/muster/", muster.muster, name="muster"),
    path("campaigns/<uuid:stream>/fixtures/<str:fixture>/", fixture.fixture, name="fixture"),
    path("campaigns/<uuid:stream>/fixtures/<str:fixture>/play/", round_prints.play, name="play"),
    path("campaigns/<uuid:stream>/fixtures/<str:fixture>/conversation/", conversation.thread, name="conversation"),
    path("battles/<uuid:stream>/fixture/", conversation.of_battle, name="battle-fixture"),
    path("posts/<uuid:post>/", conversation.one_post, name="post"),
    path("photos/<str:name>", conversation.photo, name="photo"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/", platoon.platoon, name="platoon"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/chances/", chances.how, name="chances"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/buy/", buy.buy, name="buy"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/roster/", roster.roster, name="roster"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/order/", order.order, name="order"),
    path("campaigns/<uuid:stream>/platoons/<str:platoon>/retreat/", retreat.retreat, name="retreat"),
    path("campaigns/<uuid:stream>/vehicles/<str:vehicle>/", vehicle.vehicle, name="vehicle"),
    path("battles/<uuid:stream>/seat/", partial(seat.seat, admit=admit), name="battle-seat"),
    path("battles/<uuid:stream>/adopt/", partial(adoption.adopt, admit=admit), name="battle-adopt"),
    path("battles/<uuid:stream>/push/", partial(push.device, admit=admit), name="battle-push"),
    path("battles/<uuid:stream>/claim/", claim.claim, name="battle-claim"),
    path("battles/<uuid:stream>/all-about-me/", about_me.about_guest, name="battle-about-me"),
    path("battles/<uuid:stream>/join/", friendly.join, name="battle-join"),
    path("friendly/", friendly.begin, name="friendly"),
    path("login/", login.LogIn.as_view(), name="login"),
    path("login/passkey/ask/", passkeys.ask, name="passkey-ask"),
    path("login/passkey/", passkeys.come_in, name="passkey-login"),
    path("login/code/", second_factor.code, name="login-code"),
    path("logout/", push.LogOut.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("calendar/<str:signed>.ics", calendar.mine, name="my-calendar"),
    path("account/calendar/", calendar.renew, name="new-calendar"),
    path("account/all/", about_me.about_me, name="about-me"),
    path("account/minor/", account.minor, name="minor"),
    path("account/devices/stop/", push.stop, name="stop-device"),
    path("account/logins/end/", account.end_login, name="end-login"),
    path("account/tokens/end/", account.end_token, name="end-token"),
    path("account/password/", login.NewPassword.as_view(), name="password"),
    path("account/second-step/", second_factor.set_up, name="second-factor"),
    path("account/passkeys/begin/", passkeys.begin, name="passkey-begin"),
    path("account/passkeys/", passkeys.own, name="passkeys"),
    path("account/forgotten/", password_reset.Forgotten.as_view(), name="forgotten"),
    path("account/forgotten/sent/", password_reset.ForgottenSent.as_view(), name="forgotten-sent"),
    path("account/forgotten/<uidb64>/<token>/", password_reset.SetPassword.as_view(), name="new-password"),
    path("join/<str:code>/", invitations.join, name="join"),
    path("join/", invitations.join, name="come-in"),
    path("notices/", notices.notices, name="notices"),
    path("notices/settings/", notices.settings, name="notice-settings"),
    path("notices/discord/", own_discord.discord, name="notice-discord"),
    path("notices/<int:number>/", notices.notice, name="notice"),
    path("mail/stop/<str:signed>/", unsubscribe.stop, name="stop-mail"),
    path("robots.txt", robots.robots_txt),
    path("service-worker.js", service_worker.script),
    path("language/", include("django.conf.urls.i18n")),
]
