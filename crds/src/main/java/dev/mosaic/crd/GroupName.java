package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The name of a worker group. */
@JacksonAnnotationsInside
@Size(min = 1, max = 20) @Pattern(Patterns.GROUP_NAME) @ValidationRule(value = "self.matches('" + Patterns.GROUP_NAME + "')", message = Patterns.GROUP_NAME_IN_WORDS)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@interface GroupName {}
