package plaza.local.gateway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;

/// The routes of the API. As in an HTTP API of API Gateway, the most specific route that matches
/// the method and the path wins: from left to right, a literal segment is more specific than a
/// parameter.
///
/// Segments are compared as sent and decoded afterwards, so that `%2F` never becomes a separator.
public final class Routes {
    private static final Comparator<Route> BY_SPECIFICITY = Routes::compare;

    private final List<Route> routes;

    public Routes(List<HttpFunction> functions) {
        routes =
                functions.stream()
                        .map(function -> new Route(function, segments(function.path())))
                        .toList();
    }

    private record Route(HttpFunction function, List<String> segments) {}

    /// The result of a search.
    public sealed interface Match {
        /// A function matches.
        ///
        /// @param parameters the path parameters by name, still percent-encoded
        record Found(HttpFunction function, Map<String, String> parameters) implements Match {}

        /// Routes match the path, but not the method.
        ///
        /// @param methods the methods of these routes, HEAD and OPTIONS
        record OtherMethods(TreeSet<String> methods) implements Match {}

        /// No route matches the path.
        record Nothing() implements Match {}
    }

    /// Finds the function for a method and a path. HEAD finds the function for GET.
    public Match find(String method, String path) {
        var segments = segments(path);
        var routeMethod = method.equals("HEAD") ? "GET" : method;
        var methods = new TreeSet<String>();
        var candidates = new ArrayList<Route>();
        for (var route : routes) {
            if (matches(route, segments)) {
                methods.add(route.function().method());
                if (route.function().method().equals(routeMethod)) {
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

    private static boolean matches(Route route, List<String> segments) {
        if (route.segments().size() != segments.size()) {
            return false;
        }
        for (var index = 0; index < segments.size(); index++) {
            var wanted = route.segments().get(index);
            var matches =
                    isParameter(wanted)
                            ? !segments.get(index).isEmpty()
                            : wanted.equals(segments.get(index));
            if (!matches) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> parameters(Route route, List<String> segments) {
        var parameters = new LinkedHashMap<String, String>();
        for (var index = 0; index < segments.size(); index++) {
            var wanted = route.segments().get(index);
            if (isParameter(wanted)) {
                parameters.put(wanted.substring(1, wanted.length() - 1), segments.get(index));
            }
        }
        return parameters;
    }

    /// Compares two routes that match the same path: the more specific one is greater.
    private static int compare(Route one, Route other) {
        for (var index = 0; index < one.segments().size(); index++) {
            var order =
                    Boolean.compare(
                            isParameter(other.segments().get(index)),
                            isParameter(one.segments().get(index)));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static boolean isParameter(String segment) {
        return segment.startsWith("{");
    }

    /// Returns the segments between the slashes, without the part before the first slash.
    static List<String> segments(String path) {
        var parts = path.split("/", -1);
        return List.of(parts).subList(Math.min(1, parts.length), parts.length);
    }
}
