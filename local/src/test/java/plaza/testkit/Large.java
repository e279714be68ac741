package plaza.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/// A test that takes more than about a second, because of much data or many cases. Mutation tests
/// leave it out, because they run the tests of a package for each mutant.
@Tag("large")
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Large {}
