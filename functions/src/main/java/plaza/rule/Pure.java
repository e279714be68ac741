package plaza.rule;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a value or a rule that depends only on Java, on ids, on text and on other pure types: no
/// table, no request, no clock. `ArchitectureTest` enforces it.
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface Pure {}
