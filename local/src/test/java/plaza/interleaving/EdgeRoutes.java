package plaza.interleaving;

import static java.util.stream.Collectors.joining;

import java.util.stream.Stream;
import plaza.catalogue.Action;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.social.timeline.PostEdges;
import plaza.tally.CountedEdge;

/// The routes that add counted edges to posts, such as LikePost: those that may put them.
public final class EdgeRoutes {
    private EdgeRoutes() {}

    /// The names of the routes that add such an edge.
    public static Stream<String> adding(CountedEdge edge) {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row ->
                        row.grants().stream()
                                .anyMatch(grant ->
                                        grant.family() == edge.edges()
                                                && grant.action() == Action.PUT_ITEM))
                .map(FunctionRow::name);
    }

    /// The names of the routes that add an edge of any kind, as a regular expression.
    public static String anyAdding() {
        return PostEdges.ALL.stream().flatMap(EdgeRoutes::adding).collect(joining("|"));
    }
}
