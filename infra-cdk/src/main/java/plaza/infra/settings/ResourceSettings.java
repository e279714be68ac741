package plaza.infra.settings;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings that apply to many resources of the stack.
///
/// @param tags context `tags`: further tags of all resources, as `key=value` separated by commas
/// @param permissionsBoundary context `permissionsBoundary`: the ARN of a managed policy that
///   bounds every role of the stack
/// @param deletionProtection context `deletionProtection`: whether AWS rejects the deletion of the
///   stack, the table and the user pool; by default in `prod`. The first deployment of a stage
///   should be without it, because CloudFormation cannot remove what it has created when that
///   deployment fails
/// @param deployedAtOnce context `deployedAtOnce`: how many functions are created, and how many
///   snapshots are made, at a time
public record ResourceSettings(
        Map<String, String> tags,
        @Nullable String permissionsBoundary,
        boolean deletionProtection,
        int deployedAtOnce) {
    /// Lambda limits the snapshots that are made at a time in an account, without a documented
    /// number (<https://docs.aws.amazon.com/lambda/latest/dg/snapstart-troubleshooting.html>), and
    /// the requests to its management API to 15 per second
    /// (<https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>).
    private static final int DEPLOYED_AT_ONCE = 5;

    private static final Pattern TAG_KEY =
            Pattern.compile("(?!(?i:aws):)[\\p{L}\\p{Z}\\p{N}_.:/+@-]{1,128}");

    private static final Pattern TAG_VALUE = Pattern.compile("[\\p{L}\\p{Z}\\p{N}_.:/=+@-]{0,256}");

    /// The tags that every stack has.
    private static final Set<String> OWN_TAGS = Set.of("service", "stage", "stack");

    private static final Pattern BOUNDARY =
            Pattern.compile("arn:aws[a-z-]*:iam::([0-9]{12}|aws):policy/[\\w+=,.@/-]+");

    public ResourceSettings {
        tags = Map.copyOf(tags);
    }

    static ResourceSettings from(Context context, Stage stage) {
        var boundary = context.textOrNull("permissionsBoundary");
        if (boundary != null && !BOUNDARY.matcher(boundary).matches()) {
            context.reject(
                    "permissionsBoundary", "must be the ARN of a managed policy, not " + boundary);
        }
        return new ResourceSettings(
                tags(context),
                boundary,
                context.flag("deletionProtection", stage == Stage.PROD),
                context.number("deployedAtOnce", DEPLOYED_AT_ONCE));
    }

    /// Reads tags such as `team=core,costCenter=42`. The limits are those of AWS (AWS General
    /// Reference, "Tagging your AWS resources").
    private static Map<String, String> tags(Context context) {
        var tags = new LinkedHashMap<String, String>();
        for (var tag : context.list("tags", "")) {
            var parts = tag.split("=", 2);
            if (parts.length < 2 || !TAG_KEY.matcher(parts[0]).matches()) {
                context.reject("tags", "must be key=value, separated by commas, not " + tag);
            } else if (!TAG_VALUE.matcher(parts[1]).matches()) {
                context.reject(
                        "tags", "a value must have at most 256 characters that AWS allows: " + tag);
            } else if (OWN_TAGS.contains(parts[0])) {
                context.reject("tags", "the stack sets the tag " + parts[0] + " itself");
            } else if (tags.put(parts[0], parts[1]) != null) {
                context.reject("tags", "the key " + parts[0] + " occurs twice");
            }
        }
        return tags;
    }
}
