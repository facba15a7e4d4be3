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
ONLY ?=
PIP_INSTALL := -m pip install --quiet --disable-pip-version-check

.PHONY: help
help: ## Print this help
	@grep -hE '^[a-z][a-z-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-13s %s\n", $$1, $$2}'

# The parts that ONLY names, of all in the first list; without ONLY those of the second.
# Each part is a target, which `make help` does not print.
parts = $(if $(filter-out $(1),$(ONLY)),$(error there is no ONLY=$(firstword $(filter-out $(1),$(ONLY))); there are: $(1)))$(or $(ONLY),$(2))

.PHONY: python
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "openmall needs Python 3.11 or newer; say which: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }

INSTALL := $(PYTHON) -m checks.environment --venv $(VENV)
INSTALLER := checks/environment.py checks/uv.lock

.PHONY: setup
setup: $(VENV)/.developer ## Install everything a developer needs into .venv

$(VENV)/.developer: requirements.lock requirements-dev.lock pyproject.toml clients/python/pyproject.toml clients/pytest/pyproject.toml $(INSTALLER) | python
	@$(INSTALL) requirements-dev.lock --editable clients/python clients/pytest
	@touch $(VENV)/.shop $@

# The developer's environment holds everything a shop needs, in the same versions.
$(VENV)/.shop: requirements.lock $(INSTALLER) | python
	@$(INSTALL) requirements.lock
	@touch $@

.PHONY: run
run: $(VENV)/.shop ## Start a demo mall in .data (ARGS="--port 9443" passes options on)
	@exec $(BIN)/python -m openmall demo --data-dir .data $(ARGS)

# What the tests need of Debian: $(1): shell test that it is there, $(2): packages, $(3): services that
# the packages start and that the tests do not want, $(4): what is said, $(5): what is done where they cannot be installed.
define debian
@if $(1); then :; \
elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $(2); \
	for service in $(3); do if [ -d /run/systemd/system ]; then systemctl disable --quiet --now $$service; fi; done; \
else \
	echo "$(4): sudo apt-get install $(2)" >&2; $(5) \
fi
endef

.PHONY: browser
browser:
	$(call debian,command -v chromium >/dev/null && command -v chromedriver >/dev/null,chromium chromium-driver,,the tests need the Debian packages chromium and chromium-driver,exit 1;)

.PHONY: redis
redis:
	$(call debian,command -v redis-server >/dev/null || command -v valkey-server >/dev/null,redis-server,redis-server,skipped: tests of limits that machines share through Redis,$(if $(COVERAGE),exit 1;))

# servers and programs that the journeys put in front of openmall, or that read what it prints
.PHONY: outsiders
outsiders:
	$(call debian,{ command -v nginx >/dev/null || test -x /usr/sbin/nginx; } && command -v node >/dev/null,nginx-light nodejs,nginx,skipped: tests of the sample of nginx and of patterns in JavaScript,$(if $(COVERAGE),exit 1;))

.PHONY: pgbouncer
pgbouncer:
	$(call debian,command -v pgbouncer >/dev/null || test -x /usr/sbin/pgbouncer,pgbouncer,pgbouncer,the tests need the Debian package pgbouncer,exit 1;)

# what continuous integration does where a few tests failed
REPEAT = $(if $(RETRIES),|| $(BIN)/python -m checks.second_attempt --status $$? --most $(RETRIES) $(if $(COVERAGE),--coverage $(COVERAGE)))

.PHONY: test
test: setup redis outsiders ## Run the tests within the process (ARGS="tests/access" for a part, ARGS=--thorough for more, COVERAGE=95 to measure, RETRIES=3 to repeat up to three failed ones alone)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not journey" \
		$(if $(COVERAGE),--cov --cov-report=term --cov-fail-under=$(COVERAGE)) $(if $(RETRIES),--cache-clear) $(ARGS) $(REPEAT)

.PHONY: journeys
journeys: setup browser redis pgbouncer outsiders ## Run the tests that start servers, browsers and commands, and kill them (COVERAGE=96 adds to what make test measured)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m journey \
		$(if $(COVERAGE),--cov --cov-append --cov-report=term --cov-fail-under=$(COVERAGE)) $(if $(RETRIES),--cache-clear) $(ARGS) $(REPEAT)

# checkers of HTML and of structured data
.PHONY: markup
markup: setup outsiders
	$(call debian,command -v java >/dev/null,default-jre-headless,,the nightly tests need the Debian package default-jre-headless,exit 1;)
	$(BIN)/python -m checks.markup

.PHONY: nightly
nightly: setup browser redis pgbouncer outsiders markup ## Run the nightly tier in parts of at most 40 minutes (ARGS="test-1 faults-2" for some, ARGS=--list)
	$(BIN)/python -m checks.nightly $(ARGS)

CLUSTERED := $(addprefix tests/cluster/,test_statements.py test_serving.py test_changes.py test_at_a_node.py) \
	$(addprefix tests/commerce/,product/test_bundles.py product/test_stock.py product/test_variants.py product/test_products.py \
	order/test_orders.py personal category changes undo) tests/database/test_capture.py
