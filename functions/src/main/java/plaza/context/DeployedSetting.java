package plaza.context;

import java.util.function.UnaryOperator;
import plaza.text.Malformed;

/// A setting of a context in the stack, which its functions receive in their environment.
///
/// @param name the name in the CDK context, such as `membersMax`
/// @param variable the environment variable
/// @param standard the value if it is not set
/// @param read returns the text in the environment of a value; throws [Malformed] if it is invalid
public record DeployedSetting(
        String name, String variable, String standard, UnaryOperator<String> read) {
    /// A number from 1.
    public static DeployedSetting number(String name, String variable, int standard) {
        return new DeployedSetting(
                name, variable, Integer.toString(standard), DeployedSetting::requireNumber);
    }

    /// With at most nine digits, so that it fits an int.
    private static String requireNumber(String text) {
        if (!text.matches("[1-9][0-9]{0,8}")) {
            throw new Malformed("must be a number from 1 to 999999999, not " + text);
        }
        return text;
    }
}
