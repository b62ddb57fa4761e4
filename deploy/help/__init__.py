"""The help at `/help/`: the pages of `docs/`, the rules of campaigns and leagues, and a reference that is read from the
code as it is installed. Everything is rendered here and searched here: no page asks another host for anything."""
