[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "leaguer-RULEBOOK_DIST"
version = "0.1.0"
description = "RULEBOOK_NAME, a rulebook for Leaguer"
readme = "README.md"
requires-python = ">=3.11"

# Leaguer finds it by this line: the rulebook's key, and the package that has its SYSTEM.
[project.entry-points."leaguer.rulebooks"]
RULEBOOK_KEY = "RULEBOOK_PACKAGE"

[tool.setuptools.packages.find]
include = ["RULEBOOK_PACKAGE*"]

[tool.setuptools.package-data]
"*" = ["*.md", "*.csv", "drawings/*.svg", "golden/**/*"]
