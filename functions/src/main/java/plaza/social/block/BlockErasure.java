package plaza.social.block;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import plaza.leaving.Erasing;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Page;

/// The end of the blocks and mutes of a user who leaves, and of those of others that name them.
public final class BlockErasure {
    private BlockErasure() {}

    /// Ends a block.
    public static long block(Item entry, Erasing erasing) {
        return SocialKeys.BLOCK.parse(
                entry.key(),
                (user, blocked) ->
                        end(entry, () -> EntryEnds.block(erasing.table(), user, blocked), erasing));
    }

    /// Ends a mute.
    public static long mute(Item entry, Erasing erasing) {
        return SocialKeys.MUTE.parse(
                entry.key(),
                (user, muted) ->
                        end(entry, () -> EntryEnds.mute(erasing.table(), user, muted), erasing));
    }

    private static long end(Item entry, BooleanSupplier attempt, Erasing erasing) {
        if (erasing.table().getConsistent(entry.key()) == null) {
            return 0;
        }
        erasing.table().optimisticallyUntil(attempt);
        return 1;
    }

    /// Deletes the gate of the user, or removes them from the gate of another user, with the
    /// entries that put them into it.
    public static long gate(Item gate, Erasing erasing) {
        var person = erasing.person();
        var owner = SocialKeys.GATE.parse(gate.key());
        if (owner.equals(person)) {
            return erasing.transact(gate.key(), item -> List.of(Gate.of(owner, item).deletion()));
        }
        return endAll(Gate.of(owner, gate), erasing)
                + erasing.transact(gate.key(), item -> Gate.of(owner, item).without(person));
    }

    /// Ends what the gate of another user states about the person.
    private static long endAll(Gate gate, Erasing erasing) {
        var table = erasing.table();
        var person = erasing.person();
        var ended = 0L;
        for (var list : Listed.values()) {
            if (gate.has(list, person)) {
                table.optimisticallyUntil(() ->
                        switch (list) {
                            case BLOCKS -> EntryEnds.block(table, gate.user(), person);
                            case BLOCKED_BY -> EntryEnds.block(table, person, gate.user());
                            case MUTES -> EntryEnds.mute(table, gate.user(), person);
                        });
                ended++;
            }
        }
        return ended;
    }

    /// The blocks of others that the gate of a user lists.
    public static Page<Item> blockedBy(Erasing erasing, int limit, Page.@Nullable Position after) {
        var key = SocialKeys.GATE.key(erasing.person());
        var gate = Gate.in(erasing.table().getByKey(List.of(key)), erasing.person());
        var entries =
                gate.list(Listed.BLOCKED_BY).users().stream()
                        .map(user -> Listed.BLOCKED_BY.entry(erasing.person(), user))
                        .toList();
        return new Page<>(erasing.table().getAll(entries), null);
    }
}
