package plaza.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;

/// Rejections that all routes share and that do not depend on the table. A problem names all
/// invalid fields of a body at once; apart from those, generated calls have at most one fault.
public final class CommonRejections {
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern DATE = Pattern.compile("(19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}");

    /// The required fields of each body.
    static final Map<String, List<String>> REQUIRED =
            Map.ofEntries(
                    Map.entry("PutUserInfo", List.of("name")),
                    Map.entry("CreatePost", List.of("content")),
                    Map.entry("ClipFavorite", List.of("dataType", "title")),
                    Map.entry("ChangeFavorites", List.of("action")),
                    Map.entry("CreateTag", List.of("tagName")),
                    Map.entry("RenameTag", List.of("tagName")),
                    Map.entry("MergeTag", List.of("into")),
                    Map.entry("PutGamer", List.of("dateOfBirth", "country")),
                    Map.entry(
                            "PutTeamSheet",
                            List.of("goalKeeper", "players", "subs", "captain", "viceCaptain")),
                    Map.entry("PutFootballer", List.of("name", "position", "club", "price")),
                    Map.entry("PutFixturePoints", List.of("points", "minutes")),
                    Map.entry("PutGameweek", List.of("deadline")),
                    Map.entry("PutFixture", List.of("homeClub", "awayClub")),
                    Map.entry("PutLeague", List.of("name")));

    private CommonRejections() {}

    /// Returns the rejection of a call, or null if there is none.
    static @Nullable ExpectedResponse rejection(Call call) {
        for (var parameter : call.path().entrySet()) {
            if (!isWellFormed(parameter.getKey(), parameter.getValue())) {
                return ExpectedResponse.problem(400, parameter.getKey());
            }
        }
        var isForeign =
                switch (call.row().access()) {
                    case OWNER ->
                            !call.caller()
                                    .equals(
                                            call.path()
                                                    .getOrDefault(
                                                            "userId",
                                                            call.path()
                                                                    .getOrDefault("gamerId", "")));
                    case ADMIN -> !call.admin();
                    case AUTHOR, ANY_USER -> false;
                };
        if (isForeign) {
            return ExpectedResponse.problem(403);
        }
        var limit = call.query().get("limit");
        if (limit != null && (limit.length() > 3 || number(limit) < 1 || number(limit) > 100)) {
            return ExpectedResponse.problem(400, "limit");
        }
        var required = REQUIRED.get(call.function());
        var text = call.body();
        if (required == null || text == null) {
            return null;
        }
        var bad = badFields(JsonDifference.parse(text), required);
        return bad.isEmpty() ? null : ExpectedResponse.problem(400, bad.toArray(String[]::new));
    }

    /// Returns all fields that are missing, malformed or unknown.
    private static Set<String> badFields(Map<String, Object> body, List<String> required) {
        var bad = new TreeSet<String>();
        for (var field : required) {
            if (body.get(field) == null) {
                bad.add(field);
            }
        }
        if (body.get("dateOfBirth") instanceof String date && !DATE.matcher(date).matches()) {
            bad.add("dateOfBirth");
        }
        if (body.containsKey("surplus")) {
            bad.add("surplus");
        }
        return bad;
    }

    private static boolean isWellFormed(String parameter, String value) {
        return switch (parameter) {
            case "gameweek" -> value.matches("0?[1-9]|[1-9][0-9]");
            case "position" -> value.matches("goalkeeper|defender|midfielder|forward");
            case "dataType" ->
                    value.matches("image|video|link|file|music|chat|voice|note|location|post");
            default -> ID.matcher(value).matches();
        };
    }

    private static int number(String digits) {
        return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : 0;
    }
}
