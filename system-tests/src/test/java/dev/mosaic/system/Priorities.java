package dev.mosaic.system;

/** Two classes of priority, one below and one above all else; they go when this is closed. */
record Priorities(Product product, String low, String high) implements AutoCloseable {
    static Priorities make(Product product, String namespace) {
        Priorities made = new Priorities(product, namespace + "-low", namespace + "-high");
        product.apply(namespace, """
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: %s}
                value: -10
                ---
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: %s}
                value: 1000
                """.formatted(made.low, made.high));
        return made;
    }

    /** A pod called urgent that asks for so much of that node. */
    String urgent(long cpuMillis, String node) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: urgent}
                spec:
                  priorityClassName: %s
                  nodeSelector: {kubernetes.io/hostname: %s}
                  automountServiceAccountToken: false
                  terminationGracePeriodSeconds: 0
                  securityContext: {runAsNonRoot: true, runAsUser: 65532, seccompProfile: {type: RuntimeDefault}}
                  containers:
                    - name: urgent
                      image: %s
                      imagePullPolicy: Never
                      command: [sleep, "600"]
                      resources: {requests: {cpu: %dm}}
                      securityContext: {allowPrivilegeEscalation: false, capabilities: {drop: [ALL]}}
                """.formatted(
                        high, node, Images.of(System.getenv()).orElseThrow().runtime(), cpuMillis);
    }

    @Override
    public void close() {
        product.run("delete", "priorityclass", low, high);
    }
}
