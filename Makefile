# make play and make test are all a newcomer needs; each makes .venv the first time.

# The first Python on the path that is new enough.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/installed
SHOWN := build/cards.png
COMPILE = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" --quiet

.PHONY: help install play test lint bench cards picture goldens image lock clean

help:
	@echo "make play     play in a browser on this machine, without Discord (ARGS=--help for more)"
	@echo "make test     run all tests (ARGS='-k word' for some)"
	@echo "make install  only make .venv, for running the bot from it"
	@echo "make lint     check style and types"
	@echo "make bench    measure; the figures are for docs/performance.md"
	@echo "make cards    draw every kind of picture on one sheet, $(SHOWN)"
	@echo "make picture  draw the picture of the README"
	@echo "make goldens  write the recorded games anew"
	@echo "make image    do the steps of the Dockerfile in a clean folder, where there is no Docker"
	@echo "make lock     write the lock files anew, with uv (ARGS=--upgrade for the newest versions)"
	@echo "make clean    remove .venv and everything made"

install: $(READY)

play: $(READY)
	@$(BIN)/python -m bot play $(ARGS)

test: $(READY)
	@$(BIN)/python -m tests.run $(ARGS)

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(READY)
	@$(BIN)/python -m tests.bench $(ARGS)

cards: $(READY)
	@mkdir -p $(dir $(SHOWN))
	@$(BIN)/python -m bot cards $(SHOWN)

picture: $(READY)
	@$(BIN)/python scripts/picture.py docs/board.png

goldens: $(READY)
	@$(BIN)/python -m tests.games.goldens

image: $(READY)
	@$(BIN)/python scripts/image_steps.py

lock:
	$(COMPILE) $(ARGS) --output-file requirements.lock
	$(COMPILE) $(ARGS) --extra test --constraint requirements.lock --output-file requirements-dev.lock

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# The stamp is newer than the lock: nothing is installed a second time.
$(READY): requirements-dev.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Slowplay needs Python 3.11 or newer; none was found." >&2; exit 1; }
	@echo "Making $(VENV) with $(PYTHON); this takes a minute, once."
	@$(PYTHON) -m venv $(VENV) || { echo "On Debian: apt install python3-venv" >&2; exit 1; }
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --no-index -e .
	@touch $@
