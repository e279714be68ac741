package plaza.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import plaza.context.Declarations;

/// Marks a test, or a class of tests, that uses items of one context. It is skipped if the
/// tests run over other contexts only.
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(About.Condition.class)
public @interface About {
    /// The name of the context.
    String value();

    /// Skips the tests that are about other contexts.
    final class Condition implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext test) {
            return AnnotationSupport.findAnnotation(test.getElement(), About.class)
                    .filter(about -> !Declarations.registered().names().contains(about.value()))
                    .map(about ->
                            ConditionEvaluationResult.disabled(
                                    "the tests run without " + about.value()))
                    .orElseGet(() -> ConditionEvaluationResult.enabled("it has its context"));
        }
    }
}
