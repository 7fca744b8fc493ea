package dev.mosaic.crd;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A duration such as {@code 90s}. The pattern is for tools, the rule says it in words. */
@JacksonAnnotationsInside
@Size(min = 2, max = 16) @Pattern(Patterns.DURATION) @ValidationRule(
        value = "self.matches('" + Patterns.DURATION + "')",
        message = "write a duration in hours, minutes and seconds, such as 90s, 5m or 1h30m")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
@interface DurationText {}
