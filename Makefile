# `make tasks` and `make test` set up all they need in .venv. CI runs `make test ALL=1`, which leaves out no test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: tasks tunnel test checks setup lint types layers unit ray probe photo explore fmt docs clean bench

tasks: setup
	$(BIN)/espirec compile families/espire families/espire_plus families/espire_frames -o OUT --force

# SpatialTunnel has 5,542 pictures, so it is a set of its own.
tunnel: setup
	$(BIN)/espirec compile families/spatialtunnel -o TUNNEL --force

# Lint, types and layers are checked beside the tests, on whichever core is idle; what they say is printed in one piece.
test: setup
	@$(MAKE) --no-print-directory -j 2 checks unit

checks: setup
	@said=$$(mktemp) && { $(MAKE) --no-print-directory lint types layers >$$said 2>&1; code=$$?; \
	  echo; cat $$said; rm -f $$said; exit $$code; }

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
	$(if $(ALL),ESPIRE_ALL_TESTS=1) $(BIN)/pytest -n auto --dist loadgroup

# The tests on a Ray cluster, in an environment of their own; `unit` leaves them out.
RAY_VENV := .venv-ray
ray: $(RAY_VENV)/.ready
	$(RAY_VENV)/bin/pytest tests/pipeline/test_ray_engine.py

$(RAY_VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(RAY_VENV)
	$(RAY_VENV)/bin/python -m pip install --quiet --editable '.[hf,ray]' pytest
	touch $@

# The tests that run a model need torch, which is large: they have an environment of their own. PyPI's wheels for
# Linux bring CUDA along (5.6 GB); TORCH may name another version or a wheel.
PROBE := .venv-probe
TORCH ?= torch
probe: $(PROBE)/.ready
	$(PROBE)/bin/pytest tests/probing/test_tiny_model.py

$(PROBE)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PROBE)
	$(PROBE)/bin/python -m pip install --quiet '$(TORCH)'
	$(PROBE)/bin/python -m pip install --quiet --editable '.[probe,report]' 'pytest>=8.2'
	touch $@

# The tests that take photographs need Mitsuba, in an environment of its own too.
PHOTO := .venv-photo
photo: $(PHOTO)/.ready
	$(PHOTO)/bin/pytest tests/sim/photo

$(PHOTO)/.ready: pyproject.toml
	$(PYTHON) -m venv $(PHOTO)
	$(PHOTO)/bin/python -m pip install --quiet --editable '.[photo]' 'pytest>=8.2'
	touch $@

# Draws examples that no test has drawn before; what fails is kept in tests/explored, or in KEEP.
MINUTES ?= 30
explore: setup
	$(BIN)/python -m tests.explore --minutes $(MINUTES) $(if $(SEED),--seed $(SEED)) $(if $(KEEP),--keep $(KEEP))

fmt: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Examples of the page of suites are taken from OUT, if a task set is there; else they stay.
docs: setup
	$(BIN)/python docs/generate.py
	$(BIN)/python -m espire_dsl.tasks.documentation docs/suite.md $(if $(wildcard OUT/manifest.json),--from OUT)

bench: setup
	for file in benchmarks/*.py; do $(BIN)/python $$file || exit 1; done

clean:
	rm -rf $(VENV) $(RAY_VENV) $(PROBE) $(PHOTO) build dist
