package plaza.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;

/// Rejections that all routes share and that do not depend on the table. A problem names all
/// invalid fields of a body at once; apart from those, generated calls have at most one fault.
public final class CommonRejections {
    private CommonRejections() {}

    /// Returns the rejection of a call, or null if there is none.
    ///
    /// @param model the model of its context
    public static @Nullable ExpectedResponse rejection(Call call, Model model) {
        for (var parameter : call.path().entrySet()) {
            if (!model.isWellFormed(parameter.getKey(), parameter.getValue())) {
                return ExpectedResponse.problem(400, parameter.getKey());
            }
        }
        var isForeign =
                switch (call.row().access()) {
                    case OWNER -> !call.caller().equals(call.path().get(model.ownerParameter()));
                    case OWNER_OR_ADMIN ->
                            !call.admin()
                                    && !call.caller()
                                            .equals(call.path().get(model.ownerParameter()));
                    case ADMIN -> !call.admin();
                    case CREATOR, ANY_USER -> false;
                };
        if (isForeign) {
            return ExpectedResponse.problem(403);
        }
        var limit = call.query().get("limit");
        if (limit != null && (limit.length() > 3 || number(limit) < 1 || number(limit) > 100)) {
            return ExpectedResponse.problem(400, "limit");
        }
        var required = model.requiredFields().get(call.function());
        var text = call.body();
        if (required == null || text == null) {
            return null;
        }
        var bad = badFields(JsonDifference.parse(text), required, model);
        return bad.isEmpty() ? null : ExpectedResponse.problem(400, bad.toArray(String[]::new));
    }

    /// Returns all fields that are missing, malformed or unknown.
    private static Set<String> badFields(
            Map<String, Object> body, List<String> required, Model model) {
        var bad = new TreeSet<String>();
        for (var field : required) {
            if (body.get(field) == null) {
                bad.add(field);
            }
        }
        bad.addAll(model.malformedFields(body));
        if (body.containsKey("surplus")) {
            bad.add("surplus");
        }
        return bad;
    }

    private static int number(String digits) {
        return digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : 0;
    }
}
