package plaza.social.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Gate.Listed;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// Whom the caller of a request does not see, because one of the two blocks the other, or because
/// the caller mutes them.
///
/// The gate is read at the same time as other items ([#with]), and with strong consistency: a
/// caller does not see, for a moment, a user whom they have just blocked. Users who are missing in
/// a list that has grown too long are looked up by their entries.
public final class ReaderGate {
    private final Table table;
    private final UserId reader;
    private final Map<UserId, Boolean> isHidden = new HashMap<>();
    private @Nullable Gate gate;

    public ReaderGate(Table table, UserId reader) {
        this.table = table;
        this.reader = reader;
    }

    /// Performs a read and, with the first one, that of the gate.
    public <T extends @Nullable Object> T with(Supplier<T> read) {
        if (gate != null) {
            return read.get();
        }
        var result = new ArrayList<T>(1);
        var _ =
                table.<Boolean>together(
                        List.of(
                                () -> {
                                    gate = read();
                                    return true;
                                },
                                () -> result.add(read.get())));
        return result.getFirst();
    }

    private Gate gate() {
        var known = gate;
        if (known == null) {
            known = read();
            gate = known;
        }
        return known;
    }

    private Gate read() {
        return Gate.of(reader, table.getConsistent(KeySpace.GATE.key(reader)));
    }

    /// Reads a part of a list with the gate.
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return with(() -> table.read(query, limit, after));
    }

    /// Whether the caller does not see a user. What was found once is not looked up again.
    public boolean hides(UserId other) {
        return isHidden.computeIfAbsent(other, user -> !hidden(List.of(user)).isEmpty());
    }

    /// The users whom the caller does not see.
    public Set<UserId> hidden(Collection<UserId> users) {
        return gate().among(table, users, Listed.BLOCKS, Listed.BLOCKED_BY);
    }

    /// The users whom the caller does not see, or mutes.
    public Set<UserId> hiddenOrMuted(Collection<UserId> users) {
        return gate().among(table, users, Listed.values());
    }

    /// The items of users whom the caller sees.
    ///
    /// @param user returns the user of an item
    public List<Item> visible(List<Item> items, Function<Item, UserId> user) {
        var hidden = hidden(items.stream().map(user).toList());
        return items.stream().filter(item -> !hidden.contains(user.apply(item))).toList();
    }
}
