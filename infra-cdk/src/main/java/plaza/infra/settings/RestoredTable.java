package plaza.infra.settings;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A table that was restored from a backup, with its stream. `infra-cdk/restore` creates it and
/// prints both settings.
///
/// @param name context `table`: the name of the table
/// @param streamArn context `tableStream`: the ARN of its stream, which contains the time at which
///   the stream was enabled
public record RestoredTable(String name, String streamArn) {
    private static final Pattern STREAM =
            Pattern.compile(
                    "arn:aws[a-z-]*:dynamodb:[a-z0-9-]+:[0-9]{12}:table/([a-zA-Z0-9_.-]{3,255})/stream/[0-9T:.-]+");

    static @Nullable RestoredTable from(Context context) {
        var name = context.textOrNull("table");
        var stream = context.textOrNull("tableStream");
        if (name == null && stream == null) {
            return null;
        }
        var matcher = STREAM.matcher(stream == null ? "" : stream);
        if (name == null) {
            context.reject("tableStream", "needs the context table");
        } else if (!matcher.matches() || !matcher.group(1).equals(name)) {
            context.reject(
                    "tableStream",
                    "must be the ARN of the stream of the table %s, not %s"
                            .formatted(name, stream));
        }
        return new RestoredTable(String.valueOf(name), String.valueOf(stream));
    }
}
