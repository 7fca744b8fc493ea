package dev.mosaic.bundle;

import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import javax.annotation.processing.Completion;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.annotation.processing.RoundEnvironment;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * Mosaic's annotation processor, loaded from jars inside the jar of Mosaic: what it needs does not meet what other processors need.
 *
 * <p><b>Threading:</b> the compiler's thread.
 */
public final class BundledProcessor implements Processor {
    private final Processor processor;

    /** For the compiler, which finds it by the {@link ServiceLoader}. */
    public BundledProcessor() {
        ClassLoader own = BundledProcessor.class.getClassLoader();
        ClassLoader loader = new BundledLoader(new NestedJars(own).of("processor"), List.of(), own);
        processor = BundledLoader.services(Processor.class, loader).findFirst().orElseThrow();
    }

    @Override
    public Set<String> getSupportedOptions() {
        return processor.getSupportedOptions();
    }

    @Override
    public Set<String> getSupportedAnnotationTypes() {
        return processor.getSupportedAnnotationTypes();
    }

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return processor.getSupportedSourceVersion();
    }

    @Override
    public void init(ProcessingEnvironment environment) {
        processor.init(environment);
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // it is as the one within says
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        return processor.process(annotations, round);
    }

    @Override
    public Iterable<? extends Completion> getCompletions(
            Element element, AnnotationMirror annotation, ExecutableElement member, String userText) {
        return processor.getCompletions(element, annotation, member, userText);
    }
}
