package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A duration such as {@code 90s}, for tools that know no rules. The rule stands beside it: the generator does not look for rules in here. */
@JacksonAnnotationsInside
@Size(min = 2, max = 16) @Pattern(Patterns.DURATION) @Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@interface DurationText {}
