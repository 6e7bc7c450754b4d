# make demo: set up and score the bundled sample.   make test: set up and run every check.
# make quick: what matters while writing, in a minute.

VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV := $(VENV)/.dev
WHEELS := $(VENV)/wheels

.PHONY: demo quick test test-parsers test-corenlp fuzz audit lint bench clean

demo: $(READY)
	$(BIN)/treescore demo

# Folders and marks are in tests/quick.txt; a test that made this slow is named at the end: mark it.
quick: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/python -m pytest @tests/quick.txt --numprocesses auto --durations 3 --durations-min 2

test: lint
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

# The adapters that need PyTorch, some gigabytes with its libraries, and CoreNLP (make test-corenlp).
test-parsers: test-corenlp
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[benepar,stanza]'
	OMP_NUM_THREADS=1 $(BIN)/python -m pytest tests/parsing

# Java, Maven and the models of all its languages, three gigabytes; LANGUAGES="en de" takes fewer.
LANGUAGES ?= en de fr es zh ar
test-corenlp: $(DEV)
	for lang in $(LANGUAGES); do $(BIN)/treescore parsers --install corenlp -l $$lang || exit 1; done
	TREESCORE_TEST_CORENLP=1 $(BIN)/python -m pytest tests/parsing/test_corenlp_real.py

# The random inputs of the tests, forty times as many: five to ten minutes.
fuzz: $(DEV)
	$(BIN)/python -m pytest tests/fuzz --numprocesses auto --hypothesis-profile long

# Known weaknesses of the pinned packages, asked for at PyPI. What cannot be looked up is a failure.
audit: | $(BIN)/python
	$(BIN)/python -m pip install --quiet --constraint constraints.txt pip-audit==2.10.1
	$(BIN)/pip-audit --requirement constraints.txt --no-deps --disable-pip --strict

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(DEV)
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/parsing.py
	$(BIN)/python -m benchmarks.languages
	$(BIN)/python benchmarks/projection.py
	$(BIN)/python benchmarks/metrics.py
	$(BIN)/python benchmarks/sdpm.py
	$(BIN)/python benchmarks/long_lines.py
	$(BIN)/python benchmarks/meta.py
	$(BIN)/python benchmarks/matching.py
	$(BIN)/python benchmarks/memory.py
	$(BIN)/python benchmarks/mbr.py
	$(BIN)/python benchmarks/scale.py
	$(BIN)/python benchmarks/default_score.py
	$(BIN)/python benchmarks/report.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/null.py

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(READY): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV), which takes a minute or two ..."
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

# Two packages come as source: they are compiled while the others are fetched.
$(WHEELS): constraints.txt | $(BIN)/python
	$(BIN)/python -m pip wheel --quiet --no-deps --constraint constraints.txt --wheel-dir $@ eflomal kenlm

$(DEV): pyproject.toml constraints.txt | $(BIN)/python
	@echo "Setting up $(VENV) with what the checks need, which takes two minutes or three ..."
	$(MAKE) --jobs 2 $(READY) $(WHEELS)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --find-links $(WHEELS) --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
