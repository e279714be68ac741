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

/// The position in a segment: everything that the next invocation needs.
///
/// @param isScanned whether all items are read, so that only suspects are left
/// @param position the last item that was read
/// @param isNarrow whether the next page consists of one item only, because its lists are long
/// @param suspects differences to examine a second time
record RunCursor(
        boolean isScanned,
        Page.@Nullable Position position,
        boolean isNarrow,
        List<Suspect> suspects) {
    static final RunCursor BEGINNING = new RunCursor(false, null, false, List.of());

    /// How many suspects may wait before reading pauses until they are due. One more page may add
    /// one suspect for each item and check. Their keys fit the 256 KiB of a state of the state
    /// machine.
    static final int SUSPECTS_MAX = 300;

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
        return isScanned && suspects.isEmpty();
    }

    /// When the next invocation has work to do, or null if it has some now.
    @Nullable Instant notBefore() {
        return isScanned || suspects.size() >= SUSPECTS_MAX
                ? suspects.stream().map(Suspect::dueAt).min(Comparator.naturalOrder()).orElse(null)
                : null;
    }

    /// The cursor as a flat list of strings, for the state machine.
    List<String> texts() {
        var texts = new ArrayList<String>();
        texts.add(VERSION);
        texts.add(Boolean.toString(isScanned));
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

    /// Parses [#texts]; an empty list is the beginning.
    static RunCursor of(List<String> texts, Checks checks) {
        if (texts.isEmpty()) {
            return BEGINNING;
        }
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
                Boolean.parseBoolean(texts.get(1)),
                texts.get(2).isEmpty() ? null : new Page.Position(List.copyOf(texts.subList(2, 4))),
                Boolean.parseBoolean(texts.get(4)),
                suspects);
    }
}
