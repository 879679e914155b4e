# Two commands do everything: `make try` shows what confty does, `make test` proves it.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
export PYTHONDONTWRITEBYTECODE :=

.PHONY: try test check fuzz bench laws page format release clean

try: .venv/ready-try
	@$(BIN)/python examples/try.py

test: .venv/ready-test check page
	CONFTY_ALL_EXTRAS=1 $(BIN)/python -m pytest -n 2 --dist worksteal

check: .venv/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The type core's laws with many examples, and the generators against the originals for longer.
laws: .venv/ready-test
	CONFTY_LAW_EXAMPLES=2000 $(BIN)/python -m pytest tests/core

# Hours of generated inputs: CONFTY_FUZZ_SECONDS for each language, CONFTY_FUZZ_SEED to begin elsewhere.
fuzz: .venv/ready-test
	CONFTY_FUZZ=1 $(BIN)/python -m pytest -m fuzz --timeout 100000

# The playground's page, for `confty play` in a clone and for the wheel.
page: .venv/ready-test
	$(BIN)/python page/build.py

bench: .venv/ready-test
	$(BIN)/python bench/run.py

format: .venv/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What would be published: built, looked at, and started in an environment with nothing else in it.
RELEASE := build/release
release: page
	rm -rf dist $(RELEASE)
	$(PYTHON) -m venv $(RELEASE)/tools
	$(RELEASE)/tools/bin/python -m pip --disable-pip-version-check --quiet install "build>=1.2" "twine>=6"
	$(RELEASE)/tools/bin/python -m build --outdir dist .
	$(RELEASE)/tools/bin/python -m twine check --strict dist/*
	$(PYTHON) -m venv $(RELEASE)/clean
	$(RELEASE)/clean/bin/python -m pip --disable-pip-version-check --quiet install dist/*.whl
	$(RELEASE)/clean/bin/confty version --verbose
	$(RELEASE)/clean/bin/confty check examples/company/deploy.jsonnet examples/company/users.rcl
	$(RELEASE)/clean/bin/confty eval --format yaml examples/company/service.toml
	$(RELEASE)/clean/bin/confty explain json/empty > $(RELEASE)/page.md
	$(RELEASE)/clean/bin/confty play --build $(RELEASE)/playground

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info page/node_modules

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready-try: .venv/bin/python pyproject.toml
	$(PIP) install -e ".[yaml]"
	@touch $@

.venv/ready-test: .venv/bin/python pyproject.toml
	$(PIP) install -e ".[test,check,peers]"
	@touch $@ .venv/ready-try
