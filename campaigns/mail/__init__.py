"""Mail to people, by way of the outbox: `queue` where something is worth saying, `send_due` where the clerk works."""

from campaigns.mail.sending import send_again, send_due
from campaigns.mail.writing import queue, queue_to

__all__ = ["queue", "queue_to", "send_again", "send_due"]
