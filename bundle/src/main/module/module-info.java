/** The API of Mosaic, and how it finds the runtime. */
open module dev.mosaic {
    exports dev.mosaic;
    exports dev.mosaic.annotation;
    exports dev.mosaic.function;
    exports dev.mosaic.parallel;
    exports dev.mosaic.placement;

    // For generated code.
    exports dev.mosaic.invoke;
    exports dev.mosaic.unit;

    // Fory makes lambdas of its interfaces in the records of programs.
    exports org.apache.fory.util.function;

    requires transitive io.smallrye.mutiny;
    requires static transitive org.jspecify;

    // Of the runtime, which is in no module.
    requires java.logging;
    requires jdk.management;
    requires jdk.unsupported;

    requires static java.compiler;

    uses dev.mosaic.unit.Connector;
    uses dev.mosaic.unit.Copier;
    uses dev.mosaic.unit.Launcher;

    provides dev.mosaic.unit.Connector with
            dev.mosaic.bundle.BundledRuntime;
    provides dev.mosaic.unit.Copier with
            dev.mosaic.bundle.BundledRuntime;
    provides dev.mosaic.unit.Launcher with
            dev.mosaic.bundle.BundledRuntime;
}
