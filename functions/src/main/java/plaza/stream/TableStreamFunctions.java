package plaza.stream;

import static java.util.stream.Collectors.joining;
import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.MODIFY;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.GrantList;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.table.PlatformKeys;
import plaza.tally.ContextEdges;
import plaza.tally.CountedEdge;
import plaza.tally.CountedEdges;

/// The rows of the functions behind the table's stream.
public final class TableStreamFunctions {
    /// How long AggregateCounts waits for more records. The longer it waits, the fewer invocations
    /// it needs, and the more edges of one post share a transaction; a count is that much later.
    private static final int WINDOW_SECONDS = 5;

    /// With four, as FanOut has, batches are half as large: a million users would need 40 % more
    /// invocations ($40 a month). With one, a shard would count one batch after the other.
    private static final int COUNTED_AT_ONCE = 2;

    /// The deliveries of one user do not wait for those of a celebrity.
    private static final int PERFORMED_AT_ONCE = 4;

    private TableStreamFunctions() {}

    /// The rows for the contexts of a system. No function counts if there is nothing to count.
    public static List<StreamFunction> of(Declarations declarations) {
        var edges = declarations.edges();
        return edges.isEmpty()
                ? List.of(fanOut(declarations))
                : List.of(aggregateCounts(edges), fanOut(declarations));
    }

    private static StreamFunction aggregateCounts(List<ContextEdges> contexts) {
        var edges = CountedEdges.of(contexts).all();
        var grants = new GrantList();
        for (var edge : edges) {
            grants.grant(edge.ledger(), BATCH_GET_ITEM, PUT_ITEM)
                    .grant(edge.counters(), UPDATE_ITEM);
            var byUser = edge.byUser();
            var consequences = edge.consequences();
            if (consequences != null) {
                consequences.read().forEach(it -> grants.grant(it, BATCH_GET_ITEM));
                consequences.queried().forEach(it -> grants.grant(it, QUERY));
                consequences.written().forEach(it -> grants.grant(it, PUT_ITEM, DELETE_ITEM));
            }
            if (byUser != null) {
                // a late change of a user who may have left
                grants.grant(byUser.tombstones(), GET_ITEM).grant(edge.ledger(), GET_ITEM);
            }
            if (!edge.expires()) {
                // the end of an edge that expires is not counted
                grants.grant(edge.counters(), GET_ITEM);
            }
        }
        grants.grant(PlatformKeys.JOBS, PUT_ITEM);
        return new StreamFunction(
                AggregateCounts.class,
                edges.stream()
                        .map(edge -> edge.name() + "s")
                        .collect(joining(" and ", "Count ", " exactly once")),
                ChangeFilter.patterns(edges.stream().map(TableStreamFunctions::changesOf).toList()),
                1_000,
                WINDOW_SECONDS,
                COUNTED_AT_ONCE,
                grants.list(),
                contexts.stream().<Class<?>>map(Object::getClass).toList());
    }

    /// Only an edge that expires is ever replaced, and only one that is hidden with its user
    /// changes.
    private static ChangeFilter changesOf(CountedEdge edge) {
        if (edge.expires()) {
            return ChangeFilter.of(edge.edges(), INSERT, MODIFY);
        }
        return edge.byUser() == null
                ? ChangeFilter.of(edge.edges(), INSERT, REMOVE)
                : ChangeFilter.of(edge.edges(), INSERT, MODIFY, REMOVE);
    }

    private static StreamFunction fanOut(Declarations declarations) {
        var grants = new GrantList();
        var changes = new ArrayList<ChangeFilter>();
        for (var declaration : declarations.all()) {
            grants.addAll(declaration.eventGrants());
            changes.addAll(declaration.changes());
        }
        grants.addAll(declarations.erasureGrants()).addAll(declarations.erasurePathGrants());
        grants.grant(PlatformKeys.JOBS, PUT_ITEM, UPDATE_ITEM, DELETE_ITEM);
        changes.add(ChangeFilter.of(PlatformKeys.JOBS, INSERT, MODIFY));
        return new StreamFunction(
                FanOut.class,
                "Do what follows from other changes of items, and perform jobs",
                ChangeFilter.patterns(changes),
                // large enough that posts behind the first records reach the function, see FanOut
                100,
                0,
                PERFORMED_AT_ONCE,
                grants.list(),
                Stream.concat(
                                declarations.eventRules().stream(),
                                declarations.erasureClasses().stream())
                        .toList());
    }
}
