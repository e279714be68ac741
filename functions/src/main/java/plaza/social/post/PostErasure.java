package plaza.social.post;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
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
                : erasing.table().optimistically(() -> deleteEntry(entry.key(), erasing));
    }

    private static Attempt<Long> deleteEntry(Key key, Erasing erasing) {
        var entry = erasing.table().getConsistent(key);
        if (entry == null) {
            return Attempt.done(0L);
        }
        var counted = PostItems.countedInParent(entry);
        var writes = new ArrayList<Write>();
        writes.add(Write.Delete.of(key).onlyIf(exists().and(counted.isStill())));
        if (erasing.table().getConsistent(counted.counter()) != null) {
            writes.add(
                    Write.Update.of(counted.counter())
                            .add(counted.attribute(), counted.removal())
                            .onlyIf(exists()));
        }
        return erasing.table().transact(writes) instanceof Outcome.Done
                ? Attempt.done(1L)
                : Attempt.tryAgain();
    }

    private static long delete(Key key, Erasing erasing) {
        return erasing.table().optimistically(() -> tryDelete(key, erasing));
    }

    private static Attempt<Long> tryDelete(Key key, Erasing erasing) {
        var table = erasing.table();
        var item = table.getConsistent(key);
        if (item == null) {
            return Attempt.done(0L);
        }
        var post = PostItems.post(item);
        var parent = post.parent();
        var entry =
                parent == null
                        ? null
                        : table.getConsistent(SocialKeys.REPLY.key(parent.post(), post.id()));
        var isListed =
                entry != null
                        && parent != null
                        && table.getConsistent(SocialKeys.POST_COUNTER.key(parent.post())) != null;
        var deletion = PostWrites.deletion(item, isListed ? entry : null, exists());
        return switch (table.transact(deletion)) {
            case Outcome.Done() -> Attempt.done(isListed ? 3L : 2L);
            case Outcome.Refused(var failure, _) ->
                    switch (failure) {
                        // the tombstone is missing: after a restore, an erasure begins anew
                        case OTHER_AUTHOR -> Attempt.done(0L);
                        case OTHER_POST, NO_PARENT, OTHER_ENTRY -> Attempt.tryAgain();
                    };
        };
    }
}
