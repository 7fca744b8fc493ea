# The runtime image, for who has Docker. `make image` makes the same without, from a base tar.
#   docker build -t mosaic/runtime:dev .
#   docker build -t mosaic/runtime:dev --build-arg BASE=registry.example/debian:12-slim .
# BASE: glibc and a shell. BUILDER: a JDK 25 with jlink, and Maven 3.8 or newer.
ARG BUILDER=maven:3-eclipse-temurin-25
ARG BASE=debian:12-slim

FROM ${BUILDER} AS build
WORKDIR /build
COPY . .
RUN MAVEN_OPTS=--sun-misc-unsafe-memory-access=allow mvn -q -B -ntp -pl runtime-image -am package -DskipTests \
    && java -cp "runtime-image/target/classes:$(cat runtime-image/target/dependencies)" dev.mosaic.image.ImageMain layout \
        "cli/target/classes:$(cat cli/target/dependencies)" /layout
# What programs may use: all of Java SE, and what is often met beside it. No compiler, no tools.
RUN jlink --output /layout/opt/mosaic/java --strip-java-debug-attributes --no-man-pages --no-header-files \
    --add-modules java.se,jdk.unsupported,jdk.httpserver,jdk.management,jdk.management.agent,jdk.jfr,jdk.net,jdk.nio.mapmode,jdk.zipfs,jdk.crypto.ec,jdk.naming.dns,jdk.security.auth,jdk.charsets,jdk.localedata,jdk.jcmd,jdk.incubator.vector

FROM ${BASE}
LABEL org.opencontainers.image.title="Mosaic" \
      org.opencontainers.image.description="Head, warehouse and node of a Mosaic cluster: the verb is the first argument." \
      org.opencontainers.image.licenses="Apache-2.0"
ENV JAVA_HOME=/opt/mosaic/java HOME=/tmp LANG=C.UTF-8
COPY --from=build /layout /
COPY --from=build /build/LICENSE /build/NOTICE /build/cli/target/third-party/META-INF/THIRD-PARTY.txt /licenses/
# A cluster of one machine, for a moment: what it loads is parsed ahead of time, for this very Java.
RUN MOSAIC_AOT_OUTPUT=/tmp/mosaic.aot mosaic rehearse >/tmp/rehearsal 2>&1 || { cat /tmp/rehearsal; exit 1; } \
    && mv /tmp/mosaic.aot /opt/mosaic/lib/ && rm -rf /tmp/*
USER 65532:65532
WORKDIR /opt/mosaic
ENTRYPOINT ["mosaic"]
