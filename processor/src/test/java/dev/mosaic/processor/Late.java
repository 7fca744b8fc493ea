package dev.mosaic.processor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;

/** Another processor, which makes {@code late.Made} in the first round. */
@SupportedAnnotationTypes("*")
final class Late extends AbstractProcessor {
    private boolean done;

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latest();
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (!done) {
            done = true;
            try (Writer made =
                    processingEnv.getFiler().createSourceFile("late.Made").openWriter()) {
                made.write("package late; public class Made {}");
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
        return false;
    }
}
