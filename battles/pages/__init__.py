"""The pages of a battle and of the rulebooks. Plain HTML and forms; they work without a script."""
