# Two commands do everything: `make try` shows what confty does, `make test` proves it.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# As an installer does it; where users forbid Python to keep what it compiles, a start takes seconds.
COMPILED := @$(BIN)/confty cache prepare > /dev/null
export PYTHONDONTWRITEBYTECODE :=

.PHONY: try test check fuzz bench laws page docs pictures format release single-file clean

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

# The documentation site, in build/site; a warning or a broken link fails.
docs: .venv/ready-test
	$(BIN)/python site/build.py

# The pictures of README and the start page, made from the real thing.
pictures: .venv/ready-test
	$(BIN)/python site/pictures.py

bench: .venv/ready-test
	$(BIN)/python bench/run.py

format: .venv/ready-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What would be published: built, looked at, and started in environments with nothing else in them.
RELEASE := build/release
QUIETLY := -m pip --disable-pip-version-check --quiet
release: page
	rm -rf dist $(RELEASE)
	$(PYTHON) -m venv $(RELEASE)/tools
	$(RELEASE)/tools/bin/python $(QUIETLY) install "build>=1.2" "twine>=6"
	CONFTY_FOR_ALL_SYSTEMS=1 $(RELEASE)/tools/bin/python -m build --outdir dist .
	$(RELEASE)/tools/bin/python -m twine check --strict dist/*
	$(PYTHON) packaging/single_file.py dist/confty.pyz
	$(PYTHON) -m venv $(RELEASE)/clean
	$(RELEASE)/clean/bin/python $(QUIETLY) install dist/*.whl
	packaging/smoke.sh $(RELEASE)/clean/bin/confty
	$(RELEASE)/clean/bin/confty play --build $(RELEASE)/playground
	$(RELEASE)/clean/bin/python $(QUIETLY) install "$$(ls dist/*.whl)[yaml]"
	$(RELEASE)/clean/bin/confty check -q examples/company/deploy.jsonnet
	CONFTY_CACHE_DIR=$(CURDIR)/$(RELEASE)/cache packaging/smoke.sh "$(PYTHON) -I dist/confty.pyz"
	$(PYTHON) -m venv $(RELEASE)/source
	mkdir $(RELEASE)/unpacked && tar -xzf dist/confty-*.tar.gz --strip-components 1 -C $(RELEASE)/unpacked
	$(RELEASE)/source/bin/python $(QUIETLY) install "$(RELEASE)/unpacked[test]"
	cd $(RELEASE)/unpacked && rm -r src/confty && ../source/bin/python -m pytest -q tests/api tests/core tests/report tests/render

# The program in one file, for machines where nothing is installed.
single-file:
	$(PYTHON) packaging/single_file.py dist/confty.pyz

clean:
	rm -rf .venv build dist *.egg-info src/*.egg-info page/node_modules

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/ready-try: .venv/bin/python pyproject.toml setup.py
	$(PIP) install -e ".[yaml]"
	$(COMPILED)
	@touch $@

.venv/ready-test: .venv/bin/python pyproject.toml setup.py
	$(PIP) install -e ".[test,check,peers]"
	$(COMPILED)
	@touch $@ .venv/ready-try
