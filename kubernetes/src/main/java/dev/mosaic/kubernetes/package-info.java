/**
 * Leads programs and people into clusters on Kubernetes: {@link dev.mosaic.kubernetes.Kubernetes} names one, and by a kubeconfig its keys
 * are read and a tunnel to its gateway is opened.
 *
 * <p>Imports Fabric8, and of Mosaic {@code dev.mosaic} and {@code dev.mosaic.process}.
 */
@NullMarked
package dev.mosaic.kubernetes;

import org.jspecify.annotations.NullMarked;
