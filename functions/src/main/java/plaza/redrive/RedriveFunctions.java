package plaza.redrive;

import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;

import java.util.List;
import plaza.catalogue.GrantList;
import plaza.catalogue.ScheduledFunction;
import plaza.table.PlatformKeys;

/// The row of the function that redrives failed records.
public final class RedriveFunctions {
    public static final ScheduledFunction REDRIVE =
            new ScheduledFunction(
                    Redrive.class,
                    "Invoke the stream functions again with the records that they gave up",
                    new ScheduledFunction.Schedule("rate(1 hour)", "{\"scheduled\":true}"),
                    ScheduledFunction.Kind.REDRIVE,
                    new GrantList().grant(PlatformKeys.REDRIVE, GET_ITEM, PUT_ITEM).list(),
                    List.of());

    public static final List<ScheduledFunction> ALL = List.of(REDRIVE);

    private RedriveFunctions() {}
}
