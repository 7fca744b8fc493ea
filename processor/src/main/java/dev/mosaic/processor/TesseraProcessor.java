package dev.mosaic.processor;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.SourceVersion;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/**
 * Makes {@code SolverProxy} and {@code SolverDispatcher} for each {@code @Tessera class Solver}, in its package.
 *
 * <p>What is made of a class depends on it and its supertypes only. A class that names types that other processors are still
 * to make waits for the next round.
 *
 * <p><b>Threading:</b> the compiler's thread. <b>Failure:</b> an error of the compiler at the member it is about, with what
 * to do; nothing is made of that class then.
 */
// All are claimed, or javac would warn that no processor does; the last is what generated code bears.
@SupportedAnnotationTypes({"dev.mosaic.Tessera", "dev.mosaic.annotation.Remote", "javax.annotation.processing.Generated"
})
public final class TesseraProcessor extends AbstractProcessor {
    private final Set<String> waiting = new LinkedHashSet<>();
    private final List<String> known = new ArrayList<>();

    /** For the compiler, which finds it by the {@code ServiceLoader}. */
    public TesseraProcessor() {}

    @Override
    public SourceVersion getSupportedSourceVersion() {
        return SourceVersion.latestSupported();
    }

    @Override
    @SuppressWarnings("DoNotClaimAnnotations") // else -Xlint:all -Werror ends the build of whoever uses them
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        Surroundings around = Surroundings.of(processingEnv);
        TypeElement mark = around.elements().getTypeElement(Names.TESSERA.canonicalName());
        if (mark == null || round.processingOver()) {
            return true;
        }
        ElementFilter.typesIn(round.getElementsAnnotatedWith(mark)).stream()
                .filter(type -> ClassCheck.canBeNamed(type, processingEnv))
                .forEach(type -> waiting.add(type.getQualifiedName().toString()));
        known.addAll(waiting);
        ProxyNames names = new ProxyNames(around.elements());
        known.forEach(name -> names.add(around.elements().getTypeElement(name)));
        waiting.removeIf(name -> isDone(around, names, around.elements().getTypeElement(name)));
        return true;
    }

    /** False where the class must be looked at again. */
    private boolean isDone(Surroundings around, ProxyNames names, TypeElement type) {
        Problems problems = new Problems(type);
        new ClassCheck(problems).check(type);
        if (!problems.any()) {
            String home =
                    around.elements().getPackageOf(type).getQualifiedName().toString();
            TypeReader types = new TypeReader(names, home);
            TesseraClass tessera = new TesseraReader(around, names, types, problems, type).read();
            if (types.sawMissing()) {
                return false;
            }
            new Sources(processingEnv, around, types, problems).write(tessera);
        }
        problems.say(processingEnv.getMessager());
        return true;
    }
}
