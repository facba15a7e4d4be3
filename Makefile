# A bare `make` prints what there is to run.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COVERAGE ?=
RETRIES ?=
WORKERS ?= 3
ARGS ?=
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check

.PHONY: help
help: ## Print this help
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

.PHONY: python
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "openmall needs Python 3.11 or newer; say which: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }

# The source is put on the environment's path, not built: nothing to build with is needed to run a shop.
define install
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP_INSTALL) --require-hashes -r $(1)
	$(BIN)/python -c 'import os, sysconfig; open(os.path.join(sysconfig.get_path("purelib"), "openmall.pth"), "w").write(os.path.abspath("src"))'
	printf '#!/bin/sh\nexec "$$(dirname "$$(readlink -f "$$0")")/python" -m openmall "$$@"\n' > $(BIN)/openmall
	chmod +x $(BIN)/openmall
endef

.PHONY: setup
setup: $(VENV)/.developer ## Install everything a developer needs into .venv

$(VENV)/.developer: requirements.lock requirements-dev.lock pyproject.toml clients/python/pyproject.toml clients/pytest/pyproject.toml | python
	$(call install,requirements-dev.lock)
	$(BIN)/python $(PIP_INSTALL) --no-index --no-build-isolation --no-deps -e clients/python -e clients/pytest
	@touch $(VENV)/.shop $@

# The developer's environment holds everything a shop needs, in the same versions.
$(VENV)/.shop: requirements.lock | python
	$(call install,requirements.lock)
	@touch $@

.PHONY: run
run: $(VENV)/.shop ## Start a demo mall in .data (ARGS="--port 9443" passes options on)
	@exec $(BIN)/python -m openmall demo --data-dir .data $(ARGS)

.PHONY: browser
browser:
	@if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends chromium chromium-driver; \
	else \
		echo "the tests need the Debian packages chromium and chromium-driver: sudo apt-get install chromium chromium-driver" >&2; exit 1; \
	fi

.PHONY: redis
redis:
	@if command -v redis-server >/dev/null || command -v valkey-server >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends redis-server; \
	else \
		echo "the tests need the Debian package redis-server: sudo apt-get install redis-server" >&2; exit 1; \
	fi

# what continuous integration does where a few tests failed
REPEAT = $(if $(RETRIES),|| $(BIN)/python -m checks.second_attempt --status $$? --most $(RETRIES) $(if $(COVERAGE),--coverage $(COVERAGE)))

.PHONY: test
test: setup redis ## Run the tests within the process (ARGS="tests/access" for a part, ARGS=--thorough for more, COVERAGE=95 to measure, RETRIES=3 to repeat up to three failed ones alone)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not journey" \
		$(if $(COVERAGE),--cov --cov-report=term --cov-fail-under=$(COVERAGE)) $(if $(RETRIES),--cache-clear) $(ARGS) $(REPEAT)

.PHONY: journeys
journeys: setup browser redis pgbouncer ## Run the tests that start servers, browsers and commands, and kill them (COVERAGE=96 adds to what make test measured)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m journey \
		$(if $(COVERAGE),--cov --cov-append --cov-report=term --cov-fail-under=$(COVERAGE)) $(if $(RETRIES),--cache-clear) $(ARGS) $(REPEAT)

.PHONY: nightly
nightly: setup browser redis pgbouncer ## Run the nightly tier in parts of at most 40 minutes (ARGS="test-1 faults-2" for some, ARGS=--list)
	$(BIN)/python -m checks.nightly $(ARGS)

CLUSTERED := $(addprefix tests/cluster/,test_statements.py test_serving.py test_changes.py test_at_a_node.py) \
	$(addprefix tests/commerce/,product/test_bundles.py product/test_stock.py product/test_variants.py product/test_products.py \
	order/test_orders.py personal category changes undo) tests/database/test_capture.py
.PHONY: cluster
cluster: setup redis ## Run the PostgreSQL half of commerce tests, and tests of nodes, on a Citus cluster (OPENMALL_TEST_CITUS: docs/testing.md)
	@test -e "$(OPENMALL_TEST_CITUS)" || { echo "OPENMALL_TEST_CITUS has to name a build of Citus: docs/testing.md" >&2; exit 1; }
	$(BIN)/python -m pytest -n 2 --dist loadscope --cluster --store postgresql $(if $(RETRIES),--cache-clear) $(or $(ARGS),$(CLUSTERED)) $(if $(RETRIES),$(REPEAT) -- --cluster --store postgresql)

.PHONY: pgbouncer
pgbouncer:
	@if command -v pgbouncer >/dev/null || test -x /usr/sbin/pgbouncer; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends pgbouncer; \
	else \
		echo "the tests need the Debian package pgbouncer: sudo apt-get install pgbouncer" >&2; exit 1; \
	fi

