"""Requests to addresses that people have given: where they may lead (`addresses`), and one way to send (`sender`)."""
