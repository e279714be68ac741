package plaza.audit;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.text.Hash;

/// A derived value that differs from its source.
///
/// @param anchor the item whose examination found the difference, and is repeated to confirm it
/// @param about the item that is wrong, missing or superfluous
/// @param expected the value that follows from the source, in a few words
/// @param found the value that was read, in a few words
/// @param version distinguishes the examined state from a later one that looks the same
/// @param repair writes that repair the difference together or not at all, each under a condition;
///   empty if another difference of the same examination repairs this one as well; null if only an
///   operator can decide which value is right
/// @param jobs the jobs that may be removing the difference: while one of them exists, it is not
///   drift
public record Drift(
        Key anchor,
        Key about,
        String expected,
        String found,
        String version,
        @Nullable List<Write> repair,
        List<Key> jobs) {
    private static final String NOTHING = "nothing";

    /// Returns the drift of an item that should have other values.
    public static Drift wrong(Item item, String expected, String found, Write... repair) {
        return new Drift(item.key(), item.key(), expected, found, "", List.of(repair), List.of());
    }

    /// Returns the drift of an item that should not exist.
    ///
    /// @param reason a clause that completes "nothing, because"
    public static Drift superfluous(Item item, String found, String reason, Write... repair) {
        return wrong(item, NOTHING + ", because " + reason, found, repair);
    }

    /// Returns the drift of an item whose source does not exist. The repair deletes it.
    public static Drift orphan(Item item, String found, String reason, Key source) {
        return superfluous(
                        item,
                        found,
                        reason,
                        new Write.Check(source, absent()),
                        Write.Delete.of(item.key()).onlyIf(unchanged(item)))
                .atVersion(text(item));
    }

    /// Returns the drift of a source without the item that is derived from it. The repair puts it.
    public static Drift missing(Item source, Item derived, String expected) {
        return missing(source, unchanged(source), derived, expected);
    }

    /// Returns the drift of a source without the item that is derived from it. The repair puts it
    /// under a condition on the source.
    ///
    /// @param isSource holds while the derived item follows from the source
    public static Drift missing(Item source, Condition isSource, Item derived, String expected) {
        return wrong(
                        source,
                        expected,
                        NOTHING,
                        new Write.Check(source.key(), isSource),
                        Write.Put.of(derived).onlyIf(absent()))
                .about(derived.key())
                .atVersion(text(derived));
    }

    public Drift about(Key other) {
        return new Drift(anchor, other, expected, found, version, repair, jobs);
    }

    public Drift atVersion(Object text) {
        return new Drift(anchor, about, expected, found, text.toString(), repair, jobs);
    }

    /// Repairs the difference only if another item fulfils a condition.
    public Drift repairedIf(Write.Check check) {
        var writes = new ArrayList<>(Objects.requireNonNullElse(repair, List.<Write>of()));
        writes.addFirst(check);
        return new Drift(anchor, about, expected, found, version, List.copyOf(writes), jobs);
    }

    public Drift unlessRunning(Key... runningJobs) {
        return new Drift(anchor, about, expected, found, version, repair, List.of(runningJobs));
    }

    /// Leaves the repair to an operator.
    public Drift reportedOnly() {
        return new Drift(anchor, about, expected, found, version, null, jobs);
    }

    static String text(Item item) {
        return item.texts() + " " + item.numbers();
    }

    /// Returns a fingerprint of the differences of one item: equal for two examinations that found
    /// the same differences in any order, and practically for no others.
    public static String fingerprint(List<Drift> drifts) {
        return Long.toHexString(drifts.stream().mapToLong(Drift::hash).sum());
    }

    /// Whether another examination found the same difference, so that its [#fingerprint] is equal.
    public boolean isSameAs(Drift other) {
        return hash() == other.hash();
    }

    private long hash() {
        return Hash.of(String.join("\n", about.pk(), about.sk(), expected, found, version));
    }
}
