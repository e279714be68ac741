package plaza.social.standing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Standing;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The job that copies the standing of a user: its audience to their posts, and whether they are
/// suspended to the lists that name them. Rows that are hidden or shown again leave the numbers
/// that count them, or return, in the same transaction ([CountedRow]).
///
/// Each slice copies the standing of that moment, in transactions that check that it is still the
/// same. So the last copy is right in any order of jobs, and a post that is created meanwhile has
/// the right audience from the beginning ([plaza.social.post.CreatePost]).
public final class StandingCopies {
    /// The items that one transaction changes; it checks the standing as well.
    private static final int UPDATES_MAX = Table.TRANSACTION_MAX - 1;

    /// A post has a copy itself, in its counter, and in its entry in a list of replies, which the
    /// counter of its parent counts.
    private static final int WRITES_PER_POST = 4;

    /// A row and the item that counts it.
    private static final int WRITES_PER_ROW = 2;

    private final Table table;

    /// What has copies of the standing, by its name in the cursors of stored jobs, in the order of
    /// the job.
    private final Map<String, Stage> stages = new LinkedHashMap<>();

    public StandingCopies(Table table) {
        this.table = table;
        stages.put("POSTS", this::posts);
        for (var rows : MarkedRows.ALL) {
            stages.put(rows.stage(), (user, standing, from) -> rows(rows, user, standing, from));
        }
        stages.put("NAME_WORDS", this::nameWords);
    }

    private interface Stage {
        Copies copies(UserId user, Standing standing, Page.@Nullable Position from);
    }

    /// A part of the copies of a stage.
    ///
    /// @param keys the items that have copies, if they exist
    /// @param copying adds a copy to the update of an item
    /// @param counting returns how an item is counted, or null if no transaction counts it
    /// @param next where the next part begins, or null after the last
    private record Copies(
            List<Key> keys,
            UnaryOperator<Write.Update> copying,
            Function<Item, @Nullable CountedRow> counting,
            Page.@Nullable Position next) {}

    /// Runs one slice, which ends in the first stage that has more copies than it changes at once.
    public Progress copy(SocialWork.CopyStanding work, Texts cursor) {
        var names = List.copyOf(stages.keySet());
        var first = cursor.isEmpty() ? names.getFirst() : cursor.text();
        var from = cursor.position();
        for (var name : names.subList(names.indexOf(first), names.size())) {
            var stage = Objects.requireNonNull(stages.get(name));
            var begin = from;
            var next = table.optimistically(() -> copy(work.user(), stage, begin)).next();
            if (next != null) {
                return Progress.more(name, next);
            }
            from = null;
        }
        return new Progress.Finished();
    }

    private Attempt<Copies> copy(UserId user, Stage stage, Page.@Nullable Position from) {
        var counts = SocialKeys.USER_COUNT.key(user);
        var standing = Standing.of(table.getConsistent(counts));
        var copies = stage.copies(user, standing, from);
        var writes =
                CountedRow.writes(
                        table,
                        table.getAll(copies.keys()),
                        item -> copies.copying().apply(Write.Update.of(item.key())),
                        copies.counting());
        if (writes.isEmpty()) {
            return Attempt.done(copies);
        }
        var checked = new ArrayList<Write>();
        checked.add(new Write.Check(counts, standing.isStill()));
        checked.addAll(writes);
        return table.transact(checked) instanceof Outcome.Done
                ? Attempt.done(copies)
                : Attempt.tryAgain();
    }

    private Copies posts(UserId author, Standing standing, Page.@Nullable Position from) {
        var page =
                table.read(
                        Query.in(SocialKeys.POSTS.of(author)).consistent(),
                        UPDATES_MAX / WRITES_PER_POST,
                        from);
        var keys =
                page.items().stream()
                        .flatMap(item -> PostItems.copiesOfAudience(PostItems.post(item)).stream())
                        .toList();
        return new Copies(keys, standing.audience()::in, PostItems::counted, page.next());
    }

    private Copies rows(
            MarkedRows rows, UserId user, Standing standing, Page.@Nullable Position from) {
        var query = Query.in(rows.list().of(user)).consistentIfPossible();
        var page = table.read(query, UPDATES_MAX / WRITES_PER_ROW, from);
        var keys = page.items().stream().map(rows.rowOf()).toList();
        return new Copies(keys, standing::mark, rows.counted(), page.next());
    }

    private Copies nameWords(UserId user, Standing standing, Page.@Nullable Position from) {
        var info = table.getConsistent(SocialKeys.USER_INFO.key(user));
        var keys =
                info == null
                        ? List.<Key>of()
                        : UserItems.nameWords(UserItems.userInfo(info)).stream()
                                .map(Item::key)
                                .toList();
        return new Copies(keys, standing::mark, _ -> null, null);
    }
}
