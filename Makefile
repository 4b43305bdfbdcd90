# The one entry for people and for CI. `make` alone lists what there is.
#
# Two builds of the Rust code serve everything but `bench` and `wheel`: dev (debug assertions) and
# quick (optimised, no link-time optimisation). They share one target folder.

PYTHON ?= python3
# Seconds that each fuzz target runs.
FUZZ_TIME ?= 60
FUZZ := rust_core/fuzz

VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.tools
QUICK := $(VENV)/.extension-quick
RELEASE := $(VENV)/.extension-release
BENCH_TOOLS := $(VENV)/.bench-tools

PACKAGE_FILES := README.md Cargo.toml Cargo.lock pyproject.toml
RUST_FILES := $(shell find rust_core -path rust_core/fuzz -prune -o -type f ! -name '*.md' -print)
RUST_WANTED := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What maturin tells PyO3, told to plain cargo too: neither build then undoes the other's.
export PYO3_BUILD_EXTENSION_MODULE := 1
export PYO3_PYTHON := $(abspath $(BIN)/python)

CARGO_TEST := cargo test --locked --workspace
MATURIN := env -u CONDA_PREFIX PIP_QUIET=1 VIRTUAL_ENV=$(abspath $(VENV)) $(BIN)/maturin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: demo
demo: $(QUICK) ## Set everything up and show what fracas does
	@$(BIN)/fracas demo

.PHONY: test
test: $(QUICK) ## Run the tests: Rust with debug assertions, Rust optimised, Python
	$(CARGO_TEST)
	$(CARGO_TEST) --profile quick --tests
	$(BIN)/python -m pytest

.PHONY: test-long
test-long: $(QUICK) ## Run all tests, the ones that take minutes too
	PROPTEST_CASES=10000 $(CARGO_TEST) --profile quick --tests -- --include-ignored
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest -m "long or not long"

.PHONY: lint
lint: $(QUICK) ## Check format, lints, types, the stub and the traceability of the rules
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy --strict
	$(BIN)/python -m mypy.stubtest fracas._core --allowlist tests/stubtest-allowlist.txt
	$(BIN)/python scripts/traceability.py --quiet

.PHONY: format
format: $(TOOLS) ## Format the sources and fix what the linter can fix
	cargo fmt --all
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

.PHONY: bench
bench: $(RELEASE) $(BENCH_TOOLS) ## Measure the engine, the Python boundary and the peers
	cargo run --locked --release --package fracas-benches
	set -e; for bench in benches/python/bench_*.py; do $(BIN)/python "$$bench"; done

.PHONY: wheel
wheel: $(TOOLS) ## Build the wheel and try it in a clean environment outside the checkout
	rm -rf target/wheels
	$(MATURIN) build --release --locked --out target/wheels
	PYTHON=$(BIN)/python scripts/try-wheel target/wheels/*.whl

# The sanitizer's flags are unstable; RUSTC_BOOTSTRAP lets the stable compiler take them.
.PHONY: fuzz
fuzz: check-rust ## Fuzz every target for FUZZ_TIME seconds (needs cargo-fuzz)
	$(if $(shell cargo fuzz --version 2>/dev/null),,$(error Fuzzing needs cargo-fuzz: \
	run "cargo install cargo-fuzz"))
	set -e; for target in $$(cargo fuzz list --fuzz-dir $(FUZZ)); do \
		mkdir -p "$(FUZZ)/corpus/$$target" "$(FUZZ)/seeds/$$target"; \
		RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir $(FUZZ) "$$target" \
			"$(FUZZ)/corpus/$$target" "$(FUZZ)/seeds/$$target" -- -max_total_time=$(FUZZ_TIME); done

.PHONY: clean
clean: ## Remove all that was built or installed here
	rm -rf $(VENV) target .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f python/fracas/_core*.so python/fracas/_core*.pyd
	find python tests scripts benches -type d -name __pycache__ -prune -exec rm -rf {} +

# Set-up. A stamp in the environment stands for each step that is done.

$(TOOLS): requirements-dev.lock | check-python check-rust
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements-dev.lock
	@touch $@

$(BENCH_TOOLS): requirements-bench.lock $(TOOLS)
	$(BIN)/python -m pip install --quiet --requirement requirements-bench.lock \
		--constraint requirements-dev.lock
	@touch $@

# One extension lies in python/fracas at a time, so each build takes the other's stamp away.

$(QUICK): $(TOOLS) $(PACKAGE_FILES) $(RUST_FILES) | check-rust
	$(MATURIN) develop --quiet --locked --profile quick
	@rm -f $(RELEASE) && touch $@

$(RELEASE): $(TOOLS) $(PACKAGE_FILES) $(RUST_FILES) | check-rust
	$(MATURIN) develop --quiet --locked --release
	@rm -f $(QUICK) && touch $@

.PHONY: check-python
check-python:
	$(if $(shell $(PYTHON) -c 'import sys; print("yes" * (sys.version_info >= (3, 10)))' 2>/dev/null),,$(error \
	fracas needs Python 3.10 or newer: install it, or point to it with "make PYTHON=/path/to/python3"))
	@:

.PHONY: check-rust
check-rust:
	$(if $(shell cargo --version 2>/dev/null | awk -v wanted=$(RUST_WANTED) \
		'{ split($$2, have, "."); split(wanted, want, "."); \
		if (have[1] * 1000 + have[2] >= want[1] * 1000 + want[2]) print "yes" }'),,$(error \
	fracas needs Rust $(RUST_WANTED) or newer with cargo on the PATH: install it with rustup))
	@:
