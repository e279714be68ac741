package plaza.reconcile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What an invocation is asked to do.
///
/// @param repair whether drift is set right, too
/// @param scheduled whether to go on with the saved run, or begin one if none was begun lately
/// @param only the one check to make, or null for all
/// @param itemsMax how many items this slice reads at most; the invocation's time bounds it anyway
/// @param place where to go on
record Order(boolean repair, boolean scheduled, @Nullable Check only, long itemsMax, Place place) {
    /// The words of an order.
    private static final List<String> NAMES =
            List.of("repair", "scheduled", "check", "items", "cursor");

    /// Reads `{"repair": true, "check": "likeCounts", "items": 1000, "cursor": [...]}`; all of it
    /// is optional. `{"scheduled": true}` is the schedule's.
    ///
    /// @throws IllegalArgumentException when it is no such order: better than a full scan that
    ///   nobody asked for
    static Order from(Map<String, Object> event) {
        for (var name : event.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("takes only " + String.join(", ", NAMES));
            }
        }
        var order =
                new Order(
                        Boolean.TRUE.equals(event.get("repair")),
                        Boolean.TRUE.equals(event.get("scheduled")),
                        event.get("check") instanceof String label ? Check.of(label) : null,
                        event.get("items") instanceof Number items
                                ? Math.max(1, items.longValue())
                                : Long.MAX_VALUE,
                        event.get("cursor") instanceof List<?> cursor
                                ? Place.of(cursor.stream().map(String::valueOf).toList())
                                : Place.BEGINNING);
        if (order.scheduled && event.size() > 1) {
            throw new IllegalArgumentException("a scheduled run takes nothing else");
        }
        return order;
    }

    /// The same order, from another place.
    Order from(Place other) {
        return new Order(repair, scheduled, only, itemsMax, other);
    }
}
