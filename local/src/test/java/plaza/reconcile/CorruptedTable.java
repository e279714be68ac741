package plaza.reconcile;

import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// A table that damage is done to, past all handlers, and what is to be found of it.
final class CorruptedTable {
    private final TestBed bed;
    private final SplittableRandom random;

    /// The owners (users, posts, gamers, footballers) of what was damaged already: two damages of
    /// one thing may cancel each other.
    private final Set<String> touched = new HashSet<>();

    private final Set<ReconcileRun.Found> expected = new HashSet<>();
    private final Map<Key, Item> all;
    private int damages;

    CorruptedTable(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
        this.all = bed.everything();
    }

    /// Does damage to something at random that nothing was done to before.
    ///
    /// @return whether there was such a thing
    boolean suffers(Corruption damage) {
        var found = damage.to(this);
        expected.addAll(found);
        damages += found.isEmpty() ? 0 : 1;
        return !found.isEmpty();
    }

    /// What is to be found.
    Set<ReconcileRun.Found> expected() {
        return expected;
    }

    /// How many damages were done.
    int damages() {
        return damages;
    }

    TestBed bed() {
        return bed;
    }

    SplittableRandom random() {
        return random;
    }

    /// An id that nothing has.
    String odd() {
        return "x" + Long.toString(random.nextLong(1L << 50), 36);
    }

    /// Everything in the table before any damage.
    Map<Key, Item> all() {
        return all;
    }

    /// One item of a family that fits, of an owner who was not touched; or null.
    @Nullable Item pick(Family family, Predicate<Item> test) {
        var fit =
                all.values().stream()
                        .filter(item -> family(item) == family)
                        .filter(item -> !touched.contains(KeySpace.ownerPart(item.key().pk())))
                        .filter(test)
                        .sorted(Comparator.comparing(item -> item.key().toString()))
                        .toList();
        if (fit.isEmpty()) {
            return null;
        }
        var item = fit.get(random.nextInt(fit.size()));
        touched.add(KeySpace.ownerPart(item.key().pk()));
        return item;
    }

    /// Moves a number of an item.
    Set<ReconcileRun.Found> moves(
            Check check, Family family, Predicate<Item> test, String attribute) {
        return damages(
                family,
                test,
                item -> {
                    var delta =
                            random.nextBoolean() ? 1 + random.nextInt(5) : -1 - random.nextInt(5);
                    return writes(
                            check,
                            Write.Update.of(item.key())
                                    .set(attribute, item.number(attribute) + delta));
                });
    }

    /// Makes a text of an item another.
    Set<ReconcileRun.Found> spoils(
            Check check, Family family, Predicate<Item> test, String attribute) {
        return damages(
                family,
                test,
                item -> writes(check, Write.Update.of(item.key()).set(attribute, odd())));
    }

    /// Removes an item.
    Set<ReconcileRun.Found> loses(Check check, Family family, Predicate<Item> test) {
        return damages(family, test, item -> writes(check, Write.Delete.of(item.key())));
    }

    /// Puts an item that is made from another.
    Set<ReconcileRun.Found> gains(
            Check check, Family family, Predicate<Item> test, BiFunction<Item, String, Item> made) {
        return damages(family, test, item -> writes(check, Write.Put.of(made.apply(item, odd()))));
    }

    /// Does something to an item, if there is one.
    Set<ReconcileRun.Found> damages(
            Family family, Predicate<Item> test, Function<Item, Set<ReconcileRun.Found>> damage) {
        var item = pick(family, test);
        return item == null ? Set.of() : damage.apply(item);
    }

    /// Writes what makes the written item wrong.
    Set<ReconcileRun.Found> writes(Check check, Write write) {
        bed.table().write(write);
        return Set.of(found(check, write.key()));
    }

    static ReconcileRun.Found found(Check check, Key about) {
        return new ReconcileRun.Found(check.label(), about);
    }

    static Family family(Item item) {
        return KeySpace.familyOf(item.key().pk());
    }
}
