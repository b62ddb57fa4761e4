"""The demo: a club of three, its umpire and a campaign under way, loaded through the doors everyone comes through."""
