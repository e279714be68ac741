package plaza.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Key;
import plaza.table.Page;

/// Where a run has got to: everything that the next slice has to know.
///
/// @param pass which reading of the table, or null when both are done and only second looks are
///   left
/// @param position after which item
/// @param isNarrow whether the next page is to be one item only, because its lists are long
/// @param suspects what is to be looked at a second time
record RunCursor(
        Check.@Nullable Pass pass,
        Page.@Nullable Position position,
        boolean isNarrow,
        List<Suspect> suspects) {
    static final RunCursor BEGINNING = new RunCursor(Check.Pass.LISTS, null, false, List.of());

    private static final String VERSION = "1";
    private static final int HEAD = 5;
    private static final int SUSPECT = 5;

    /// Something that seemed wrong when it was first looked at.
    ///
    /// @param anchor the item to look at again
    /// @param fingerprint of all the [Drift] that was found from it
    record Suspect(Check check, Key anchor, String fingerprint, Instant seenAt) {
        Instant dueAt() {
            return seenAt.plus(check.grace());
        }

        /// Whether the second look follows at once.
        boolean isInstant() {
            return check.grace().isZero();
        }

        boolean isDue(Instant now) {
            return !dueAt().isAfter(now);
        }
    }

    RunCursor {
        suspects = List.copyOf(suspects);
    }

    boolean isEnd() {
        return pass == null && suspects.isEmpty();
    }

    /// When there will be something to do: at once, unless only second looks are left.
    @Nullable Instant notBefore() {
        return pass != null
                ? null
                : suspects.stream().map(Suspect::dueAt).min(Comparator.naturalOrder()).orElse(null);
    }

    /// The place as a flat list of texts, for reports and for the table.
    List<String> texts() {
        var texts = new ArrayList<String>();
        texts.add(VERSION);
        texts.add(pass == null ? "" : pass.name());
        texts.add(position == null ? "" : position.keyAttributes().get(0));
        texts.add(position == null ? "" : position.keyAttributes().get(1));
        texts.add(Boolean.toString(isNarrow));
        for (var suspect : suspects) {
            texts.add(suspect.check().label());
            texts.add(suspect.anchor().pk());
            texts.add(suspect.anchor().sk());
            texts.add(suspect.fingerprint());
            texts.add(Long.toString(suspect.seenAt().toEpochMilli()));
        }
        return texts;
    }

    /// Reads [#texts] back.
    static RunCursor of(List<String> texts) {
        if (texts.size() < HEAD
                || (texts.size() - HEAD) % SUSPECT != 0
                || !texts.getFirst().equals(VERSION)) {
            throw new IllegalArgumentException("not a cursor of this version");
        }
        var suspects = new ArrayList<Suspect>();
        for (var from = HEAD; from < texts.size(); from += SUSPECT) {
            suspects.add(
                    new Suspect(
                            Check.of(texts.get(from)),
                            new Key(texts.get(from + 1), texts.get(from + 2)),
                            texts.get(from + 3),
                            Instant.ofEpochMilli(Long.parseLong(texts.get(from + 4)))));
        }
        return new RunCursor(
                texts.get(1).isEmpty() ? null : Check.Pass.valueOf(texts.get(1)),
                texts.get(2).isEmpty() ? null : new Page.Position(List.copyOf(texts.subList(2, 4))),
                Boolean.parseBoolean(texts.get(4)),
                suspects);
    }
}
