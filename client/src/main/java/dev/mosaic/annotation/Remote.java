package dev.mosaic.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The name of a member in the proxy, where its own would clash with one that every proxy has ({@code after}, {@code
 * withOptions}, {@code drop}, {@code kill}, {@code unordered}, {@code withCallOptions}, {@code uid}, {@code state}, {@code worker}) or with another member.
 *
 * <p>It changes the proxy and the method table, never the class itself.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.FIELD})
public @interface Remote {
    /** A Java identifier. */
    String value();
}
