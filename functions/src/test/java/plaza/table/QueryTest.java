package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;

class QueryTest {
    private static final Map<List<String>, UnaryOperator<Query>> CHANGES =
            Map.of(
                    List.of("prefix"), query -> query.beginningWith("c"),
                    List.of("above"), query -> query.above("c"),
                    List.of("greatest", "least"), query -> query.between("c", "d"),
                    List.of("backward"), Query::descending,
                    List.of("strong"), Query::consistent,
                    List.of("aliveAt"), query -> query.aliveAt(Instant.EPOCH));

    /// Queries have one condition on the sort key, so there is one of each kind.
    @Test
    void eachMethodChangesOnlyWhatItIsNamedAfter() throws ReflectiveOperationException {
        var collection = SocialKeys.TIMELINE.of(UserId.of("ann"));
        for (var isSet : List.of(false, true)) {
            var now = isSet ? Instant.MAX : null;
            for (var query :
                    List.of(
                            new Query(collection, "", "", "", "b", isSet, isSet, now),
                            new Query(collection, "a", "", "", "b", isSet, isSet, now),
                            new Query(collection, "", "a", "", "b", isSet, isSet, now),
                            new Query(collection, "", "", "a", "b", isSet, isSet, now))) {
                for (var change : CHANGES.entrySet()) {
                    if (isAllowed(query, change.getKey())) {
                        var changed = change.getValue().apply(query);
                        assertThat(change.getKey())
                                .as("%s of %s", change.getKey(), query)
                                .containsAll(differences(query, changed));
                    }
                }
            }
        }
        var plain = Query.in(collection);
        for (var change : CHANGES.entrySet()) {
            assertThat(differences(plain, change.getValue().apply(plain)))
                    .containsExactlyElementsOf(change.getKey());
        }
    }

    private static boolean isAllowed(Query query, List<String> changed) {
        return (query.prefix() + query.above() + query.least()).isEmpty()
                || (changed.equals(List.of("prefix")) && !query.prefix().isEmpty())
                || (changed.equals(List.of("above")) && !query.above().isEmpty())
                || (changed.contains("least") && !query.least().isEmpty())
                || changed.stream().allMatch(List.of("backward", "strong", "aliveAt")::contains);
    }

    private static Set<String> differences(Query query, Query changed)
            throws ReflectiveOperationException {
        var differences = new TreeSet<String>();
        for (var component : Query.class.getRecordComponents()) {
            var values =
                    Arrays.asList(
                            component.getAccessor().invoke(query),
                            component.getAccessor().invoke(changed));
            if (!Objects.equals(values.getFirst(), values.getLast())) {
                differences.add(component.getName());
            }
        }
        return differences;
    }
}
