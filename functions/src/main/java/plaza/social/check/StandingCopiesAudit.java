package plaza.social.check;

import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.id.UserId;
import plaza.social.gate.CountedRow;
import plaza.social.gate.Standing;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.standing.MarkedRows;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares the copies of the standing of users with it: the audience of posts, and the marks of
/// rows that name suspended users.
record StandingCopiesAudit() implements ItemAudit {
    @Override
    public List<Key> related(Item item) {
        var keys = new ArrayList<Key>();
        keys.add(SocialKeys.USER_COUNT.key(user(item)));
        if (SocialKeys.POST.is(item.key())) {
            keys.addAll(PostItems.copiesOfAudience(PostItems.post(item)));
        }
        return keys;
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        var counts = related.get(SocialKeys.USER_COUNT.key(user(item)));
        if (counts == null) {
            return List.of(); // another check reports it
        }
        var standing = Standing.of(counts);
        if (!SocialKeys.POST.is(item.key())) {
            return drift(item, item, counts, standing::mark, counting(item), context);
        }
        var drifts = new ArrayList<Drift>();
        for (var key : PostItems.copiesOfAudience(PostItems.post(item))) {
            var copy = related.get(key);
            if (copy != null) {
                drifts.addAll(
                        drift(
                                item,
                                copy,
                                counts,
                                standing.audience()::in,
                                PostItems::counted,
                                context));
            }
        }
        return drifts;
    }

    /// The job of the last change may be copying the standing.
    private static List<Drift> drift(
            Item item,
            Item copy,
            Item counts,
            UnaryOperator<Write.Update> copying,
            Function<Item, @Nullable CountedRow> counting,
            AuditContext context) {
        var standing = Standing.of(counts);
        var update = copying.apply(Write.Update.of(copy.key()));
        if (update.appliedTo(copy).equals(copy)) {
            return List.of();
        }
        var job = new SocialWork.CopyStanding(user(item), Long.toString(standing.changes()));
        var repair = new ArrayList<Write>();
        repair.add(new Write.Check(counts.key(), unchanged(counts).and(standing.isUnchanged())));
        CountedRow.writes(context.table(), List.of(copy), _ -> update, counting).stream()
                .map(write ->
                        write.key().equals(copy.key()) ? write.onlyIf(unchanged(copy)) : write)
                .forEach(repair::add);
        return List.of(
                Drift.wrong(
                                item,
                                "a copy of the user's standing",
                                "another one",
                                repair.toArray(Write[]::new))
                        .about(copy.key())
                        .unlessRunning(job.key()));
    }

    private static Function<Item, @Nullable CountedRow> counting(Item item) {
        return SocialKeys.NAME_WORD.is(item.key()) ? _ -> null : rows(item.key()).counted();
    }

    private static MarkedRows rows(Key key) {
        return MarkedRows.ALL.stream()
                .filter(rows -> rows.kind().is(key))
                .findFirst()
                .orElseThrow();
    }

    /// The user whom an item names, or who wrote the post.
    private static UserId user(Item item) {
        var key = item.key();
        if (SocialKeys.POST.is(key)) {
            return SocialKeys.POSTS.parse(key);
        }
        if (SocialKeys.NAME_WORD.is(key)) {
            return SocialKeys.NAME_WORD.parse(key, (_, _, user) -> user);
        }
        return rows(key).userIn().apply(key);
    }
}
