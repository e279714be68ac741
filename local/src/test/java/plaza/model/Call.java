package plaza.model;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.testkit.TestBed;

/// A request of a story: plain data, so that it can be told, sent again and left out.
///
/// An id that the server chooses is written `<p1>`: what the answer to the call that has the name
/// `p1` brought.
///
/// @param admin whether the caller is in the group of administrators
/// @param name what later calls call the thing that this one makes, or null
record Call(
        String function,
        String caller,
        boolean admin,
        Map<String, String> path,
        Map<String, String> query,
        Map<String, String> headers,
        @Nullable String body,
        @Nullable String name) {
    Call {
        path = new TreeMap<>(path);
        query = new TreeMap<>(query);
        headers = new TreeMap<>(headers);
    }

    static Call of(String function, String caller) {
        return new Call(function, caller, false, Map.of(), Map.of(), Map.of(), null, null);
    }

    Call at(String parameter, String value) {
        return new Call(
                function, caller, admin, with(path, parameter, value), query, headers, body, name);
    }

    Call query(String parameter, String value) {
        return new Call(
                function, caller, admin, path, with(query, parameter, value), headers, body, name);
    }

    Call header(String header, String value) {
        return new Call(
                function, caller, admin, path, query, with(headers, header, value), body, name);
    }

    Call body(@Nullable String text) {
        return new Call(function, caller, admin, path, query, headers, text, name);
    }

    Call body(Map<String, ?> fields) {
        return body(JsonDifference.json(fields));
    }

    Call naming(String thing) {
        return new Call(function, caller, admin, path, query, headers, body, thing);
    }

    Call by(String other) {
        return new Call(function, other, admin, path, query, headers, body, name);
    }

    Call asAdmin(boolean is) {
        return new Call(function, caller, is, path, query, headers, body, name);
    }

    /// The same with every text of it changed.
    Call each(UnaryOperator<String> change) {
        return new Call(
                function,
                caller,
                admin,
                changed(path, change),
                changed(query, change),
                changed(headers, change),
                body,
                name);
    }

    /// A path parameter that the route has.
    String the(String parameter) {
        var value = path.get(parameter);
        if (value == null) {
            throw new AssertionError(function + " has no " + parameter);
        }
        return value;
    }

    HttpFunction row() {
        return TestBed.row(function);
    }

    /// What the answers to two calls have in common if nothing happens in between.
    String target() {
        return function + path + query;
    }

    /// The call in one line, as a person would tell it.
    String told() {
        var words = new StringBuilder(caller).append(admin ? " (admin): " : ": ").append(function);
        path.forEach((parameter, value) -> words.append(' ').append(value));
        query.forEach((parameter, value) ->
                words.append(' ').append(parameter).append('=').append(value));
        headers.forEach(
                (header, value) -> words.append(' ').append(header).append(": ").append(value));
        if (body != null) {
            words.append(' ').append(body);
        }
        return name == null ? words.toString() : words + " -> <" + name + '>';
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
