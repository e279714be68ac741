package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import plaza.context.Declarations;
import plaza.leaving.Place.Reach;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// Some persons of a population, who leave.
public final class Leavers {
    private static final int PERSONS = 3;

    private static final Collection<PersonalKind> DECLARED =
            Stream.concat(
                            Declarations.registered().all().stream()
                                    .flatMap(context -> context.erasure().personal().stream()),
                            new PlatformErasure().personal().stream())
                    .toList();

    private Leavers() {}

    /// Three of those whom the items of a table name.
    static List<String> some(SplittableRandom random, Map<Key, Item> table) {
        var left = new ArrayList<>(persons(table));
        var some = new ArrayList<String>();
        while (some.size() < PERSONS && !left.isEmpty()) {
            some.add(left.remove(random.nextInt(left.size())));
        }
        assertThat(some).hasSize(PERSONS);
        return some;
    }

    private static Set<String> persons(Map<Key, Item> table) {
        var erasures = Declarations.registered().erasures();
        var persons = new TreeSet<String>();
        for (var item : table.values()) {
            var personal = erasures.kindOrNull(item.key());
            if (personal != null && personal.removal().equals(Removal.KEPT)) {
                personal.ids(item).forEach(persons::add);
            }
        }
        return persons;
    }

    /// The kinds of items that stay until an erasure ends.
    static Set<String> kept() {
        return kinds(personal -> personal.removal().equals(Removal.KEPT));
    }

    /// The kinds of which paths do not find all items.
    public static Set<String> leftByPaths() {
        return kinds(personal ->
                personal.removal().equals(Removal.KEPT)
                        || personal.places().stream()
                                .anyMatch(place -> place.reach() == Reach.SCAN));
    }

    /// The kinds of items of which some condition is true.
    static Set<String> kinds(Predicate<PersonalKind> those) {
        return DECLARED.stream()
                .filter(those)
                .map(personal -> personal.kind().toString())
                .collect(Collectors.toSet());
    }

    /// Begins the erasure of a person.
    static void erase(TestBed bed, String person) {
        bed.as("root")
                .asAdmin()
                .at("userId", person)
                .body("{\"userId\": \"" + person + "\"}")
                .send("EraseUser")
                .orFail();
    }

    /// How far the erasure of a person is.
    public static String state(TestBed bed, String person) {
        return bed.as("root")
                .asAdmin()
                .at("userId", person)
                .send("GetErasure")
                .json()
                .path("state")
                .asText();
    }
}
