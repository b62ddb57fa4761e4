"""The clerk as Celery tasks, prompt and in parallel. If a task is lost or done twice, only time is lost."""

from celery import shared_task

from campaigns import clerk, mail


@shared_task(name="leaguer.attend")
def attend(stream: str) -> None:
    """Do what is due in one stream."""
    clerk.attend(stream)


@shared_task(name="leaguer.sweep")
def sweep() -> None:
    """Hand out everything that is due, a task each, and the mail."""
    for stream in clerk.due():
        attend.delay(stream)
    clerk.tidy()
    post.delay()


@shared_task(name="leaguer.post")
def post() -> None:
    """Send the mail that waits."""
    mail.send_due()
