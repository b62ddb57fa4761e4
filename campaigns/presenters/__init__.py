"""What pages and API both show: answers made ready for one reader."""
