# make demo   creates .venv, installs, builds the bundled sample and shows its gaps
# make test   installs what the tests need and runs them with the checks
# make test-quality   real embedding models, in an environment of its own (about 6 GB)
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
QUALITY := .venv-quality

.PHONY: demo test test-quality quick lint bench score study clean

demo: $(STAMP)
	$(BIN)/regkg demo

test: $(DEV) lint
	$(BIN)/pytest

test-quality: $(QUALITY)/.installed
	HF_HUB_OFFLINE=1 $(QUALITY)/bin/pytest -m quality

quick: $(DEV)
	$(BIN)/pytest -m "not slow and not corpus and not neo4j"

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(STAMP)
	$(BIN)/python -m regkg.benchmark

score: $(STAMP)
	$(BIN)/python -m regkg.scores

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(DEV): $(STAMP)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

$(QUALITY)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(QUALITY)
	$(QUALITY)/bin/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,quality,onnx,dev-quality]'
	touch $@

# after `make score`: what each ingredient of the search gives, and how far the probabilities hold
study: $(STAMP)
	$(BIN)/python -m regkg.align_study

# after `make score`: fits match and silence on the labels of align/data/labels.tsv
labels: $(STAMP)
	$(BIN)/python -m regkg.label_study

clean:
	rm -rf $(VENV) $(QUALITY) .regkg .neo4j build dist *.egg-info
