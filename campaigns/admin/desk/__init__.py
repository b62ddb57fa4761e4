"""The desk: clubs, and campaigns that are prepared step by step until they open."""

from campaigns.admin.desk import campaigns, clubs

__all__ = ["campaigns", "clubs"]
