package plaza.model.expected;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import plaza.testkit.TestResponse;

/// A response that a model predicts.
///
/// @param status the HTTP status
/// @param body the body of a success, as [JsonDifference] represents it; null for none
/// @param fields the sets of fields that a problem may name, any of which is right
/// @param codes the codes of the broken rules, or null if the problem names fields instead
/// @param members the additional members of a problem
/// @param others other statuses that are right as well, with any body
/// @param learnIds receives the body of an accepted response, with the ids that the server chose
public record ExpectedResponse(
        int status,
        @Nullable Object body,
        List<Set<String>> fields,
        @Nullable Set<String> codes,
        Map<String, Object> members,
        Set<Integer> others,
        Consumer<Map<String, Object>> learnIds) {
    private static final String PROBLEM = "urn:plaza:problem:";

    private static final Map<Integer, String> TYPES =
            Map.of(
                    400, "malformed",
                    403, "forbidden",
                    404, "not-found",
                    409, "conflict",
                    412, "precondition-failed",
                    422, "rule-broken");

    public static ExpectedResponse ok(Object body) {
        return success(200, body);
    }

    public static ExpectedResponse created(Object body) {
        return success(201, body);
    }

    /// 201 for a new item, 200 for an existing one.
    public static ExpectedResponse put(boolean isNew, Object body) {
        return success(isNew ? 201 : 200, body);
    }

    public static ExpectedResponse accepted(Object body) {
        return success(202, body);
    }

    public static ExpectedResponse noContent() {
        return success(204, null);
    }

    /// A list, with the items of all its pages.
    public static ExpectedResponse items(Object items) {
        return ok(JsonDifference.object("items", items));
    }

    public static ExpectedResponse problem(int status, String... fields) {
        return new ExpectedResponse(
                status, null, List.of(Set.of(fields)), null, Map.of(), Set.of(), _ -> {});
    }

    public static ExpectedResponse notFound(String field) {
        return problem(404, field);
    }

    /// 422 with these codes, each at least once.
    public static ExpectedResponse broken(Set<String> codes) {
        return new ExpectedResponse(422, null, List.of(), codes, Map.of(), Set.of(), _ -> {});
    }

    public static ExpectedResponse success(int status, @Nullable Object body) {
        return new ExpectedResponse(status, body, List.of(), null, Map.of(), Set.of(), _ -> {});
    }

    /// Accepts a problem that names other fields instead.
    public ExpectedResponse or(String... otherFields) {
        var both = new ArrayList<>(fields);
        both.add(Set.of(otherFields));
        return new ExpectedResponse(status, body, both, codes, members, others, learnIds);
    }

    /// Accepts other statuses as well, with any body.
    public ExpectedResponse orStatus(Set<Integer> otherStatuses) {
        return new ExpectedResponse(status, body, fields, codes, members, otherStatuses, learnIds);
    }

    /// Replaces the type that problems with the status usually have.
    ///
    /// @param slug the last part of the type
    public ExpectedResponse ofType(String slug) {
        return with("type", PROBLEM + slug);
    }

    /// Adds a member to the problem.
    public ExpectedResponse with(String member, Object value) {
        var all = new TreeMap<>(members);
        all.put(member, value);
        return new ExpectedResponse(status, body, fields, codes, all, others, learnIds);
    }

    public ExpectedResponse then(Consumer<Map<String, Object>> learning) {
        return new ExpectedResponse(status, body, fields, codes, members, others, learning);
    }

    /// Returns how a response differs, or null if it does not.
    public @Nullable String difference(TestResponse response) {
        if (others.contains(response.status())) {
            return null;
        }
        if (response.status() != status) {
            return "status " + response.status() + " instead of " + status + ": " + response.json();
        }
        return status < 300
                ? JsonDifference.difference("body", body, JsonDifference.of(response.json()))
                : problemDifference(response);
    }

    private @Nullable String problemDifference(TestResponse response) {
        var type = members.getOrDefault("type", PROBLEM + TYPES.get(status));
        if (!response.json().path("type").asText().equals(type)) {
            return "the type of the problem is not " + type + ": " + response.json();
        }
        if (codes != null) {
            var found = new TreeSet<String>();
            response.json().path("errors").forEach(error -> found.add(error.path("code").asText()));
            return found.equals(codes)
                    ? null
                    : "the codes of the problem are " + found + " instead of " + codes;
        }
        if (!fields.contains(new TreeSet<>(response.badFields()))) {
            return "the fields of the problem are "
                    + response.badFields()
                    + " instead of "
                    + fields;
        }
        for (var member : members.entrySet()) {
            var difference =
                    JsonDifference.difference(
                            "problem." + member.getKey(),
                            member.getValue(),
                            JsonDifference.of(response.json().path(member.getKey())));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }
}
