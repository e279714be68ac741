package plaza.context;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.text.Malformed;

/// A setting of a context in the stack, which its functions receive in their environment
/// ([plaza.lambda.Deployment#environment]).
///
/// @param name the name in the CDK context, such as `membersMax`
/// @param variable the environment variable
/// @param standard the value if it is not set
/// @param read returns the text in the environment of a value; throws [Malformed] if it is invalid
/// @param maximum what it limits; null if it limits nothing
public record DeployedSetting(
        String name,
        String variable,
        String standard,
        UnaryOperator<String> read,
        @Nullable Maximum maximum) {
    /// A number that a user cannot exceed.
    ///
    /// @param what what is counted, such as `members of a club`
    /// @param status the status of a request beyond it
    public record Maximum(String what, int status) {}

    /// A maximum from 1.
    public static DeployedSetting maximum(
            String name, String variable, int standard, String what, int status) {
        return new DeployedSetting(
                name,
                variable,
                Integer.toString(standard),
                DeployedSetting::requireNumber,
                new Maximum(what, status));
    }

    /// With at most nine digits, so that it fits an int.
    private static String requireNumber(String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new Malformed("must be a number from 1 to 999999999, not " + text);
        }
        return text;
    }
}
