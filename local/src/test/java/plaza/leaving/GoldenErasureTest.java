package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.evolution.GoldenItems;
import plaza.id.UserId;
import plaza.reconcile.ReconcileRun;
import plaza.table.Item;
import plaza.table.PlatformKeys;
import plaza.testkit.TestBed;

/// The removal of one item of every kind, by a path and by the scan.
class GoldenErasureTest {
    private static final Erasures ERASURES = Declarations.registered().erasures();

    @Test
    void everyKindOfItemIsRemovedHoweverItIsFound() {
        var golden = GoldenItems.all().stream().filter(GoldenErasureTest::isRemoved).toList();
        try (var bed = new TestBed()) {
            var persons = new TreeSet<String>();
            golden.forEach(item -> owners(item).forEach(persons::add));
            bed.putAll(golden.stream());
            persons.forEach(bed::erase);
            bed.drain();
            assertThat(left(bed, persons, false)).isEmpty();

            bed.putAll(golden.stream());
            bed.clock().set(Instant.now().plus(Erasure.TOKEN_LIFETIME_MAX));
            ReconcileRun.reporting(bed);
            bed.drain();
            ReconcileRun.reporting(bed);
            assertThat(left(bed, persons, true)).isEmpty();
        }
    }

    private static boolean isRemoved(Item item) {
        var personal = ERASURES.kindOrNull(item.key());
        return personal != null
                && !personal.removal().equals(Removal.KEPT)
                && !personal.removal().equals(Removal.EXPIRY);
    }

    private static List<String> owners(Item item) {
        var kind = Traces.kind(item);
        var variables =
                Stream.of("user", "gamer", "requester", "reporter", "muted")
                        .filter(kind.variables()::contains)
                        .map(variable -> kind.textOf(variable, item.key()));
        return Stream.concat(variables, Stream.ofNullable(item.textOrNull("userId"))).toList();
    }

    /// The kinds of the items that still name one of the persons.
    ///
    /// @param isScanned whether a scan has found what paths do not
    private static Set<String> left(TestBed bed, Set<String> persons, boolean isScanned) {
        var left = new TreeSet<String>();
        for (var item : bed.everything().values()) {
            var personal = ERASURES.kindOrNull(item.key());
            if (personal != null && isRemoved(item) && !PlatformKeys.RATE_LIMIT.is(item.key())) {
                // a path leads to a reported post only from the post
                var isFound =
                        isScanned
                                || (!item.has("userId")
                                        && personal.places().stream()
                                                .allMatch(place ->
                                                        place.reach() == Place.Reach.PATH));
                persons.stream()
                        .filter(person -> isFound && personal.names(UserId.of(person), item))
                        .forEach(person -> left.add(personal.kind() + " of " + person));
            }
        }
        return left;
    }
}
