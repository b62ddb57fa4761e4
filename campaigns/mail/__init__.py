"""Mail to people, through the outbox: `queue` writes a message, `send_due` sends what waits."""

from campaigns.mail.messages import queue, queue_to
from campaigns.mail.send import send_again, send_due

__all__ = ["queue", "queue_to", "send_again", "send_due"]
