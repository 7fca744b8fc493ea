package dev.mosaic.system;

/** Clusters of tests, small enough for a node with two processors. */
final class Yaml {
    private Yaml() {}

    /** One with a head, a warehouse and one group, whose fields stand with six spaces before them. */
    static String cluster(String name, String warehouse, String group) {
        return """
                apiVersion: mosaic.dev/v1alpha1
                kind: MosaicCluster
                metadata:
                  name: %s
                spec:
                  imagePullPolicy: Never
                  head:
                    resources: {requests: {cpu: 50m, memory: 384Mi}, limits: {memory: 768Mi}}
                  warehouse:
                    memory: 128Mi
                    resources: {requests: {cpu: 50m, memory: 384Mi}, limits: {memory: 768Mi}}
                %s
                  workerGroups:
                    - name: pool
                      resources: {requests: {cpu: 50m, memory: 512Mi}, limits: {memory: 1Gi}}
                %s
                """.formatted(name, indented(4, warehouse), indented(6, group));
    }

    private static String indented(int columns, String lines) {
        return lines.indent(columns).stripTrailing();
    }
}
