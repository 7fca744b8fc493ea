package dev.mosaic.system;

import java.util.List;

/** What is left where all should be gone. */
final class Leftovers {
    private Leftovers() {}

    /** Everything in a namespace that is not part of each one. */
    static List<String> in(Product product, String namespace) {
        String kinds = String.join(
                ",",
                product.run("api-resources", "--verbs=list", "--namespaced", "--output=name")
                        .lines()
                        .filter(kind -> !kind.startsWith("events"))
                        .toList());
        return product.run("get", kinds, "--namespace", namespace, "--output=name", "--ignore-not-found")
                .lines()
                .filter(name -> !name.equals("configmap/kube-root-ca.crt") && !name.equals("serviceaccount/default"))
                .toList();
    }
}
