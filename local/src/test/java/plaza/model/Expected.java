package plaza.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.testkit.TestResponse;

/// An answer that a model predicts.
///
/// @param status the HTTP status
/// @param body the body of a success, as [JsonDifference] has it; null for none
/// @param fields of a problem: the fields that it may name, each set of them as good as another
/// @param codes of a problem that names rules: which; else null
/// @param more of a problem: its further members
/// @param learnt what the model does with ids that the server chose, once the answer is admitted
record Expected(
        int status,
        @Nullable Object body,
        List<Set<String>> fields,
        @Nullable Set<String> codes,
        Map<String, Object> more,
        Consumer<Map<String, Object>> learnt) {
    private static final Map<Integer, String> TYPES =
            Map.of(
                    400, "malformed",
                    403, "forbidden",
                    404, "not-found",
                    409, "conflict",
                    412, "precondition-failed",
                    422, "rule-broken");

    static Expected ok(Object body) {
        return success(200, body);
    }

    static Expected created(Object body) {
        return success(201, body);
    }

    /// 201 the first time, 200 when repeated.
    static Expected put(boolean first, Object body) {
        return success(first ? 201 : 200, body);
    }

    static Expected accepted(Object body) {
        return success(202, body);
    }

    static Expected noContent() {
        return success(204, null);
    }

    /// A list: all items of all its pages.
    static Expected items(Object items) {
        return ok(JsonDifference.object("items", items));
    }

    static Expected problem(int status, String... fields) {
        return new Expected(status, null, List.of(Set.of(fields)), null, Map.of(), _ -> {});
    }

    static Expected notFound(String field) {
        return problem(404, field);
    }

    /// 422 with these codes, each once or more.
    static Expected broken(Set<String> codes) {
        return new Expected(422, null, List.of(), codes, Map.of(), _ -> {});
    }

    static Expected success(int status, @Nullable Object body) {
        return new Expected(status, body, List.of(), null, Map.of(), _ -> {});
    }

    /// The same, with other fields that it may name instead.
    Expected or(String... otherFields) {
        var both = new ArrayList<>(fields);
        both.add(Set.of(otherFields));
        return new Expected(status, body, both, codes, more, learnt);
    }

    /// The same, with a further member of the problem.
    Expected with(String member, Object value) {
        var all = new TreeMap<>(more);
        all.put(member, value);
        return new Expected(status, body, fields, codes, all, learnt);
    }

    Expected then(Consumer<Map<String, Object>> learning) {
        return new Expected(status, body, fields, codes, more, learning);
    }

    /// What is wrong with an answer, or null.
    @Nullable String difference(TestResponse reply) {
        if (reply.status() != status) {
            return "answered " + reply.status() + " instead of " + status + " " + reply.json();
        }
        return status < 300
                ? JsonDifference.difference("body", body, JsonDifference.of(reply.json()))
                : problemDifference(reply);
    }

    private @Nullable String problemDifference(TestResponse reply) {
        var type = "urn:plaza:problem:" + TYPES.get(status);
        if (!reply.json().path("type").asText().equals(type)) {
            return "a problem of another type than " + type + ": " + reply.json();
        }
        if (codes != null) {
            var found = new TreeSet<String>();
            reply.json().path("errors").forEach(error -> found.add(error.path("code").asText()));
            return found.equals(codes) ? null : "breaks " + found + " instead of " + codes;
        }
        if (!fields.contains(new TreeSet<>(reply.badFields()))) {
            return "the problem names " + reply.badFields() + " instead of " + fields;
        }
        for (var member : more.entrySet()) {
            var difference =
                    JsonDifference.difference(
                            "problem." + member.getKey(),
                            member.getValue(),
                            JsonDifference.of(reply.json().path(member.getKey())));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }
}
