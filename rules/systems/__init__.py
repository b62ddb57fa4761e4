"""One folder a rulebook; adding a folder adds a rulebook."""
