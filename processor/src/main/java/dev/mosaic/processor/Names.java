package dev.mosaic.processor;

import com.palantir.javapoet.ClassName;

/** The types that generated code uses, by name: the client is not on the processor's path. */
final class Names {
    static final ClassName TESSERA = ClassName.get("dev.mosaic", "Tessera");
    static final ClassName REMOTE = ClassName.get("dev.mosaic.annotation", "Remote");

    static final ClassName ARG = ClassName.get("dev.mosaic", "Arg");
    static final ClassName TASK = ClassName.get("dev.mosaic", "Task");
    static final ClassName MULTI = ClassName.get("io.smallrye.mutiny", "Multi");
    static final ClassName UNI = ClassName.get("io.smallrye.mutiny", "Uni");
    static final ClassName STAGE = ClassName.get("java.util.concurrent", "CompletionStage");
    static final ClassName CALL_OPTIONS = ClassName.get("dev.mosaic", "CallOptions");
    static final ClassName TESSERA_OPTIONS = ClassName.get("dev.mosaic", "TesseraOptions");
    static final ClassName TESSERA_ARRAY = ClassName.get("dev.mosaic", "TesseraArray");
    static final ClassName TESSERA_PROXY = ClassName.get("dev.mosaic", "TesseraProxy");

    static final ClassName ARGUMENTS = ClassName.get("dev.mosaic.invoke", "Arguments");
    static final ClassName DISPATCHER = ClassName.get("dev.mosaic.invoke", "Dispatcher");
    static final ClassName METHOD_TABLE = ClassName.get("dev.mosaic.invoke", "MethodTable");
    static final ClassName OVERLOAD = ClassName.get("dev.mosaic.invoke", "Overload");
    static final ClassName RESULT = ClassName.get("dev.mosaic.invoke", "Result");
    static final ClassName TESSERA_HANDLE = ClassName.get("dev.mosaic.unit", "TesseraHandle");
    static final ClassName UNIT = ClassName.get("dev.mosaic.unit", "Unit");

    static final ClassName CONSUMER = ClassName.get("java.util.function", "Consumer");
    static final ClassName LIST = ClassName.get("java.util", "List");
    static final ClassName NULLABLE = ClassName.get("org.jspecify.annotations", "Nullable");
    static final ClassName GENERATED = ClassName.get("javax.annotation.processing", "Generated");

    private Names() {}
}
