# Road to Berlin. `make play` and `make test` set up what they need in .venv. Only `make test` may install something
# elsewhere: Debian's chromium, where it runs as root.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
LOCKED := $(PIP) install --quiet --require-hashes --requirement
# Three on two cores: while one waits for a browser, the others work.
SUITE := $(BIN)/python -m pytest -q -n 3 --dist worksteal
# Hundreds of processes are started by the suite: none shall compile again what another has compiled.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help venv play test test-fast test-long browser check lint webtypes format bench fuzz crash golden proof mutants wheel lock clean

help:
	@echo "make play    a table in the browser"
	@echo "make test    the checks and the whole test suite"
	@echo "make test-fast  without a browser, in two minutes      make test-long  whole games by clicking"
	@echo "make venv    set-up alone        make check   ruff, mypy, package directions"
	@echo "make bench   measure the speed   make fuzz    4,500 random games, 5,000 texts for the server"
	@echo "make golden  rewrite the golden playthroughs   make crash   kill the server 200 times under load, hammer it"
	@echo "make proof   rewrite the table of which test proves which clause"
	@echo "make wheel   a package in dist/  make lock    choose the dependencies' versions anew"
	@echo "make mutants break 300 rules of each game, and tell which breaks no test notices"
	@echo "make format  lay out the source  make clean   remove everything that was made"

venv: $(VENV)/.dev
	@$(MAKE) --no-print-directory $(VENV)/.bench || echo "note: OpenSpiel can't be had here; make bench will lack its yardstick"

play: $(VENV)/.cli
	@$(BIN)/berlin serve --open --quiet

test: lint browser
	$(SUITE)

# For daily work: nothing that drives a browser, nothing that plays the same law over and over.
test-fast: lint
	$(SUITE) -m "not slow" --ignore tests/e2e

# Whole games by clicking.
test-long: browser
	$(SUITE) --long

# The tests of the pages drive Debian's chromium. It is installed where that may be done; if it isn't, that is said.
browser: $(VENV)/.dev
	@$(BIN)/python tools/setup_browser.py

check: lint
	$(BIN)/python -m pytest -q tests/test_directions.py

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/mypy
	@$(MAKE) --no-print-directory webtypes

# The browser client needs no build; only its types are checked, where there is npm to do it with.
webtypes:
	@if command -v npm >/dev/null; then \
	  test -d tools/web/node_modules || npm ci --silent --no-audit --no-fund --prefix tools/web; \
	  npm run --silent check --prefix tools/web && echo "web types: clean"; \
	else echo "note: there is no npm here, so the types of the browser client are not checked"; fi

format: $(VENV)/.dev
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.run

fuzz: $(VENV)/.dev
	$(BIN)/berlin fuzz race --games 2000
	$(BIN)/berlin fuzz noretreat --games 1000
	$(BIN)/berlin fuzz fortress --games 1000
	$(BIN)/berlin fuzz orsha --games 500
	BERLIN_FUZZ=5000 $(BIN)/python -m pytest -q -s tests/server/test_fuzz.py

crash: $(VENV)/.dev
	BERLIN_CRASHES=50 BERLIN_HAMMER=100000 $(BIN)/python -m pytest -q tests/server/test_crash.py tests/server/test_hammering.py

golden: $(VENV)/.cli
	$(BIN)/python -m berlin.kernel.proof.golden

proof: $(VENV)/.dev browser
	$(SUITE) --write-proof

wheel: $(VENV)/.cli
	@rm -rf build
	@$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@echo "made: $$(ls -t dist/*.whl | head -n 1)"

lock: $(VENV)/.dev
	@$(PIP) install --quiet uv
	@$(BIN)/python tools/lock.py

mutants: $(VENV)/.dev
	$(BIN)/python -m tools.mutants --sample 300 --seed 1 --goal 90

clean:
	rm -rf $(VENV) build dist src/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks .mutants
	find src tests tools benchmarks -name __pycache__ -prune -exec rm -rf {} +

# Each stamp says that what this lock names was installed since it last changed. The package itself is built by what
# the lock holds, not by what pip would fetch for it.
$(VENV)/.base: tools/setup_venv.py
	@$(PYTHON) tools/setup_venv.py $(VENV)
	@touch $@

$(VENV)/.cli: requirements/play.txt pyproject.toml $(VENV)/.base
	$(LOCKED) requirements/play.txt
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.cli
	$(LOCKED) requirements/dev.txt
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.cli
	$(LOCKED) requirements/bench.txt --only-binary open-spiel
	@touch $@
