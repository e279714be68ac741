package plaza.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import plaza.context.Declarations;

/// Marks a test that uses items or pages of some contexts and is not in a package of theirs. It is
/// skipped if the tests run without one of these contexts.
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(About.Condition.class)
public @interface About {
    /// The names of the contexts.
    String[] value();

    /// Skips the tests that are about other contexts.
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
            return AnnotationSupport.findAnnotation(test.getElement(), About.class)
                    .map(About::value)
                    .filter(names -> !Declarations.registered().names().containsAll(List.of(names)))
                    .map(names ->
                            ConditionEvaluationResult.disabled(
                                    "the tests run without one of " + List.of(names)))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("it has its contexts"));
        }
    }
}
