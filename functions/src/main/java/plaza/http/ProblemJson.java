package plaza.http;

import java.util.stream.Stream;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;

/// Converts problems to JSON, without their extension members.
public final class ProblemJson {
    private static final Shape<Problem.FieldError> ERROR =
            Shape.<Problem.FieldError>named("FieldError")
                    .with("field", Text.plain("limit"), Problem.FieldError::field)
                    .with(
                            "detail",
                            Text.plain("The query parameter `limit` must be an integer."),
                            Problem.FieldError::detail)
                    .optional("code", Text.plain("full"), Problem.FieldError::code);

    public static final Shape<Problem> PROBLEM =
            Shape.<Problem>named("Problem")
                    .with("type", types(), problem -> problem.kind().type())
                    .with(
                            "title",
                            Text.plain("Malformed request"),
                            problem -> problem.kind().title())
                    .with("status", new Whole(400, 599, 400), problem -> problem.kind().status())
                    .with(
                            "detail",
                            Text.plain("The query parameter `limit` must be an integer."),
                            Problem::detail)
                    .optional(
                            "errors",
                            Schema.Array.of(ERROR),
                            problem -> problem.errors().isEmpty() ? null : problem.errors());

    private ProblemJson() {}

    private static Text<String> types() {
        return Text.words(
                Stream.of(Problem.Kind.values()).map(Problem.Kind::type).toArray(String[]::new));
    }
}
