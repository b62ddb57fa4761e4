"""The demo: a club of three and a campaign under way, loaded through the doors that everyone comes through."""