POOLED := tests/database/postgresql/test_pgbouncer.py tests/access tests/commerce tests/storefront tests/events
.PHONY: pooler
pooler: setup redis pgbouncer ## Run the PostgreSQL half of the tests through PgBouncer in transaction mode (ARGS for a part)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --pooler --store postgresql $(or $(ARGS),$(POOLED) -m "not journey")

QUICK := guards fault_injection contract http api database access/limits access/oauth access/shoppers commerce \
	events/webhooks/test_signing.py events/request_log/test_redaction.py every_operation/test_against_the_specification.py
NOT_QUICK := database/postgresql
.PHONY: quick
quick: setup ## Run what changes break most often, on SQLite alone (no coverage)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not journey" --store sqlite $(addprefix tests/,$(QUICK)) \
		$(addprefix --ignore tests/,$(NOT_QUICK)) $(ARGS)

.PHONY: faults
faults: setup ## Put faults into the program one at a time; tests have to catch each (ARGS="sorting paging" for some)
	$(BIN)/python -m tests.fault_injection $(ARGS)

.PHONY: check
check: setup ## Check format, lint, types, known weaknesses of libraries, and for secrets
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file checks/mypy_tests.ini --cache-dir .mypy_cache/tests
	$(BIN)/python -m checks.secrets
	$(BIN)/python -m checks.dependencies

.PHONY: audit
audit: setup ## Look up known weaknesses of the locked libraries
	$(BIN)/python -m checks.dependencies

.PHONY: format
format: setup ## Format the code and sort its imports
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

.PHONY: bench
bench: setup ## Measure how fast it is (ARGS passes options on)
	$(BIN)/python -m bench $(ARGS)

.PHONY: figures
figures: setup ## Measure what docs/performance.md says, and write it there (ARGS="crowd" for a part)
	$(BIN)/python -m bench.figures --page $(ARGS)

.PHONY: vendure
vendure: setup ## Measure openmall and Vendure side by side (needs npm; ARGS passes options on)
	$(BIN)/python -m bench.vendure --page $(ARGS)

.PHONY: growth
growth: setup ## Measure how lists grow with a shop and its neighbours (ARGS: options of python -m tests.growth, without bench.growth)
	$(if $(ARGS),,$(BIN)/python -m bench.growth)
	$(BIN)/python -m tests.growth $(ARGS)

.PHONY: reports
reports: setup ## Measure how dashboard and reports grow with orders (ARGS passes options on)
	$(BIN)/python -m bench.sales_growth $(ARGS)

.PHONY: beside
beside: setup ## Measure reading beside an import of orders (ARGS passes options on)
	$(BIN)/python -m bench.reads_during_import $(ARGS)

.PHONY: visits
visits: setup ## Measure how reports of visits grow, over 50 million events (ARGS passes options on)
	$(BIN)/python -m bench.visits_growth $(ARGS)

.PHONY: pages
pages: setup ## Measure pages of the back office with many products and orders (ARGS passes options on)
	$(BIN)/python -m bench.pages $(ARGS)

.PHONY: kills
kills: setup ## Kill the shop at every statement of a purchase, on both stores (some minutes)
	$(BIN)/python -m tests.faults.crash_points statement

.PHONY: idle
idle: setup ## Hold ten thousand idle connections and measure others (ARGS passes options on)
	$(BIN)/python -m bench.idle $(ARGS)

SCRIPT := src/openmall/analytics/collecting/openmall
.PHONY: script
script: ## Make the script of shops' visitors small again (needs npx)
	npx --yes terser@5.51.2 $(SCRIPT).js -c ecma=2020,passes=3,unsafe_arrows -m --ecma 2020 --toplevel > $(SCRIPT).min.js
	printf '//%s\n' "$$(sha256sum $(SCRIPT).js | cut -c1-12)" >> $(SCRIPT).min.js

.PHONY: samples
samples: setup ## Make the sample answers of the API reference anew
	$(BIN)/python -m tests.pages.reference.sample_answers $(ARGS)

.PHONY: screenshots
screenshots: setup browser ## Renew the pictures in docs/images (ARGS="--every /tmp/pages": take every page)
	$(BIN)/python -m tests.journeys.screenshots $(ARGS)

.PHONY: printed
printed: setup ## Renew the lists and pages that are printed from the source (guards name them)
	$(BIN)/openmall operations --page --output docs/operations.md
	$(BIN)/openmall settings --page --output docs/settings.md
	$(BIN)/openmall settings --file --output deploy/openmall.env
	$(BIN)/python -m tests.guards.stored_defaults --added
	$(BIN)/python -m tests.guards.packages
	$(BIN)/python -m tests.pages.openapi.public_names
	$(BIN)/python -m tests.hostile.attempt_counts

