package plaza.social.standing;

import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.job.Work;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The job that copies the standing of a user: its audience to their posts, and whether they are
/// suspended to the lists that name them.
///
/// Each slice copies the standing of that moment, in transactions that check that it is still the
/// same. So the last copy is right in any order of jobs, and a post that is created meanwhile has
/// the right audience from the beginning ([plaza.social.post.CreatePost]).
public final class StandingCopies {
    /// The items that one transaction changes; it checks the standing as well.
    private static final int UPDATES_MAX = Table.TRANSACTION_MAX - 1;

    /// A post has a copy itself, in its counter, and in its entry in a list of replies.
    private static final int COPIES_PER_POST = 3;

    private final Table table;

    public StandingCopies(Table table) {
        this.table = table;
    }

    /// What has copies of the standing, in the order of the job.
    private enum Stage {
        POSTS,
        FOLLOWERS,
        FOLLOWING,
        LIKES,
        NAME_WORDS
    }

    /// A part of the copies of a stage.
    ///
    /// @param updates the update of each item, if it exists
    /// @param next where the next part begins, or null after the last
    private record Copies(
            Map<Key, UnaryOperator<Write.Update>> updates, Page.@Nullable Position next) {}

    /// Runs one slice, which ends in the first stage that has more copies than it changes at once.
    public Progress copy(Work.CopyStanding work, Texts cursor) {
        var first = cursor.isEmpty() ? Stage.POSTS : Stage.valueOf(cursor.text());
        var from = cursor.position();
        for (var stage : EnumSet.range(first, Stage.NAME_WORDS)) {
            var begin = from;
            var next = table.optimistically(() -> copy(work.user(), stage, begin)).next();
            if (next != null) {
                return Progress.more(stage, next);
            }
            from = null;
        }
        return new Progress.Finished();
    }

    private Attempt<Copies> copy(UserId user, Stage stage, Page.@Nullable Position from) {
        var counts = KeySpace.USER_COUNT.key(user);
        var standing = Standing.of(table.getConsistent(counts));
        var copies = copies(user, standing, stage, from);
        var writes = new ArrayList<Write>();
        writes.add(new Write.Check(counts, standing.isStill()));
        table.getByKey(copies.updates().keySet())
                .forEach((key, item) -> {
                    var change = Objects.requireNonNull(copies.updates().get(key));
                    var update = change.apply(Write.Update.of(key));
                    if (!update.appliedTo(item).equals(item)) {
                        writes.add(update.onlyIf(exists()));
                    }
                });
        return writes.size() == 1 || table.transact(writes) instanceof Outcome.Done
                ? Attempt.done(copies)
                : Attempt.tryAgain();
    }

    private Copies copies(
            UserId user, Standing standing, Stage stage, Page.@Nullable Position from) {
        return switch (stage) {
            case POSTS -> posts(user, standing.audience(), from);
            case FOLLOWERS ->
                    edges(
                            Query.in(KeySpace.FOLLOWERS.of(user)).consistent(),
                            from,
                            edge ->
                                    KeySpace.FOLLOWER.parse(
                                            edge.key(),
                                            (_, follower) -> KeySpace.FOLLOWEE.key(follower, user)),
                            standing);
            case FOLLOWING ->
                    edges(
                            Query.in(KeySpace.FOLLOWING.of(user)).consistent(),
                            from,
                            edge ->
                                    KeySpace.FOLLOWEE.parse(
                                            edge.key(),
                                            (_, followee) -> KeySpace.FOLLOWER.key(followee, user)),
                            standing);
            case LIKES -> edges(Query.in(KeySpace.LIKED.of(user)), from, Item::key, standing);
            case NAME_WORDS -> nameWords(user, standing);
        };
    }

    private Copies posts(UserId author, Audience audience, Page.@Nullable Position from) {
        var page =
                table.read(
                        Query.in(KeySpace.POSTS.of(author)).consistent(),
                        UPDATES_MAX / COPIES_PER_POST,
                        from);
        var updates = new HashMap<Key, UnaryOperator<Write.Update>>();
        for (var item : page.items()) {
            PostItems.copiesOfAudience(PostItems.post(item))
                    .forEach(key -> updates.put(key, audience::in));
        }
        return new Copies(updates, page.next());
    }

    /// @param marked the key of the item that another list has for an edge
    private Copies edges(
            Query edges,
            Page.@Nullable Position from,
            Function<Item, Key> marked,
            Standing standing) {
        var page = table.read(edges, UPDATES_MAX, from);
        var updates = new HashMap<Key, UnaryOperator<Write.Update>>();
        page.items().forEach(edge -> updates.put(marked.apply(edge), standing::mark));
        return new Copies(updates, page.next());
    }

    private Copies nameWords(UserId user, Standing standing) {
        var updates = new HashMap<Key, UnaryOperator<Write.Update>>();
        var info = table.getConsistent(KeySpace.USER_INFO.key(user));
        if (info != null) {
            UserItems.nameWords(UserItems.userInfo(info))
                    .forEach(word -> updates.put(word.key(), standing::mark));
        }
        return new Copies(updates, null);
    }
}
