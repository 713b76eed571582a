# `make tasks` and `make test` set up all they need in .venv; the second runs what CI runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: tasks test setup lint types layers unit fmt docs clean bench

tasks: setup
	$(BIN)/espirec compile families -o OUT --force

test: lint types layers unit

setup: $(VENV)/.ready

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

unit: setup
	$(BIN)/pytest -n auto

fmt: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: setup
	$(BIN)/python docs/generate.py
	$(BIN)/python -m espire_dsl.tasks.documentation docs/suite.md

bench: setup
	for file in benchmarks/*.py; do $(BIN)/python $$file || exit 1; done

clean:
	rm -rf $(VENV) build dist
