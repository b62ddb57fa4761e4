"""Mail to people, by way of the outbox: `queue` where something is worth saying, `send_due` where the clerk works."""

from campaigns.mail.messages import queue, queue_to
from campaigns.mail.send import send_again, send_due

__all__ = ["queue", "queue_to", "send_again", "send_due"]
