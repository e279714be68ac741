package plaza;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/// A test that only `./mvnw verify -Pdeep` runs, because it takes long and `verify` covers its
/// subject with a shorter one.
@EnabledIfSystemProperty(named = "plaza.deep", matches = "true", disabledReason = "-Pdeep runs it")
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Deep {}
