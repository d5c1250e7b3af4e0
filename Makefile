# One door. `make demo` and `make test` work from a fresh clone; the rest is what .ci/run runs.
#
#   PYTHON=/path/to/python3   the interpreter for .venv (default: the first Python 3.11 or newer)
#   VENV=.venv                where the virtual environment lies
#   T="-k soak"               more arguments for pytest

VENV ?= .venv
DIST ?= dist
JOBS ?= auto
export VENV PYTHON

BIN := $(VENV)/bin
OUT := build/demo
DEMO := fixtures/demo

.DEFAULT_GOAL := help
.PHONY: help demo test browser screenshots lint format types mypy pyright imports package docs docs-check schemas \
	schemas-check site site-check docs-tools bench clean runtime dev

help:
	@echo "make demo      check two sheets, resolve a logged fight, show what changed"
	@echo "make test      every test                  make bench     measurements"
	@echo "make browser   JupyterLab in a Chromium    make screenshots   and keep what it looked like"
	@echo "make lint      ruff                        make format    let ruff mend and format"
	@echo "make types     mypy and pyright, strict    make imports   which way imports may point"
	@echo "make docs      write the generated pages   make schemas   write schemas/ from the models"
	@echo "make site      docs/ as a site in build/site"
	@echo "make package   sdist and wheel, checked    make clean     remove what make made"

runtime:
	@sh .ci/venv runtime

dev:
	@sh .ci/venv dev

demo: runtime
	@PATH="$(abspath $(BIN)):$$PATH" sh .ci/demo $(DEMO) $(OUT)

test: dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(T)

browser:
	@sh .ci/venv browser
	$(BIN)/pytest tests/browser $(T)

screenshots:
	@SW_DATA_SCREENSHOTS=1 $(MAKE) --no-print-directory browser

lint: dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: mypy pyright

mypy: dev
	$(BIN)/mypy

pyright: dev
	$(BIN)/pyright --pythonpath $(BIN)/python

imports: dev
	$(BIN)/lint-imports

package: dev
	rm -rf $(DIST)
	$(BIN)/python -m build --outdir $(DIST) .
	$(BIN)/twine check --strict $(DIST)/*
	$(BIN)/check-wheel-contents $(DIST)/*.whl

docs: dev
	$(BIN)/python docs/generate.py

docs-check: dev
	$(BIN)/python docs/generate.py --check

schemas: dev
	$(BIN)/python -m sw_data.schema schemas

schemas-check: dev
	$(BIN)/python -m sw_data.schema --check schemas

# The notebooks are run for the site; the check leaves that to the tests, and looks at pages and links alone.
SPHINX := $(BIN)/sphinx-build -q -W --keep-going -j auto -c docs/site

docs-tools: dev
	@$(BIN)/python -m pip -qq --disable-pip-version-check --no-input install --group docs

site: docs-tools
	$(SPHINX) -b html -d build/site-pages docs build/site
	@echo "build/site/index.html"

site-check: docs-tools
	$(SPHINX) -E -b dummy -D nb_execution_mode=off -d build/site-check docs build/site-check

bench: dev
	@set -e; for script in bench/*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find sw_data cli tests docs bench -name __pycache__ -type d -prune -exec rm -rf {} +
