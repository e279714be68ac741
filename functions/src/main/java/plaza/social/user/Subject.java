package plaza.social.user;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;

/// The user whom a request of the caller is about, and whether the caller sees what they write.
///
/// The standing of the user is read at the same time as the first items, and with the caller's
/// gate. It is the one that holds now, while the posts have copies of it.
public final class Subject {
    private final Table table;
    private final UserId user;
    private final ReaderGate gate;
    private final boolean isCaller;
    private boolean isRead;
    private @Nullable Item counts;

    public Subject(Table table, UserId user, ReaderGate gate) {
        this.table = table;
        this.user = user;
        this.gate = gate;
        isCaller = user.equals(gate.reader());
    }

    /// Reads a part of a list and, with the first one, what decides whether the caller sees it.
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        return gate.with(() -> {
            if (isRead || isCaller) {
                return table.read(query, limit, after);
            }
            isRead = true;
            var key = SocialKeys.USER_COUNT.key(user);
            var read =
                    table.both(
                            () -> table.read(query, limit, after),
                            () -> table.getByKeyEventually(List.of(key)));
            counts = read.second().get(key);
            return read.first();
        });
    }

    /// Reads one item, with eventual consistency, and what decides whether the caller sees it.
    public @Nullable Item get(Key key) {
        var keys = isCaller ? List.of(key) : List.of(key, SocialKeys.USER_COUNT.key(user));
        var found = gate.with(() -> table.getByKeyEventually(keys));
        counts = found.get(SocialKeys.USER_COUNT.key(user));
        return found.get(key);
    }

    /// What the caller may see of the user's posts, likes and follows, after the first read. A user
    /// without a profile is hidden, because others must not see whether a hidden user has one.
    public ReaderGate.Sight sight() {
        return counts == null && !isCaller
                ? ReaderGate.Sight.HIDDEN
                : gate.sight(user, Standing.of(counts).audience());
    }

    /// Requires that the caller may see the user's posts, likes and follows.
    ///
    /// @throws plaza.http.ProblemException 404 if the caller does not see the user, 403 if only
    ///   followers may see them
    public void requireSeen() {
        switch (sight()) {
            case SEEN -> {}
            case PROTECTED -> throw UserProblems.onlyForFollowers();
            case HIDDEN -> throw UserProblems.noUser();
        }
    }
}
