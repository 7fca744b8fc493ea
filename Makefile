# Thin over mvn. `make` lists what there is.
SHELL := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.PHONY: site help demo dashboard format install dist release lint test test-long image crds soak chaos chaos-kubernetes bench detection clean

# MOSAIC_MVN: more options of Maven.
MVN := mvn -B -ntp $(MOSAIC_MVN)
SCRIPTS := $(filter-out %.java %.txt %.md,$(wildcard mosaic bin/* .ci/run benchmarks/run examples/outside/run examples/outside/release runtime-image/make runtime-image/with-packages runtime-image/src/main/resources/dev/mosaic/image/mosaic))

# Everything but help needs a JDK 25; it is looked for once and handed on as JAVA_HOME.
ifneq ($(filter-out help,$(or $(MAKECMDGOALS),help)),)
JDK := $(shell bin/jdk25)
ifeq ($(JDK),)
$(error No JDK 25 found, see the line above)
endif
export JAVA_HOME := $(JDK)
# Guava in Maven 3.8 uses Unsafe, of which JDK 25 warns on every start.
export MAVEN_OPTS := --sun-misc-unsafe-memory-access=allow $(MAVEN_OPTS)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

# With pocl a device is one core by POCL_DEVICES=basic: a worker has one, and computes in the thread that calls.
# On the cluster of MOSAIC_ADDRESS where that is set, with MOSAIC_KEYS if it needs them; kubernetes://NAMESPACE/NAME wants a module more.
demo: ## see a brain by sound: the main job on this machine, or the cluster of MOSAIC_ADDRESS; on devices by DEVICE=opencl; writes brain.png
	@bin/built examples/brain $(if $(findstring kubernetes://,$(MOSAIC_ADDRESS)),-Pkubernetes)
	@$(if $(DEVICE),POCL_DEVICES="$${POCL_DEVICES:-basic}") "$$JAVA_HOME/bin/java" --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -Dslf4j.internal.verbosity=ERROR -cp "examples/brain/target/classes:$$(cat examples/brain/target/dependencies)" \
	    dev.mosaic.examples.brain.Brain examples/brain/data . $(if $(DEVICE),--device $(DEVICE))

install: ## put Mosaic into the local Maven repository, with sources and Javadoc, without tests; prints what to paste into a project
	@bin/install

dist: ## make target/dist/mosaic-VERSION.tar.gz: the command line for machines that have a JDK 25, without tests
	@bin/dist

release: ## make a release in a folder: make release VERSION=0.1.0 TO=FOLDER; sent by PUSH=yes to REGISTRY, to MAVEN=URL; SIGN=KEY, BASE=TAR
	@bin/release $(or $(VERSION),$(error VERSION is missing)) $(or $(TO),$(error TO is missing)) $(if $(BASE),--base $(BASE)) $(if $(REGISTRY),--registry $(REGISTRY)) \
	    $(if $(PUSH),--push) $(if $(MAVEN),--maven $(MAVEN)) $(if $(SIGN),--sign $(SIGN))

dashboard: ## make the pages of the dashboard, which the jar has, from dashboard/src/main/web, with npm
	cd dashboard && npm ci --ignore-scripts --no-audit --no-fund && npm run build

site: ## make the site out of docs, in target/site; index.html works without a server
	NO_MKDOCS_2_WARNING=1 "$$(bin/mkdocs)" build --strict --config-file site/mkdocs.yml

format: ## format all Java sources
	$(MVN) -q spotless:apply

# Both passes are over all modules, and leave what the tests and the images need.
lint: ## check format, compile all with Error Prone and NullAway, check the chart and shell scripts
	$(MVN) -T2 spotless:check package -DskipTests
	@"$$JAVA_HOME/bin/java" bin/StructureCheck.java
	@"$$JAVA_HOME/bin/java" bin/WordsCheck.java
	@if command -v helm >/dev/null; then \
	    helm lint --strict --quiet --kube-version 1.34.0 helm/mosaic && echo "lint: helm read helm/mosaic"; \
	else \
	    echo "lint: helm is not installed, the chart was not checked"; \
	fi
	@if command -v shellcheck >/dev/null; then \
	    shellcheck $(SCRIPTS) && echo "lint: shellcheck read $(SCRIPTS)"; \
	else \
	    echo "lint: shellcheck is not installed, shell scripts were not checked"; \
	fi

# What is skipped where something is missing is said in bin/run-tests.
test: ## run the tests that prove a change, those on Kubernetes and S3 too where KUBECONFIG and MinIO are there
	@bin/run-tests

test-long: ## the tests that take minutes, by PART: variants 25 min, cluster 60, chaos 10, release 14, scale 5, fuzz 10, s3 8
	@bin/run-tests $(or $(PART),$(error PART is one of variants, cluster, chaos, release, scale, fuzz, s3))

image: ## make the images mosaic/runtime:dev and mosaic/operator:dev on top of the one in BASE, a tar; other tags by TAG=NAME
	@runtime-image/make $(if $(BASE),--base $(BASE)) --tag $(or $(TAG),dev)

crds: ## make the CRDs, the chart's copy and the table of fields from the classes of dev.mosaic.crd
	$(MVN) -q test -pl crds -am -Dtest=GeneratedTest -Dsurefire.failIfNoSpecifiedTests=false -Dmosaic.write=true

soak: ## run 100,000 simulated clusters, some 5 minutes; fewer by SEEDS=N
	$(MVN) test -pl simulation -am -Dtest=SimulationTest -Dsurefire.failIfNoSpecifiedTests=false \
	    -Dmosaic.seeds=$(or $(SEEDS),100000) -Djunit.jupiter.execution.timeout.mode=disabled

# As root: hosts are network namespaces, disks are tmpfs. `make test-long PART=chaos` runs 90 s of it.
chaos: ## compute the brain for ten minutes while a part of its cluster fails each 10 to 20 s; other faults by SEED=N, shorter by LENGTH=SECONDS, on SeaweedFS by S3=seaweedfs
	$(MVN) test -pl examples/brain -am -Dtest=ChaosTest -Dmosaic.tests=long -Dmosaic.fork.seconds=2340 -Dsurefire.timeout=2400 -Dsurefire.failIfNoSpecifiedTests=false -Dmosaic.s3="$$(bin/$(or $(S3),minio))" \
	    -Dmosaic.chaos.seed=$(or $(SEED),1) -Dmosaic.chaos.seconds=$(or $(LENGTH),600)

# As root, on the Kubernetes that ../shared/kube runs on this machine: another's API server and kubelet cannot be killed from here.
# `make test-long PART=chaos` runs three minutes of it.
chaos-kubernetes: ## the same on Kubernetes, while pods, the operator that leads, the API server and the kubelet are killed; by SEED=N, LENGTH=SECONDS
	@bin/test-images >/dev/null
	MOSAIC_TEST_IMAGE="mosaic/runtime:$${MOSAIC_TEST_TAG:-test}" MOSAIC_TEST_OPERATOR_IMAGE="mosaic/operator:$${MOSAIC_TEST_TAG:-test}" \
	    $(MVN) test -pl system-tests -am -Dtest=ChaosOnKubernetesTest -Dmosaic.tests=long -Dmosaic.fork.seconds=2940 -Dsurefire.timeout=3000 -Dsurefire.failIfNoSpecifiedTests=false \
	    -Dmosaic.chaos.seed=$(or $(SEED),1) -Dmosaic.chaos.seconds=$(or $(LENGTH),600)

bench: ## run the benchmarks; prints JSON lines
	@benchmarks/run

detection: ## measure how soon dead workers and machines are noticed, 15 min, as root; fewer tries by TRIES=N
	@mkdir -p target
	@for each in KilledWorker MachineThatIsCutOff; do \
	    $(MVN) -q test -pl cli -am -Dtest="DetectionTimes#shouldHearOfA$${each}*" -Dsurefire.failIfNoSpecifiedTests=false \
	        -Dmosaic.tries=$(or $(TRIES),50) -Dmosaic.out="$$PWD/target/detection.jsonl" \
	        -Djunit.jupiter.execution.timeout.mode=disabled || exit; \
	done

clean: ## delete what the build made
	$(MVN) -q clean