# a folder of its own: continuous integration runs the journeys meanwhile
CLUSTER_CACHE := .pytest_cache/cluster
.PHONY: cluster
cluster: setup redis ## Run the PostgreSQL half of commerce tests, and tests of nodes, on a Citus cluster (OPENMALL_TEST_CITUS: docs/testing.md)
	@test -e "$(OPENMALL_TEST_CITUS)" || { echo "OPENMALL_TEST_CITUS has to name a build of Citus: docs/testing.md" >&2; exit 1; }
	$(BIN)/python -m pytest -n 2 --dist loadscope --cluster --store postgresql -o cache_dir=$(CLUSTER_CACHE) $(if $(RETRIES),--cache-clear) \
		$(or $(ARGS),$(CLUSTERED)) $(if $(RETRIES),$(REPEAT) --cache $(CLUSTER_CACHE) -- --cluster --store postgresql)

POOLED := tests/database/postgresql/test_pgbouncer.py tests/access tests/commerce tests/storefront tests/events
# Run the PostgreSQL half of the tests through PgBouncer in transaction mode (ARGS for a part)
.PHONY: pooler
pooler: setup redis pgbouncer
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --pooler --store postgresql $(or $(ARGS),$(POOLED) -m "not journey")

QUICK := guards fault_injection contract http api database access/limits access/oauth access/shoppers commerce \
	events/webhooks/test_signing.py events/request_log/test_redaction.py every_operation/test_against_the_specification.py \
	pages/openapi/test_document.py
NOT_QUICK := database/postgresql
.PHONY: quick
quick: setup ## Run what changes break most often, on SQLite alone (no coverage)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not journey" --store sqlite $(addprefix tests/,$(QUICK)) \
		$(addprefix --ignore tests/,$(NOT_QUICK)) $(ARGS)

.PHONY: faults
faults: setup ## Put faults into the program one at a time; tests have to catch each (ARGS="sorting paging" for some)
	$(BIN)/python -m tests.fault_injection $(ARGS)

