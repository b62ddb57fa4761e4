"""The demo's league, beside the demo of campaigns."""
