package plaza.interleaving;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.Stream;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.social.timeline.PostEdges;
import plaza.tally.CountedEdge;

/// The routes that add counted edges to posts or remove them, such as LikePost: those that may put
/// or delete them.
public final class EdgeRoutes {
    private EdgeRoutes() {}

    /// The names of the routes that add such an edge.
    public static Stream<String> adding(CountedEdge edge) {
        return ofAction(edge, Action.PUT_ITEM);
    }

    /// The names of the routes that add an edge of a user, whom their path names.
    public static List<String> addingOwn() {
        return ofUsers(Action.PUT_ITEM);
    }

    /// The names of the routes that remove an edge of a user, whom their path names.
    public static List<String> removingOwn() {
        return ofUsers(Action.DELETE_ITEM);
    }

    private static List<String> ofUsers(Action action) {
        return PostEdges.ALL.stream()
                .filter(edge -> edge.byUser() != null)
                .flatMap(edge -> ofAction(edge, action))
                .toList();
    }

    private static Stream<String> ofAction(CountedEdge edge, Action action) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row ->
                        row.grants().stream()
                                .anyMatch(grant ->
                                        grant.family() == edge.edges() && grant.action() == action))
                .map(FunctionRow::name);
    }

    /// The names of the routes that add an edge of any kind, as a regular expression.
    public static String anyAdding() {
        return PostEdges.ALL.stream().flatMap(EdgeRoutes::adding).collect(joining("|"));
    }
}
