# Every target makes the environment that it needs, on a fresh machine too, and makes it once:
# see scripts/env.sh. PYTHON=/path/to/python chooses the interpreter.

SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory
export PYTHON

GAME ?= clans
SEATS ?= 4
PORT ?= 8000
DATA ?= data
LAN ?=
TESTS ?=
MINUTES ?= 10
ARGS ?=
# A plain assignment: gettext has a variable of that name in the environment.
LANGUAGE :=

# What must hold in both builds. The other tests need the pure build only.
BOTH_BUILDS := $(wildcard tests/engine tests/conformance tests/games tests/golden)
# What starts servers and browsers: two at a time, however many cores there are, and a module's
# tests together, as they share what was started.
REAL := $(wildcard tests/server tests/browser tests/stores tests/nodes)
# What needs the peers, which have an environment of their own.
PEERS := $(wildcard tests/research)
PYTEST := bin/python -m pytest -q
MANY := -n auto --dist worksteal
FEW := -n 2 --dist loadscope
# Set by scripts/test.sh: what is marked one_build is left to the compiled build.
ONCE ?=
# Where each test's time is written down, for scripts/times.py.
TIMES = --junit-xml=build/times/$(1).xml

.PHONY: help
help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: ## the table in the browser (PORT=, DATA=, ARGS=; LAN=1 for the whole house)
	@scripts/env.sh web
	@.venv/bin/tatami serve --open --port $(PORT) --data $(DATA) $(if $(LAN),--host 0.0.0.0) $(ARGS)

.PHONY: terminal
terminal: ## War of Clans in the terminal (GAME=, SEATS=, ARGS=)
	@scripts/env.sh play
	@.venv/bin/tatami play $(GAME) --seats $(SEATS) $(ARGS)

.PHONY: web
web: ## the client, built from web/ into src/tatami/web
	@scripts/env.sh web

.PHONY: test
test: ## everything: check, then the tests on both builds
	@scripts/test.sh

.PHONY: test-pure
test-pure: dev pure ## the tests without servers, on the pure build (ARGS= goes to pytest)

.PHONY: test-real
test-real: dev web browser database real ## the tests with real servers and browsers (TESTS=, ARGS=)

.PHONY: test-compiled
test-compiled: compiled both ## the tests of engine and games on the compiled build

.PHONY: test-research
test-research: research-env research ## the doors for researchers, by their peers' own suites (ARGS=)

.PHONY: pure real both research
# In every run the same order of sets; that games do not depend on it is a test of its own.
pure real both research: export PYTHONHASHSEED := 0
pure: # the tests, in the environments as they are
	@echo "== tests, pure build"
	@TATAMI_EXPECT=pure .venv/$(PYTEST) $(MANY) $(addprefix --ignore=,tests/docs $(REAL) $(PEERS)) $(if $(ONCE),-m "not one_build") $(call TIMES,pure) $(ARGS)
real:
	@echo "== tests, real servers and browsers"
	@TATAMI_EXPECT=pure .venv/$(PYTEST) $(FEW) $(or $(TESTS),$(REAL)) $(call TIMES,real) $(ARGS)
both:
	@echo "== tests, compiled build"
	@TATAMI_EXPECT=compiled .venv-compiled/$(PYTEST) $(MANY) $(BOTH_BUILDS) $(call TIMES,compiled) $(ARGS)
research:
	@echo "== tests, doors for researchers"
	@TATAMI_EXPECT=pure .venv-research/$(PYTEST) $(MANY) $(PEERS) $(call TIMES,research) $(ARGS)

.PHONY: prove
prove: ## many runs of the tests at this commit, alone and beside load (ARGS= goes to scripts/prove.py)
	@python3 scripts/prove.py $(ARGS)

.PHONY: soak
soak: dev web database ## look for trouble with new seeds, and print what to pin (MINUTES=, ARGS=)
	@TATAMI_EXPECT=pure PYTHONPATH=. .venv/bin/python -m tests.soak --minutes $(MINUTES) $(ARGS)

