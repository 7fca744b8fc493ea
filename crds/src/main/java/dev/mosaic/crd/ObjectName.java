package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The name of an object of Kubernetes in the same namespace. */
@JacksonAnnotationsInside
@Size(min = 1, max = 253) @Pattern(Patterns.OBJECT_NAME) @ValidationRule(
        value = "self.matches('" + Patterns.OBJECT_NAME + "')",
        message = "write the name of an object in the same namespace: small letters, digits, '-' and '.'")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@interface ObjectName {}
