"""Webhooks: what happens in a club's battles, campaigns and leagues, sent to programs as it is reported.

Messages are signed as Standard Webhooks says (`signing`). `events` names them and asks the floors that know how a log
is shown to a stranger; nobody is sent more. `endpoints` are set up by a club's organisers, `streams` finds the logs
with news for one, and `deliverer` sends them: each log in order, at least once, each endpoint on its own (`threads`).
"""