.PHONY: mutate
mutate: dev database ## break the code in random places; what does no test notice? (ARGS= to scripts/mutate.py)
	@.venv/bin/python scripts/mutate.py $(ARGS)

.PHONY: check
check: dev web checks ## formatting, lint, types, layers, docs, the client

.PHONY: checks
checks: # the same, in the environment as it is
	@echo "== check"
	@.venv/bin/ruff format --check --quiet --output-format concise . || { echo "run: make format"; exit 1; }
	@.venv/bin/ruff check --quiet --output-format concise .
	@.venv/bin/mypy --no-error-summary
	@.venv/bin/python scripts/web.py npm run --silent check
	@.venv/bin/lint-imports --no-logo
	@.venv/bin/python scripts/consistency.py
	@$(if $(wildcard tests/docs),TATAMI_EXPECT=pure .venv/$(PYTEST) tests/docs $(call TIMES,docs))

.PHONY: format
format: dev ## format the code and mend what lint can mend
	@.venv/bin/ruff check --quiet --fix-only .
	@.venv/bin/ruff format .

.PHONY: bench
bench: bench-env ## the compiled build beside its peers (ARGS= goes to benchmarks/run.py)
	@.venv-bench/bin/python benchmarks/run.py $(ARGS)

.PHONY: bench-doors
bench-doors: bench-env ## the doors for researchers, compiled (ARGS= goes to benchmarks/doors.py)
	@.venv-bench/bin/python -m benchmarks.doors $(ARGS)

.PHONY: bench-strength
bench-strength: bench-env ## how much the search adds, compiled (ARGS= goes to benchmarks/strength.py)
	@.venv-bench/bin/python -m benchmarks.strength $(ARGS)

.PHONY: bench-pure
bench-pure: bench-env ## the pure source alone
	@.venv-bench/bin/python benchmarks/run.py --only pure $(ARGS)

.PHONY: load
load: bench-env ## what the compiled server holds (ARGS= goes to benchmarks/load.py)
	@.venv-bench/bin/python -m benchmarks.load $(ARGS)

.PHONY: golden
golden: dev ## write the golden files anew; read the diff before you commit it
	@PYTHONPATH=. .venv/bin/python tests/golden/write.py $(ARGS)

.PHONY: golden-screens
golden-screens: dev web browser ## write what a screen reader finds on every screen anew
	@TATAMI_EXPECT=pure .venv/$(PYTEST) tests/browser/test_screens.py --golden $(ARGS)

.PHONY: pictures
pictures: dev web browser ## take the browser's pictures in docs/ anew; LANGUAGE=fr: every screen in it, into build/
	@.venv/bin/python scripts/pictures.py $(LANGUAGE)

.PHONY: language
language: dev ## what a language lacks (LANGUAGE=fr), or how much each does
	@.venv/bin/python scripts/language.py $(LANGUAGE)

.PHONY: wheel
wheel: ## the compiled wheel, in dist/
	@scripts/env.sh wheel
	@rm -rf dist && mkdir dist && cp build/wheel/*.whl dist/ && ls dist/*.whl

.PHONY: lock
lock: ## write requirements/*.txt anew from requirements/*.in
	@scripts/lock.sh

.PHONY: clean
clean: ## remove environments, builds and caches, not the games in data/
	rm -rf .venv .venv-compiled .venv-bench .venv-research build dist .mypy_cache .ruff_cache .pytest_cache \
	    .import_linter_cache .hypothesis __pycache__ src/tatami/web web/node_modules \
	    tests/failed
	find src tests benchmarks scripts web/art -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: dev browser database compiled bench-env research-env
dev: # .venv: pure and editable
	@scripts/env.sh dev
browser: # Chromium, of the system
	@scripts/env.sh browser
database: # PostgreSQL and nginx, of the system
	@scripts/env.sh database
compiled: # .venv-compiled: the compiled wheel and what the tests need
	@scripts/env.sh compiled
bench-env: # .venv-bench: the compiled wheel and its peers
	@scripts/env.sh bench
research-env: # .venv-research: pure and editable, and the peers
	@scripts/env.sh research
