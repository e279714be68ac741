package plaza.reconcile;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.stream.Stream;
import plaza.catalogue.GrantList;
import plaza.catalogue.ScheduledFunction;
import plaza.context.Declarations;
import plaza.table.PlatformKeys;

/// The row of the function that audits the table.
public final class ReconcileFunctions {
    private ReconcileFunctions() {}

    /// The row for the contexts of a system.
    public static ScheduledFunction of(Declarations declarations) {
        var grants = new GrantList().scan(declarations.keySpace());
        declarations.all().forEach(each -> grants.addAll(each.checkGrants()));
        for (var edge : declarations.countedEdges().all()) {
            grants.grant(edge.edges(), BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                    .grant(edge.ledger(), QUERY, BATCH_GET_ITEM, PUT_ITEM)
                    .grant(
                            edge.counters(),
                            GET_ITEM,
                            BATCH_GET_ITEM,
                            UPDATE_ITEM,
                            CONDITION_CHECK_ITEM);
            if (edge.expires()) {
                grants.grant(edge.ledger(), DELETE_ITEM);
            }
        }
        grants.addAll(declarations.erasureScanGrants())
                .grant(PlatformKeys.ERASURES, QUERY, BATCH_GET_ITEM, PUT_ITEM)
                .grant(PlatformKeys.SCANS, UPDATE_ITEM);
        grants.grant(PlatformKeys.JOBS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                .grant(PlatformKeys.SCANS, GET_ITEM, QUERY, PUT_ITEM);
        return new ScheduledFunction(
                Reconcile.class,
                "Check derived items against their sources and repair them on request",
                new ScheduledFunction.Schedule("cron(0 1 * * ? *)", "{\"everyDays\":28}"),
                ScheduledFunction.Kind.SCAN,
                grants.list(),
                Stream.concat(
                                declarations.checks().stream().<Class<?>>map(Object::getClass),
                                declarations.erasureClasses().stream())
                        .toList());
    }
}
