package plaza.catalogue;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.StreamFunction.EventName;
import plaza.table.Family;
import plaza.table.ItemKind;

/// Changes that a stream function receives.
///
/// @param family the family of the items
/// @param kind the kind of the items; null for all kinds of the family
/// @param events the kinds of change
public record ChangeFilter(Family family, @Nullable ItemKind kind, Set<EventName> events) {
    /// Changes of all items of a family.
    public static ChangeFilter of(Family family, EventName first, EventName... others) {
        return new ChangeFilter(family, null, EnumSet.of(first, others));
    }

    /// Changes of one kind of items.
    public static ChangeFilter of(ItemKind kind, EventName first, EventName... others) {
        return new ChangeFilter(kind.family(), kind, EnumSet.of(first, others));
    }

    /// The patterns of an event source mapping. A mapping has at most five, so families with the
    /// same events share one.
    public static List<String> patterns(List<ChangeFilter> filters) {
        var ofFamilies =
                filters.stream()
                        .filter(filter -> filter.kind == null)
                        .collect(
                                groupingBy(
                                        ChangeFilter::events,
                                        LinkedHashMap::new,
                                        Collectors.mapping(
                                                filter -> filter.family.streamPattern(),
                                                joining(", "))));
        var patterns = new ArrayList<String>();
        ofFamilies.forEach((events, keys) ->
                patterns.add(pattern(events, "\"pk\": {\"S\": [%s]}".formatted(keys))));
        for (var filter : filters) {
            if (filter.kind != null) {
                patterns.add(
                        pattern(
                                filter.events,
                                "\"pk\": {\"S\": [%s]}, \"sk\": {\"S\": [%s]}"
                                        .formatted(
                                                filter.family.streamPattern(),
                                                filter.kind.streamPattern())));
            }
        }
        return patterns;
    }

    private static String pattern(Set<EventName> events, String keys) {
        return "{\"eventName\": [%s], \"dynamodb\": {\"Keys\": {%s}}}"
                .formatted(
                        events.stream()
                                .sorted()
                                .map(event -> "\"" + event + "\"")
                                .collect(joining(", ")),
                        keys);
    }
}
