package plaza.local.gateway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;

/// Finds the function for a method and a path, as an HTTP API does: of all routes that fit both,
/// the most specific, where a literal segment is more specific than a parameter, from left to
/// right.
///
/// Segments are compared as they were sent and decoded only afterwards, so that `%2F` never becomes
/// a separator.
final class Routes {
    private static final Comparator<Route> BY_SPECIFICITY = Routes::compare;

    private final List<Route> routes;

    Routes(List<HttpFunction> functions) {
        routes =
                functions.stream()
                        .map(function -> new Route(function, segments(function.path())))
                        .toList();
    }

    private record Route(HttpFunction function, List<String> segments) {}

    /// What was found.
    sealed interface Match {
        /// A function.
        ///
        /// @param parameters of the path, by name, still percent-encoded
        record Found(HttpFunction function, Map<String, String> parameters) implements Match {}

        /// Routes with this path, but none with this method.
        ///
        /// @param methods those that there are
        record OtherMethods(TreeSet<String> methods) implements Match {}

        /// Nothing.
        record Nothing() implements Match {}
    }

    /// The function for `method` and `path`; for HEAD it is that for GET.
    Match find(String method, String path) {
        var segments = segments(path);
        var asked = method.equals("HEAD") ? "GET" : method;
        var methods = new TreeSet<String>();
        var candidates = new ArrayList<Route>();
        for (var route : routes) {
            if (fits(route, segments)) {
                methods.add(route.function().method());
                if (route.function().method().equals(asked)) {
                    candidates.add(route);
                }
            }
        }
        if (methods.isEmpty()) {
            return new Match.Nothing();
        }
        @Nullable Route best = candidates.stream().max(BY_SPECIFICITY).orElse(null);
        if (best == null) {
            if (methods.contains("GET")) {
                methods.add("HEAD");
            }
            methods.add("OPTIONS");
            return new Match.OtherMethods(methods);
        }
        return new Match.Found(best.function(), parameters(best, segments));
    }

    private static boolean fits(Route route, List<String> segments) {
        if (route.segments().size() != segments.size()) {
            return false;
        }
        for (var place = 0; place < segments.size(); place++) {
            var wanted = route.segments().get(place);
            var fits =
                    isParameter(wanted)
                            ? !segments.get(place).isEmpty()
                            : wanted.equals(segments.get(place));
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> parameters(Route route, List<String> segments) {
        var parameters = new LinkedHashMap<String, String>();
        for (var place = 0; place < segments.size(); place++) {
            var wanted = route.segments().get(place);
            if (isParameter(wanted)) {
                parameters.put(wanted.substring(1, wanted.length() - 1), segments.get(place));
            }
        }
        return parameters;
    }

    /// Two routes that fit the same path: the greater is the more specific.
    private static int compare(Route one, Route other) {
        for (var place = 0; place < one.segments().size(); place++) {
            var order =
                    Boolean.compare(
                            isParameter(other.segments().get(place)),
                            isParameter(one.segments().get(place)));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /// The parts between the slashes, the one before the first slash left out.
    static List<String> segments(String path) {
        var parts = path.split("/", -1);
        return List.of(parts).subList(Math.min(1, parts.length), parts.length);
    }
}
