# make demo: set up and score the bundled sample.   make test: set up and run every check.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.dev

.PHONY: demo test lint bench clean

demo: $(READY)
	$(BIN)/treescore demo

test: lint
	$(BIN)/python -m pytest --numprocesses auto

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(DEV)
	$(BIN)/python benchmarks/parsing.py
	$(BIN)/python benchmarks/projection.py
	$(BIN)/python benchmarks/metrics.py
	$(BIN)/python benchmarks/matching.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/report.py
	$(BIN)/python benchmarks/web.py

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV), which takes a minute or two ..."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(DEV): $(READY)
	@echo "Adding what the checks need; two packages are compiled, which takes a minute more ..."
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
