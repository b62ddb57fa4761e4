"""The clerk as Celery tasks, prompt and in parallel. If a task is lost or done twice, only time is lost."""

from celery import shared_task

from battles import calling
from campaigns import clerk, mail
from campaigns.notices import delivery
from campaigns.outgoing import threads
from campaigns.push import sender


@shared_task(name="leaguer.attend")
def attend(stream: str) -> None:
    """Do what is due in one stream."""
    calling.heard(stream)
    clerk.attend(stream)
    clerk.summon(stream)
    if sender.due().exists():
        push.delay()
    threads.start()


@shared_task(name="leaguer.sweep")
def sweep() -> None:
    """Hand out everything that is due, a task each, and the mail."""
    calling.answers()
    for stream in clerk.due():
        calling.call(stream)
    for stream in clerk.summonable():
        clerk.summon(stream)
    clerk.tidy()
    delivery.hand_over()
    threads.start()
    post.delay()
    push.delay()


@shared_task(name="leaguer.post")
def post() -> None:
    """Send the mail that waits."""
    mail.send_due()


@shared_task(name="leaguer.push")
def push() -> None:
    """Tell the phones of those who are waited for."""
    sender.send_due()
