package dev.mosaic.parallel;

import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Method;

/** Names of functions: of a method reference its method, of a lambda the method that it stands in. */
final class FunctionNames {
    private static final String LAMBDA = "lambda$";

    private FunctionNames() {}

    static String of(Object function) {
        try {
            Method replace = function.getClass().getDeclaredMethod("writeReplace");
            replace.setAccessible(true);
            if (replace.invoke(function) instanceof SerializedLambda lambda) {
                return of(lambda);
            }
        } catch (ReflectiveOperationException | RuntimeException unknown) {
            // It is of a class that says nothing, or of a module that is closed.
        }
        return function.getClass().isHidden() ? "function" : function.getClass().getSimpleName();
    }

    private static String of(SerializedLambda lambda) {
        String type = lambda.getImplClass();
        String simple = type.substring(1 + Math.max(type.lastIndexOf('/'), type.lastIndexOf('$')));
        String method = lambda.getImplMethodName();
        if (method.equals("<init>")) {
            return simple;
        }
        if (method.startsWith(LAMBDA)) {
            int end = method.indexOf('$', LAMBDA.length()); // then come a hash and a number
            return simple + "." + method.substring(LAMBDA.length(), end < 0 ? method.length() : end);
        }
        return simple + "." + method;
    }
}
