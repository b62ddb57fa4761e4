"""What a project without a log would do: a table, a ModelSerializer, stock token authentication."""
