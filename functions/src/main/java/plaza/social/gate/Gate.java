package plaza.social.gate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;

/// A user's gate: lists of other users, which may be incomplete.
///
/// The gate is a copy of the entries of blocks and mutes, in one small item that takes a single
/// read. A list in it has at most [#LISTED_MAX] users; the entries themselves decide about further
/// ones.
///
/// @param revision the number of changes so far, or null if the item does not exist
public record Gate(UserId user, Map<Listed, Names> lists, @Nullable Long revision) {
    /// The users of one list. A hundred ids, of 36 characters at most as a rule, fill a read unit.
    public static final int LISTED_MAX = 100;

    private static final String REVISION = "revision";

    /// A list of a gate.
    public enum Listed {
        /// The users whom the user blocks.
        BLOCKS("blocks", "moreBlocks"),
        /// The users who block the user.
        BLOCKED_BY("blockedBy", "moreBlockedBy"),
        /// The users whom the user mutes.
        MUTES("mutes", "moreMutes");

        private final String attribute;
        private final String more;

        Listed(String attribute, String more) {
            this.attribute = attribute;
            this.more = more;
        }

        /// The attribute with the users.
        public String attribute() {
            return attribute;
        }

        /// The entry that puts a user into the list.
        ///
        /// @param owner the user of the gate
        public Key entry(UserId owner, UserId other) {
            return switch (this) {
                case BLOCKS -> SocialKeys.BLOCK.key(owner, other);
                case BLOCKED_BY -> SocialKeys.BLOCK.key(other, owner);
                case MUTES -> SocialKeys.MUTE.key(owner, other);
            };
        }
    }

    /// The users of a list.
    ///
    /// @param hasMore whether the list lacks further users
    public record Names(List<UserId> users, boolean hasMore) {
        static final Names NONE = new Names(List.of(), false);
    }

    /// The gate of a user among the items that a read found by their keys.
    public static Gate in(Map<Key, Item> found, UserId user) {
        return of(user, found.get(SocialKeys.GATE.key(user)));
    }

    /// Reads a gate.
    ///
    /// @param item the gate, or null if the user has none
    public static Gate of(UserId user, @Nullable Item item) {
        var lists = new EnumMap<Listed, Names>(Listed.class);
        if (item == null) {
            return new Gate(user, lists, null);
        }
        for (var list : Listed.values()) {
            lists.put(
                    list,
                    new Names(
                            item.textsOrNone(list.attribute).stream().map(UserId::of).toList(),
                            item.flag(list.more)));
        }
        return new Gate(user, lists, item.number(REVISION));
    }

    /// The users of a list that the gate has.
    public Names list(Listed list) {
        return lists.getOrDefault(list, Names.NONE);
    }

    /// Whether the gate itself shows that a user is in a list.
    public boolean has(Listed list, UserId other) {
        return list(list).users().contains(other);
    }

    /// The users among others who are in one of these lists. One read looks up those whom the gate
    /// may lack.
    public Set<UserId> among(Table table, Collection<UserId> others, Listed... any) {
        var found = new HashSet<UserId>();
        var entries = new HashMap<Key, UserId>();
        for (var other : others) {
            for (var list : any) {
                if (has(list, other)) {
                    found.add(other);
                } else if (list(list).hasMore()) {
                    entries.put(list.entry(user, other), other);
                }
            }
        }
        if (entries.isEmpty()) {
            return found;
        }
        table.getByKey(entries.keySet())
                .keySet()
                .forEach(entry -> found.add(Objects.requireNonNull(entries.get(entry))));
        return found;
    }

    /// Whether another user is in one of these lists.
    public boolean hasAny(Table table, UserId other, Listed... any) {
        return !among(table, List.of(other), any).isEmpty();
    }

    /// Whether a list is complete and does not have a user.
    public boolean lacks(Listed list, UserId other) {
        return !has(list, other) && !list(list).hasMore();
    }

    /// The write that adds a user, whose entry begins, to a list. If the list has the user already,
    /// because the batch read it before an earlier entry ended, or because it is wrong and may be
    /// under repair, the write checks that the gate has not changed. A full list needs no write.
    public List<Write> adding(Listed list, UserId other) {
        var names = list(list);
        if (names.hasMore()) {
            return List.of();
        }
        if (has(list, other)) {
            return List.of(check());
        }
        if (names.users().size() >= LISTED_MAX) {
            return List.of(update().set(list.more, true).onlyIf(unchanged()));
        }
        var users = new ArrayList<>(names.users());
        users.add(other);
        return List.of(update().set(list.attribute, texts(users)).onlyIf(unchanged()));
    }

    /// The write that removes a user, whose entry ends, from a list. If a complete list does not
    /// have the user, the write checks that the gate has not changed, as in [#adding]. A user whom
    /// a full list does not have needs no write.
    public List<Write> removing(Listed list, UserId other) {
        if (lacks(list, other)) {
            return List.of(check());
        }
        if (!has(list, other)) {
            return List.of();
        }
        var users = new ArrayList<>(list(list).users());
        users.remove(other);
        return List.of(update().set(list.attribute, texts(users)).onlyIf(unchanged()));
    }

    /// The write that deletes the gate, if it has not changed.
    public Write deletion() {
        return Write.Delete.of(SocialKeys.GATE.key(user)).onlyIf(unchanged());
    }

    /// The write that removes a user from all lists, if the gate has not changed; none if no list
    /// has the user.
    public List<Write> without(UserId other) {
        var update = update();
        var isListed = false;
        for (var list : Listed.values()) {
            if (has(list, other)) {
                var users = new ArrayList<>(list(list).users());
                users.remove(other);
                update = update.set(list.attribute, texts(users));
                isListed = true;
            }
        }
        return isListed ? List.of(update.onlyIf(unchanged())) : List.of();
    }

    private Write.Update update() {
        return Write.Update.of(SocialKeys.GATE.key(user)).add(REVISION, 1);
    }

    private Write.Check check() {
        return new Write.Check(SocialKeys.GATE.key(user), unchanged());
    }

    private Condition unchanged() {
        return revision == null ? Condition.absent() : Condition.attribute(REVISION).is(revision);
    }

    private static List<String> texts(List<UserId> users) {
        return users.stream().map(UserId::value).toList();
    }
}
