package plaza.social.post;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.leaving.Erasing;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Write;

/// The removal of the posts of a user who leaves.
public final class PostErasure {
    private PostErasure() {}

    /// Deletes a post as its author could, with its counter and its entry in a list of replies. The
    /// stream then removes its likes, views and timeline entries.
    public static long post(Item post, Erasing erasing) {
        return delete(post.key(), erasing);
    }

    /// Deletes the post that a counter belongs to, or a counter without a post.
    public static long counter(Item counter, Erasing erasing) {
        var post = PostItems.postOf(counter);
        var removed = delete(post, erasing);
        if (removed > 0) {
            return removed;
        }
        var id = PostItems.countedPost(counter);
        var work = new SocialWork.ErasePost(id, SocialWork.ErasePost.DELETED);
        var writes =
                List.of(
                        new Write.Check(post, absent()),
                        Write.Delete.of(counter.key()).onlyIf(exists()),
                        erasing.jobs().start(work));
        return erasing.table().transact(writes) instanceof Outcome.Done ? 1 : 0;
    }

    /// Deletes the reply of an entry in a list of replies, or an entry without a reply.
    public static long reply(Item entry, Erasing erasing) {
        var reply = SocialKeys.REPLY.parse(entry.key(), (_, id) -> id);
        var removed = delete(SocialKeys.POST.key(PostItems.authorIn(entry), reply), erasing);
        return removed > 0
                ? removed
                : erasing.transact(entry.key(), item -> deletionOfEntry(item, erasing));
    }

    private static List<Write> deletionOfEntry(Item entry, Erasing erasing) {
        var counted = PostItems.countedInParent(entry);
        var deletion = Write.Delete.of(entry.key()).onlyIf(exists().and(counted.isStill()));
        return erasing.table().getConsistent(counted.counter()) == null
                ? List.of(deletion)
                : List.of(
                        deletion,
                        Write.Update.of(counted.counter())
                                .add(counted.attribute(), counted.removal())
                                .onlyIf(exists()));
    }

    private static long delete(Key key, Erasing erasing) {
        return erasing.table().optimistically(() -> tryDelete(key, erasing));
    }

    private static Attempt<Long> tryDelete(Key key, Erasing erasing) {
        var item = erasing.table().getConsistent(key);
        if (item == null) {
            return Attempt.done(0L);
        }
        var post = PostItems.post(item);
        var parent = post.parent();
        var entry =
                parent == null
                        ? null
                        : erasing.table()
                                .getConsistent(SocialKeys.REPLY.key(parent.post(), post.id()));
        return tryDelete(item, entry, erasing);
    }

    /// @param entry its entry in the list of the parent's replies, or null if it has none
    private static Attempt<Long> tryDelete(Item post, @Nullable Item entry, Erasing erasing) {
        return switch (erasing.table().transact(PostWrites.deletion(post, entry, exists()))) {
            case Outcome.Done() -> Attempt.done(entry == null ? 2L : 3L);
            case Outcome.Refused(var failure, _) ->
                    switch (failure) {
                        // the tombstone is missing: after a restore, an erasure begins anew
                        case OTHER_AUTHOR -> Attempt.done(0L);
                        case NO_PARENT -> tryDelete(post, null, erasing);
                        case OTHER_POST, OTHER_ENTRY -> Attempt.tryAgain();
                    };
        };
    }
}
