# Leaguer's commands. `make help` lists them.

# What makes .venv, if nobody says: `python3`; but the distribution's, if it has one that can, where `python3` is too old or
# was built without optimisation (pyenv builds so), which makes everything a sixth slower.
BUILT_FOR_SPEED = import sys, sysconfig as how; \
	exit(sys.version_info < (3, 11) or "--enable-optimizations" not in how.get_config_var("CONFIG_ARGS"))
MAKES_VENV = import ensurepip, sys, venv; exit(sys.version_info < (3, 11) or not ensurepip.version())
PYTHON ?= $(shell python3 -c '$(BUILT_FOR_SPEED)' 2>/dev/null || ! /usr/bin/python3 -c '$(MAKES_VENV)' 2>/dev/null \
	&& echo python3 || echo /usr/bin/python3)
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
SERVICES ?=
TIMES ?= 1
KILLS ?= 500

.DEFAULT_GOAL := help
.PHONY: help install run test soak chaos check format lint types architecture migrations production bench lock sbom holes release sign client messages screenshots docs clean

help: ## What can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

# ------------------------------------------------------------------------------------------------------ play

install: $(VENV)/runtime.stamp ## Install Leaguer's packages into .venv, and nothing else

run: $(VENV)/runtime.stamp ## Start Leaguer on this machine: http://localhost:8000 (PORT=, DATABASE_URL=)
	@PORT=$(PORT) exec sh deploy/run.sh $(BIN)

# ------------------------------------------------------------------------------------------------------ check

test: $(VENV)/dev.stamp $(VENV)/axe-core.js ## The tests, on SQLite and PostgreSQL, with Redis and a Celery worker (SERVICES=private); not those of `soak`
	@SERVICES=$(SERVICES) $(BIN)/python -m tests.servers sh tests/both.sh $(BIN)

soak: $(VENV)/dev.stamp $(VENV)/axe-core.js ## What is searched at length: tests marked `soak`, and every law on hundreds of battles (TIMES=)
	@SERVICES=$(SERVICES) LEAGUER_SOAK=$(TIMES) $(BIN)/python -m tests.servers sh tests/soak.sh $(BIN)

chaos: $(VENV)/dev.stamp ## Kill, cut off and fill up everything while people play, and check what they were told (KILLS=500)
	@LEAGUER_CHAOS=$(KILLS) LEAGUER_TEST_DATABASE=sqlite SERVICES=$(SERVICES) $(BIN)/python -m tests.servers \
		$(BIN)/pytest -n 0 --durations 20 tests/chaos

check: lint types architecture migrations production docs test ## All that has to hold before a change is handed in

format: $(VENV)/dev.stamp ## Lay the code out
	$(BIN)/ruff check --fix --select I .
	$(BIN)/ruff format .

lint: $(VENV)/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/dev.stamp
	$(BIN)/mypy

architecture: $(VENV)/dev.stamp
	$(BIN)/lint-imports --no-logo

migrations: $(VENV)/dev.stamp
	$(BIN)/python manage.py makemigrations --check --dry-run

# With a secret key made for this one check.
production: $(VENV)/dev.stamp
	LEAGUER_ENV=production SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
	ALLOWED_HOSTS=leaguer.example $(BIN)/python manage.py check --deploy --fail-level WARNING

bench: $(VENV)/dev.stamp ## Measure, side by side with what we chose against
	@SERVICES=$(SERVICES) $(BIN)/python -m tests.servers $(BIN)/python -m tests.bench

# ------------------------------------------------------------------------------------------------------ tend

# Hashes of every platform, and nothing of the machine it is made on.
COMPILE = PIP_CONFIG_FILE=/dev/null PIP_FIND_LINKS= $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe \
	--strip-extras --no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
	--no-emit-options

lock: $(VENV)/dev.stamp ## Pin the newest releases pyproject.toml allows
	$(COMPILE) --upgrade --output-file=requirements.txt pyproject.toml
	$(COMPILE) --upgrade --extra=dev --constraint=requirements.txt --output-file=requirements-dev.txt pyproject.toml

sbom: $(VENV)/dev.stamp ## Write what a release is made of into var/leaguer.cdx.json (CycloneDX)
	@mkdir -p var
	$(BIN)/python -W ignore -m cyclonedx_py requirements --pyproject pyproject.toml --output-reproducible \
		--output-file var/leaguer.cdx.json requirements.txt

holes: $(VENV)/dev.stamp ## Ask osv.dev for known holes of the libraries; fails if one is older than docs/security.md allows
	$(BIN)/python -m tests.holes requirements.txt

KEY ?=

release: $(VENV)/dev.stamp holes ## Make a release of what is committed, in var/release, and sign it (KEY=~/.ssh/id_ed25519)
	@test -n "$(KEY)" || { echo "KEY= is missing: the SSH key to sign with, or its public half if an agent has it."; exit 1; }
	rm -rf var/release
	$(BIN)/python -m tests.release var/release
	@$(MAKE) --no-print-directory sign KEY="$(KEY)"

sign: # of what lies in var/release; docs/install.md says how a club verifies it
	ssh-keygen -Y sign -f "$(KEY)" -n leaguer-release var/release/SHA256SUMS
	@ssh-keygen -Y verify -f SIGNERS -I releases@leaguer -n leaguer-release -s var/release/SHA256SUMS.sig \
		< var/release/SHA256SUMS || { echo "SIGNERS does not name this key, so nobody can verify what it signed."; exit 1; }

client: $(VENV)/dev.stamp ## Make clients/python anew from the API's schema
	$(BIN)/python manage.py spectacular --format openapi-json --file var/schema.json
	$(BIN)/python clients/python/generate.py var/schema.json

messages: $(VENV)/dev.stamp ## Collect the texts to translate (needs gettext) and compile their translations
	$(BIN)/python manage.py makemessages --all --no-obsolete --add-location file --ignore var --ignore tests
	$(BIN)/pybabel compile --domain django --directory locale --statistics

screenshots: $(VENV)/dev.stamp ## Take the pictures in docs/pictures: a turn in every rulebook, the main pages
	$(BIN)/python -m tests.screenshots docs/pictures

docs: $(VENV)/dev.stamp ## Render every page of the help, and refuse links that lead nowhere
	$(BIN)/python manage.py check_help

clean: ## Take away what was made, but not your data in var/
	rm -rf $(VENV) var/test-* staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# ------------------------------------------------------------------------------------------------------ install

# A stamp is newer than the lock that was installed last. The developers' lock holds everything of the other one.
$(VENV)/runtime.stamp: requirements.txt | $(VENV)/bin/pip
	@echo "Installing Leaguer's packages into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements.txt
	@touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements.txt | $(VENV)/bin/pip
	@echo "Installing Leaguer's packages and the tools to check it into $(VENV) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-dev.txt
	@touch $@ $(VENV)/runtime.stamp

# Checks pages in the browser tests. It comes from npm, as no Python package carries it.
$(VENV)/axe-core.js: tests/axe.py $(VENV)/dev.stamp
	$(BIN)/python -m tests.axe $@

$(VENV)/bin/pip:
	$(PYTHON) -m venv $(VENV)
