"""Conversation: what people say to one another about a fixture and its battle.

It is no fact of play: it stands on the desk (`campaigns.models.conversation`), can be edited, hidden and deleted, and
no log and no digest knows of it.
"""
