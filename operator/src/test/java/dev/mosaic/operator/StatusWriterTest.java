package dev.mosaic.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mosaic.crd.Tessera;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.IndexedResourceCache;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What was changed while a status was written is looked at again. */
class StatusWriterTest {
    private static final long AT_ONCE = 0;

    private static Tessera tessera(UnaryOperator<ObjectMetaBuilder> change) {
        Tessera tessera = new Tessera();
        tessera.setMetadata(change.apply(new ObjectMetaBuilder()
                        .withName("counter")
                        .withNamespace("team")
                        .withGeneration(1L)
                        .withResourceVersion("1"))
                .build());
        return tessera;
    }

    /** Of a cache that has just that one. */
    @SuppressWarnings("unchecked")
    private static Context<Tessera> context(Optional<Tessera> newest) {
        ClassLoader loader = StatusWriterTest.class.getClassLoader();
        Object cache = Proxy.newProxyInstance(
                loader, new Class<?>[] {IndexedResourceCache.class}, (proxy, method, arguments) -> newest);
        return (Context<Tessera>)
                Proxy.newProxyInstance(loader, new Class<?>[] {Context.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("getPrimaryCache");
                    return cache;
                });
    }

    private static Optional<Long> again(Optional<Tessera> newest) {
        Tessera read = tessera(metadata -> metadata);
        UpdateControl<Tessera> control = UpdateControl.<Tessera>noUpdate().rescheduleAfter(Duration.ofSeconds(5));
        return StatusWriter.again(control, read, context(newest)).getScheduleDelay();
    }

    @Test
    void shouldLookAgainAtOnceWhereItWasDeletedOrChangedMeanwhile() {
        assertThat(again(Optional.of(tessera(
                        metadata -> metadata.withGeneration(2L).withDeletionTimestamp("2026-11-23T09:29:47Z")))))
                .contains(AT_ONCE);
        assertThat(again(Optional.of(tessera(metadata -> metadata.withGeneration(2L)))))
                .contains(AT_ONCE);
        assertThat(again(Optional.of(tessera(metadata -> metadata.addToAnnotations("mosaic.dev/resume", "1")))))
                .contains(AT_ONCE);
    }

    @Test
    void shouldLookAgainWhenItIsDueWhereOnlyTheStatusIsAnother() {
        assertThat(again(Optional.of(tessera(metadata -> metadata.withResourceVersion("2")))))
                .contains(5_000L);
        assertThat(again(Optional.empty())).as("it is gone").contains(5_000L);
    }
}
