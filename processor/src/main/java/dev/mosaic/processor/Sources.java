package dev.mosaic.processor;

import com.palantir.javapoet.AnnotationSpec;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.JavaFile;
import com.palantir.javapoet.TypeSpec;
import java.io.IOException;
import java.util.List;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.lang.model.element.Modifier;

/** Writes the two source files of a tessera class, unless there are problems. */
final class Sources {
    /** The first two lines are of what the tessera's author wrote, repeated here; the last of what comes from the wire. */
    private static final List<String> SUPPRESSED = List.of(
            "deprecation",
            "removal",
            "preview",
            "rawtypes",
            "overloads",
            "exports",
            "varargs",
            "InconsistentOverloads",
            "NonOverridingEquals",
            "TypeParameterUnusedInFormals",
            "unchecked",
            "cast",
            "NullAway");

    private final Filer filer;
    private final Surroundings around;
    private final TypeReader types;
    private final Problems problems;

    Sources(ProcessingEnvironment environment, Surroundings around, TypeReader types, Problems problems) {
        this.filer = environment.getFiler();
        this.around = around;
        this.types = types;
        this.problems = problems;
    }

    void write(TesseraClass tessera) {
        Variants variants = new Variants(new Specificity(around.types()), new Clashes(problems, tessera.element()));
        List<Variant> shown = variants.of(tessera.calls());
        List<Variant> creations = variants.of(tessera.creations());
        if (problems.any()) {
            return;
        }
        TypeSpec proxy =
                new ProxyWriter(around.elements(), tessera).write(begin(tessera, tessera.proxy()), shown, creations);
        CaseWriter cases = new CaseWriter(around, types, tessera.element());
        TypeSpec dispatcher = new DispatcherWriter(tessera, cases).write(begin(tessera, tessera.dispatcher()));
        write(tessera, tessera.proxy(), proxy);
        write(tessera, tessera.dispatcher(), dispatcher);
    }

    private TypeSpec.Builder begin(TesseraClass tessera, ClassName name) {
        TypeSpec.Builder type = TypeSpec.classBuilder(name)
                .addOriginatingElement(tessera.element())
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL);
        // Not in every module's reach.
        if (around.elements().getTypeElement(Names.GENERATED.canonicalName()) != null) {
            type.addAnnotation(AnnotationSpec.builder(Names.GENERATED)
                    .addMember("value", "$S", TesseraProcessor.class.getName())
                    .build());
        }
        AnnotationSpec.Builder suppressed = AnnotationSpec.builder(SuppressWarnings.class);
        SUPPRESSED.forEach(warning -> suppressed.addMember("value", "$S", warning));
        return type.addAnnotation(suppressed.build());
    }

    private void write(TesseraClass tessera, ClassName name, TypeSpec type) {
        try {
            JavaFile.builder(name.packageName(), type)
                    .skipJavaLangImports(true)
                    .indent("    ")
                    .build()
                    .writeTo(filer);
        } catch (IOException notWritten) {
            problems.report(
                    tessera.element(),
                    name + " cannot be written: " + notWritten.getMessage(),
                    "rename or remove what has its name");
        }
    }
}
