package dev.mosaic.serve.call;

/**
 * What a worker says about a class that is to be served.
 *
 * @param className binary
 * @param signature of its method table
 * @param concurrency how many of its calls may run at once
 * @param snapshots true where its state outlives a worker
 * @param version what the life was made with; empty where only the class was looked at
 * @param openApi a document of OpenAPI 3.1 in JSON, with paths as seen from the tessera's own address
 */
public record Description(
        String className, long signature, int concurrency, boolean snapshots, String version, String openApi) {}