CHECKS := format lint types test-types secrets dependencies
# Two at a time, as mypy uses one core; what each says is printed when it has ended.
.PHONY: check
check: setup ## Check format, lint, types, known weaknesses of libraries, and for secrets
	@$(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(addprefix checked-,$(CHECKS))

.PHONY: $(addprefix checked-,$(CHECKS))
checked-format:
	$(BIN)/ruff format --check .

checked-lint:
	$(BIN)/ruff check .

checked-types:
	$(BIN)/mypy

checked-test-types:
	$(BIN)/mypy --config-file checks/mypy_tests.ini --cache-dir .mypy_cache/tests

checked-secrets:
	$(BIN)/python -m checks.secrets

checked-dependencies:
	$(BIN)/python -m checks.dependencies

.PHONY: format
format: setup ## Format the code and sort its imports
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

MEASUREMENTS := calls figures vendure growth reports beside visits pages idle
.PHONY: bench
bench: ## Measure how fast calls are (ONLY=figures: what docs/performance.md says; also vendure growth reports beside visits pages idle; ARGS: options)
	@for part in $(call parts,$(MEASUREMENTS),calls); do $(MAKE) --no-print-directory $$part; done

# Measure every kind of call on one core (ARGS passes options on)
.PHONY: calls
calls: setup
	$(BIN)/python -m bench $(ARGS)

# Measure what docs/performance.md says, and write it there (ARGS="crowd" for a part)
.PHONY: figures
figures: setup
	$(BIN)/python -m bench.figures --page $(ARGS)

# Measure openmall and Vendure side by side (needs npm; ARGS passes options on)
.PHONY: vendure
vendure: setup
	$(BIN)/python -m bench.vendure --page $(ARGS)

# Measure how lists grow with a shop and its neighbours (ARGS: options of python -m tests.growth, without bench.growth)
.PHONY: growth
growth: setup
	$(if $(ARGS),,$(BIN)/python -m bench.growth)
	$(BIN)/python -m tests.growth $(ARGS)

# Measure how dashboard and reports grow with orders (ARGS passes options on)
.PHONY: reports
reports: setup
	$(BIN)/python -m bench.sales_growth $(ARGS)

# Measure reading beside an import of orders (ARGS passes options on)
.PHONY: beside
beside: setup
	$(BIN)/python -m bench.reads_during_import $(ARGS)

# Measure how reports of visits grow, over 50 million events (ARGS passes options on)
.PHONY: visits
visits: setup
	$(BIN)/python -m bench.visits_growth $(ARGS)

# Measure pages of the back office with many products and orders (ARGS passes options on)
.PHONY: pages
pages: setup
	$(BIN)/python -m bench.pages $(ARGS)

# Hold ten thousand idle connections and measure others (ARGS passes options on)
.PHONY: idle
idle: setup
	$(BIN)/python -m bench.idle $(ARGS)

GENERATED := words printed samples budgets sdks script
.PHONY: generated
generated: ## Renew generated files (needs PyPI and npm; ONLY="words printed" for some of: words printed samples budgets sdks script screenshots)
	@for part in $(call parts,$(GENERATED) screenshots,$(GENERATED)); do $(MAKE) --no-print-directory $$part; done

SCRIPT := src/openmall/analytics/collecting/openmall
# Make the script of shops' visitors small again (needs npx)
.PHONY: script
script:
	npx --yes terser@5.51.2 $(SCRIPT).js -c ecma=2020,passes=3,unsafe_arrows -m --ecma 2020 --toplevel > $(SCRIPT).min.js
	printf '//%s\n' "$$(sha256sum $(SCRIPT).js | cut -c1-12)" >> $(SCRIPT).min.js

# Make the sample answers of the API reference anew
.PHONY: samples
samples: setup
	$(BIN)/python -m tests.pages.reference.sample_answers $(ARGS)

# Renew the pictures in docs/images (ARGS="--every /tmp/pages": take every page)
.PHONY: screenshots
screenshots: setup browser
	$(BIN)/python -m tests.journeys.screenshots $(ARGS)

# Renew the lists and pages that are printed from the source (guards name them)
.PHONY: printed
printed: setup
	$(BIN)/openmall operations --page --output docs/operations.md
	$(BIN)/openmall versions --page --output docs/versions.md
	$(BIN)/openmall settings --page --output docs/settings.md
	$(BIN)/openmall settings --file --output deploy/openmall.env
	$(BIN)/python -m tests.guards.stored_defaults --added
	$(BIN)/python -m tests.guards.packages
	$(BIN)/python -m tests.guards.refusal_codes
	$(BIN)/python -m tests.pages.openapi.public_names
	$(BIN)/python -m tests.hostile.attempt_counts

# Generate clients from the OpenAPI documents and let each make calls (needs npm; ARGS="--folder build/clients" keeps them)
.PHONY: clients
clients: setup
	$(BIN)/python -m checks.clients.generate --only typescript
	$(BIN)/python -m checks.clients $(ARGS)

# Generate what the clients in clients/ take from the OpenAPI documents (needs PyPI and npm; ARGS="--only python")
.PHONY: sdks
sdks: setup
	$(BIN)/python -m checks.clients.generate $(ARGS)

# Count statements and round trips of every call, and write bench/budgets.tsv (ARGS="carts" for some)
.PHONY: budgets
budgets: setup
	$(BIN)/python -m tests.budgets $(ARGS)

# Bring the translators' catalogues up to date with the source
.PHONY: words
words: setup
	$(BIN)/python -m checks.catalogues

UV = $(shell command -v uv || echo $(BIN)/uv)
.PHONY: lock
# With their extras, which pip does not take from a line without them: it would look for a newest
# version of `coverage[toml]`, and refuse it for having no hash, as soon as one is released.
lock: setup ## Resolve pyproject.toml again into the lock files, with hashes
	$(UV) pip compile pyproject.toml --all-extras --universal --generate-hashes --no-strip-extras --python-version 3.11 -o requirements.lock
	$(UV) pip compile pyproject.toml --all-extras --group dev --universal --generate-hashes --no-strip-extras --python-version 3.11 -c requirements.lock -o requirements-dev.lock
	$(UV) pip compile checks/deployment.in --universal --generate-hashes --no-strip-extras --python-version 3.11 -o checks/deployment.lock
	$(UV) pip compile checks/uv.in --universal --generate-hashes --no-strip-extras --python-version 3.11 -o checks/uv.lock
	$(UV) pip compile checks/documentation.in --universal --generate-hashes --no-strip-extras --python-version 3.11 -o checks/documentation.lock

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

.PHONY: promtool
promtool:
	$(call debian,command -v promtool >/dev/null,prometheus,prometheus,alerts are checked by promtool of the Debian package prometheus,exit 1;)

# Validate compose files, Kubernetes manifests, alerts and the systemd unit in deploy/
.PHONY: manifests
manifests: $(VENV)/deployment/.installed promtool
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

# Build the container image, start it, and stop it (needs root, buildah and runc)
.PHONY: image-test
image-test: image
	@if command -v runc >/dev/null || test -x /usr/sbin/runc; then :; else apt-get install -qq -y --no-install-recommends runc; fi
	OPENMALL_TEST_IMAGE=$(IMAGE) $(BIN)/python -m pytest -s tests/shipping/test_image.py tests/shipping/test_image_servers.py $(ARGS)

NOT_IN_CI := clients manifests image-test
.PHONY: release-check
release-check: ## Test what a release ships beyond its tests (needs PyPI, npm, root, buildah, runc; ONLY="clients" for some of: clients manifests image-test)
	@for part in $(call parts,$(NOT_IN_CI),$(NOT_IN_CI)); do $(MAKE) --no-print-directory $$part; done

.PHONY: clean
clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.* dist
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
