package plaza.model.expected;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.testkit.TestBed;

/// A request of a command sequence: plain data that can be printed, repeated and removed.
///
/// `<p1>` stands for the id that the server chose in its response to the call whose `idName` is
/// `p1`.
///
/// @param admin whether the caller is in the group of administrators
/// @param idName the name under which later calls use the id that the server chooses, or null
public record Call(
        String function,
        String caller,
        boolean admin,
        Map<String, String> path,
        Map<String, String> query,
        Map<String, String> headers,
        @Nullable String body,
        @Nullable String idName) {
    public Call {
        path = new TreeMap<>(path);
        query = new TreeMap<>(query);
        headers = new TreeMap<>(headers);
    }

    public static Call of(String function, String caller) {
        return new Call(function, caller, false, Map.of(), Map.of(), Map.of(), null, null);
    }

    public Call at(String parameter, String value) {
        return new Call(
                function,
                caller,
                admin,
                with(path, parameter, value),
                query,
                headers,
                body,
                idName);
    }

    public Call query(String parameter, String value) {
        return new Call(
                function,
                caller,
                admin,
                path,
                with(query, parameter, value),
                headers,
                body,
                idName);
    }

    public Call header(String header, String value) {
        return new Call(
                function, caller, admin, path, query, with(headers, header, value), body, idName);
    }

    public Call body(@Nullable String text) {
        return new Call(function, caller, admin, path, query, headers, text, idName);
    }

    public Call body(Map<String, ?> fields) {
        return body(JsonDifference.json(fields));
    }

    public Call createsId(String newName) {
        return new Call(function, caller, admin, path, query, headers, body, newName);
    }

    public Call withCaller(String other) {
        return new Call(function, other, admin, path, query, headers, body, idName);
    }

    public Call asAdmin(boolean is) {
        return new Call(function, caller, is, path, query, headers, body, idName);
    }

    /// Changes each path parameter, query parameter and header, and the body.
    public Call mapTexts(UnaryOperator<String> change) {
        return new Call(
                function,
                caller,
                admin,
                changed(path, change),
                changed(query, change),
                changed(headers, change),
                body == null ? null : change.apply(body),
                idName);
    }

    /// Returns a path parameter that the route must have.
    public String pathValue(String parameter) {
        var value = path.get(parameter);
        if (value == null) {
            throw new AssertionError(function + " has no path parameter " + parameter);
        }
        return value;
    }

    public HttpFunction row() {
        return TestBed.row(function);
    }

    /// Identifies what the call reads: the function, the path and the query.
    public String target() {
        return function + path + query;
    }

    /// Returns the call as one line.
    public String describe() {
        var words = new StringBuilder(caller).append(admin ? " (admin): " : ": ").append(function);
        path.forEach((parameter, value) ->
                words.append(' ').append(parameter).append('=').append(value));
        query.forEach((parameter, value) ->
                words.append(" ?").append(parameter).append('=').append(value));
        headers.forEach(
                (header, value) -> words.append(' ').append(header).append(": ").append(value));
        if (body != null) {
            words.append(' ').append(body);
        }
        return idName == null ? words.toString() : words + " -> <" + idName + '>';
    }

    private static Map<String, String> with(Map<String, String> map, String key, String value) {
        var more = new TreeMap<>(map);
        more.put(key, value);
        return more;
    }

    private static Map<String, String> changed(
            Map<String, String> map, UnaryOperator<String> change) {
        var changed = new TreeMap<String, String>();
        map.forEach((key, value) -> changed.put(key, change.apply(value)));
        return changed;
    }
}
