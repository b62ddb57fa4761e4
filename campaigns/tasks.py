"""The clerk as Celery tasks: prompt and parallel. A task lost or done twice costs time, never truth."""

from celery import shared_task

from campaigns import clerk


@shared_task(name="leaguer.attend")
def attend(stream: str) -> None:
    """Do what is due in one stream."""
    clerk.attend(stream)


@shared_task(name="leaguer.sweep")
def sweep() -> None:
    """Hand out everything that is due, a task each."""
    for stream in clerk.due():
        attend.delay(stream)
