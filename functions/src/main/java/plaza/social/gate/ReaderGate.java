package plaza.social.gate;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// What the caller of a request does not see: users where one of the two blocks the other, users
/// whom the caller mutes, suspended users, and the posts of protected users whom the caller does
/// not follow.
///
/// The gate is read at the same time as other items ([#with]), and with strong consistency: a
/// caller never sees, not even for a moment, a user whom they have just blocked. Users who are
/// missing from a list that has grown too long are looked up by their entries.
public final class ReaderGate {
    private final Table table;
    private final UserId reader;
    private final Map<UserId, Boolean> isHidden = new HashMap<>();
    private final Map<UserId, Boolean> isFollowed = new HashMap<>();
    private @Nullable Gate gate;

    public ReaderGate(Table table, UserId reader) {
        this.table = table;
        this.reader = reader;
    }

    /// The gate that another read has found.
    public ReaderGate(Table table, Gate gate) {
        this(table, gate.user());
        this.gate = gate;
    }

    /// The caller of the request.
    public UserId reader() {
        return reader;
    }

    /// Performs a read and, with the first one, that of the gate.
    public <T extends @Nullable Object> T with(Supplier<T> read) {
        if (gate != null) {
            return read.get();
        }
        var both = table.both(this::read, read);
        gate = both.first();
        return both.second();
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
        return Gate.of(reader, table.getConsistent(SocialKeys.GATE.key(reader)));
    }

    /// Reads a part of a list with the gate.
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return with(() -> table.read(query, limit, after));
    }

    /// Whether the caller does not see a user. What was found once is not looked up again.
    public boolean hides(UserId other) {
        return !hidden(List.of(other)).isEmpty();
    }

    /// The users whom the caller does not see.
    public Set<UserId> hidden(Collection<UserId> users) {
        var unknown = users.stream().filter(user -> !isHidden.containsKey(user)).toList();
        if (!unknown.isEmpty()) {
            var found = gate().among(table, unknown, Listed.BLOCKS, Listed.BLOCKED_BY);
            unknown.forEach(user -> isHidden.put(user, found.contains(user)));
        }
        return users.stream()
                .filter(user -> isHidden.getOrDefault(user, false))
                .collect(Collectors.toSet());
    }

    /// The users who block the caller.
    public Set<UserId> blocking(Collection<UserId> users) {
        return gate().among(table, users, Listed.BLOCKED_BY);
    }

    /// The users whom the caller does not see, or mutes.
    public Set<UserId> hiddenOrMuted(Collection<UserId> users) {
        return gate().among(table, users, Listed.values());
    }

    /// Whether the caller follows a user. What was found once is not looked up again.
    public boolean follows(UserId other) {
        lookUpFollows(List.of(other));
        return isFollowed.getOrDefault(other, false);
    }

    /// Finds what [#sight] needs about several users, with one read for all blocks and one for all
    /// follows.
    public void lookUp(Map<UserId, Audience> users) {
        var _ = hidden(users.keySet());
        lookUpFollows(
                users.keySet().stream()
                        .filter(user -> users.get(user) == Audience.FOLLOWERS)
                        .filter(user -> !user.equals(reader))
                        .toList());
    }

    private void lookUpFollows(Collection<UserId> users) {
        var keys = new HashMap<UserId, Key>();
        for (var user : users) {
            if (!isFollowed.containsKey(user)) {
                keys.put(user, SocialKeys.FOLLOWEE.key(reader, user));
            }
        }
        if (!keys.isEmpty()) {
            var found = table.getByKeyEventually(keys.values());
            keys.forEach((user, key) -> isFollowed.put(user, found.containsKey(key)));
        }
    }

    /// What the caller may see of a post, or of the user whom a request is about.
    public enum Sight {
        SEEN,
        /// Only followers see it.
        PROTECTED,
        /// For the caller it does not exist.
        HIDDEN
    }

    /// What the caller may see of a post.
    ///
    /// @param copy an item that has the audience of the post
    public Sight sight(UserId author, Item copy) {
        return sight(author, Audience.of(copy));
    }

    /// What the caller may see of a user's posts.
    ///
    /// @param audience the audience of the posts
    public Sight sight(UserId user, Audience audience) {
        if (hides(user, audience)) {
            return Sight.HIDDEN;
        }
        return isIn(audience, user) ? Sight.SEEN : Sight.PROTECTED;
    }

    /// Whether a post does not exist for the caller.
    ///
    /// @param copy an item that has the audience of the post
    public boolean hides(UserId author, Item copy) {
        return hides(author, Audience.of(copy));
    }

    private boolean hides(UserId user, Audience audience) {
        return !user.equals(reader) && (audience == Audience.AUTHOR || hides(user));
    }

    /// The items of posts whose audience the caller belongs to. Blocks are not considered.
    ///
    /// @param author returns the author of a post
    public List<Item> inAudience(Collection<Item> copies, Function<Item, UserId> author) {
        lookUpFollows(
                copies.stream()
                        .filter(copy -> Audience.of(copy) == Audience.FOLLOWERS)
                        .map(author)
                        .filter(user -> !user.equals(reader))
                        .collect(Collectors.toSet()));
        return copies.stream().filter(copy -> isIn(Audience.of(copy), author.apply(copy))).toList();
    }

    private boolean isIn(Audience audience, UserId author) {
        return author.equals(reader)
                || switch (audience) {
                    case EVERYONE -> true;
                    case FOLLOWERS -> follows(author);
                    case AUTHOR -> false;
                };
    }

    /// The items of posts that the caller sees.
    ///
    /// @param author returns the author of a post
    public List<Item> seen(List<Item> copies, Function<Item, UserId> author) {
        return inAudience(visible(copies, author), author);
    }

    /// The rows of a list of users whom the caller sees: those of suspended users are marked.
    ///
    /// @param user returns the user of a row
    public List<Item> listed(List<Item> rows, Function<Item, UserId> user) {
        return visible(
                rows.stream()
                        .filter(row ->
                                !Standing.isOfSuspended(row) || user.apply(row).equals(reader))
                        .toList(),
                user);
    }

    /// The items of users whom the caller sees.
    ///
    /// @param user returns the user of an item
    public List<Item> visible(List<Item> items, Function<Item, UserId> user) {
        var hidden = hidden(items.stream().map(user).toList());
        return items.stream().filter(item -> !hidden.contains(user.apply(item))).toList();
    }
}
