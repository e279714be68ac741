package plaza.migrate;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.Map;
import java.util.Objects;
import plaza.catalogue.Action;
import plaza.catalogue.GrantList;
import plaza.catalogue.ScheduledFunction;
import plaza.context.Declarations;
import plaza.table.PlatformKeys;
import plaza.table.Write;

/// The row of the function that performs migrations, with the grants of each of them.
public final class MigrateFunctions {
    private static final Map<Class<? extends Write>, Action> ACTIONS =
            Map.of(
                    Write.Put.class, PUT_ITEM,
                    Write.Update.class, UPDATE_ITEM,
                    Write.Delete.class, DELETE_ITEM,
                    Write.Check.class, CONDITION_CHECK_ITEM);

    private MigrateFunctions() {}

    /// The row for the contexts of a system.
    public static ScheduledFunction of(Declarations declarations) {
        return of(declarations, Migrations.of(declarations.migrations()));
    }

    /// The row of the function that performs these migrations.
    public static ScheduledFunction of(Declarations declarations, Migrations migrations) {
        var grants =
                new GrantList()
                        .scan(declarations.keySpace())
                        .grant(PlatformKeys.SCANS, GET_ITEM, QUERY, PUT_ITEM)
                        .grant(PlatformKeys.MIGRATIONS, GET_ITEM, UPDATE_ITEM);
        for (var migration : migrations.all()) {
            grants.grant(migration.kind().family(), GET_ITEM);
            for (var joined : migration.joined()) {
                grants.grant(joined.family(), BATCH_GET_ITEM);
            }
            for (var access : migration.accesses()) {
                grants.grant(access.family(), Objects.requireNonNull(ACTIONS.get(access.write())));
            }
        }
        return new ScheduledFunction(
                Migrate.class,
                "Rewrite items of an old version, and prove that none is left",
                null,
                ScheduledFunction.Kind.SCAN,
                grants.list(),
                declarations.migrations().stream().<Class<?>>map(Object::getClass).toList());
    }
}
