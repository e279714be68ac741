package plaza.reconcile;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.table.Key;
import plaza.table.Page;
import plaza.text.Malformed;

/// The position of a run: everything that the next step needs.
///
/// @param pass the current reading of the table, or null when both are done and only suspects are
///   left
/// @param position the last item that was read
/// @param isNarrow whether the next page consists of one item only, because its lists are long
/// @param suspects differences to examine a second time
record RunCursor(
        Check.@Nullable Pass pass,
        Page.@Nullable Position position,
        boolean isNarrow,
        List<Suspect> suspects) {
    static final RunCursor BEGINNING = new RunCursor(Check.Pass.LISTS, null, false, List.of());
    static final RunCursor END = new RunCursor(null, null, false, List.of());

    private static final String VERSION = "1";
    private static final int HEAD_SIZE = 5;
    private static final int SUSPECT_SIZE = 5;

    /// A difference that was found once.
    ///
    /// @param anchor the item to examine again
    /// @param fingerprint the fingerprint of all drift that this item showed
    record Suspect(Check check, Key anchor, String fingerprint, Instant seenAt) {
        Instant dueAt() {
            return seenAt.plus(check.grace());
        }

        /// Whether the second examination follows immediately.
        boolean isDueAtOnce() {
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

    /// When the next step has work to do, or null if it has some now.
    @Nullable Instant notBefore() {
        return pass != null
                ? null
                : suspects.stream().map(Suspect::dueAt).min(Comparator.naturalOrder()).orElse(null);
    }

    /// The cursor as a flat list of strings, for reports and for the table.
    List<String> texts() {
        var texts = new ArrayList<String>();
        texts.add(VERSION);
        texts.add(pass == null ? "" : pass.name());
        texts.add(position == null ? "" : position.keyAttributes().get(0));
        texts.add(position == null ? "" : position.keyAttributes().get(1));
        texts.add(Boolean.toString(isNarrow));
        for (var suspect : suspects) {
            texts.add(suspect.check().name());
            texts.add(suspect.anchor().pk());
            texts.add(suspect.anchor().sk());
            texts.add(suspect.fingerprint());
            texts.add(Long.toString(suspect.seenAt().toEpochMilli()));
        }
        return texts;
    }

    /// Parses [#texts].
    static RunCursor of(List<String> texts, Checks checks) {
        if (texts.size() < HEAD_SIZE
                || (texts.size() - HEAD_SIZE) % SUSPECT_SIZE != 0
                || !texts.getFirst().equals(VERSION)) {
            throw new Malformed("not a cursor of this version");
        }
        var suspects = new ArrayList<Suspect>();
        for (var start = HEAD_SIZE; start < texts.size(); start += SUSPECT_SIZE) {
            suspects.add(
                    new Suspect(
                            checks.named(texts.get(start)),
                            new Key(texts.get(start + 1), texts.get(start + 2)),
                            texts.get(start + 3),
                            Instant.ofEpochMilli(Long.parseLong(texts.get(start + 4)))));
        }
        return new RunCursor(
                texts.get(1).isEmpty() ? null : Check.Pass.valueOf(texts.get(1)),
                texts.get(2).isEmpty() ? null : new Page.Position(List.copyOf(texts.subList(2, 4))),
                Boolean.parseBoolean(texts.get(4)),
                suspects);
    }
}
