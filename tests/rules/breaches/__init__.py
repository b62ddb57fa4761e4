"""A toy rulebook, broken on purpose in one way each."""
