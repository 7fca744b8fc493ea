package dev.mosaic.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a method or field of a tessera class another name in the generated proxy. Use it if the name clashes with another member, or with a method
 * that every proxy has: {@code after}, {@code withOptions}, {@code drop}, {@code kill}, {@code unordered}, {@code withCallOptions},
 * {@code uid}, {@code state} or {@code worker}.
 *
 * <p>The annotation changes the proxy and the method table, never the class itself.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD})
public @interface Remote {
    /** The name in the proxy, which must be a Java identifier. */
    String value();
}