.PHONY: clients
clients: setup ## Generate clients from the OpenAPI documents and let each make calls (needs npm; ARGS="--folder build/clients" keeps them)
	$(BIN)/python -m checks.clients.generate --only typescript
	$(BIN)/python -m checks.clients $(ARGS)

.PHONY: sdks
sdks: setup ## Generate what the clients in clients/ take from the OpenAPI documents (needs PyPI and npm; ARGS="--only python")
	$(BIN)/python -m checks.clients.generate $(ARGS)

.PHONY: budgets
budgets: setup ## Count statements and round trips of every call, and write bench/budgets.tsv (ARGS="carts" for some)
	$(BIN)/python -m tests.budgets $(ARGS)

.PHONY: words
words: setup ## Bring the translators' catalogues up to date with the source
	$(BIN)/python -m checks.catalogues

.PHONY: lock
# With their extras, which pip does not take from a line without them: it would look for a newest
# version of `coverage[toml]`, and refuse it for having no hash, as soon as one is released.
lock: ## Resolve pyproject.toml again into both lock files (needs uv)
	@command -v uv >/dev/null || { echo "locking needs uv: pip install uv" >&2; exit 1; }
	uv pip compile pyproject.toml --all-extras --universal --generate-hashes --no-strip-extras --python-version 3.11 -o requirements.lock
	uv pip compile pyproject.toml --all-extras --group dev --universal --generate-hashes --no-strip-extras --python-version 3.11 -c requirements.lock -o requirements-dev.lock
	uv pip compile checks/deployment.in --universal --generate-hashes --no-strip-extras --python-version 3.11 -o checks/deployment.lock
	uv pip compile checks/documentation.in --universal --generate-hashes --no-strip-extras --python-version 3.11 -o checks/documentation.lock

# The same commit makes the same bytes. Versions without hashes, as pipx cannot check a file's own,
# and without extras, which a file of constraints must not have.
.PHONY: dist
dist: setup ## Build wheel and sdist into dist, with the versions they were tested with
	rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 1767225600) $(BIN)/python -m hatchling build -d dist
	sed -nE 's/^([a-z0-9][^][ ]*)(\[[^]]*\])?(==[^ ]+( ; [^\\]*[^\\ ])?) *\\?$$/\1\3/p' requirements.lock > dist/constraints.txt
	cd dist && sha256sum *.whl *.tar.gz constraints.txt > SHA256SUMS

# In an environment of its own: schemas of every version of Kubernetes take 110 MB.
$(VENV)/deployment/.installed: checks/deployment.lock | python
	$(PYTHON) -m venv $(VENV)/deployment
	$(VENV)/deployment/bin/python $(PIP_INSTALL) --require-hashes -r checks/deployment.lock
	@touch $@

.PHONY: manifests
manifests: $(VENV)/deployment/.installed ## Validate compose files, Kubernetes manifests and the systemd unit in deploy/
	$(VENV)/deployment/bin/python -m checks.deployment

# In an environment of its own, as nothing else needs the generator.
$(VENV)/documentation/.installed: checks/documentation.lock | python
	$(PYTHON) -m venv $(VENV)/documentation
	$(VENV)/documentation/bin/python $(PIP_INSTALL) --require-hashes -r checks/documentation.lock
	@touch $@

.PHONY: docs
docs: $(VENV)/documentation/.installed ## Build the documentation site with search into build/docs/site; broken links fail
	$(VENV)/documentation/bin/python -m checks.documentation

.PHONY: builder
builder:
	@if command -v buildah >/dev/null || command -v podman >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends buildah debootstrap; \
	else \
		echo "an image is built with buildah or podman: sudo apt-get install buildah debootstrap" >&2; exit 1; \
	fi

IMAGE ?= openmall
.PHONY: image
image: dist builder ## Build the container image (IMAGE=name; docs/containers.md says what for which machine)
	deploy/build-image.sh $(IMAGE)

.PHONY: image-test
image-test: image ## Build the container image, start it, and stop it (needs root, buildah and runc)
	@if command -v runc >/dev/null || test -x /usr/sbin/runc; then :; else apt-get install -qq -y --no-install-recommends runc; fi
	OPENMALL_TEST_IMAGE=$(IMAGE) $(BIN)/python -m pytest -s tests/shipping/test_image.py tests/shipping/test_image_servers.py $(ARGS)

.PHONY: clean
clean: ## Remove the environment and caches; keeps .data
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
