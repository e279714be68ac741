package plaza.social.post;

import static plaza.table.Condition.exists;

import org.jspecify.annotations.Nullable;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Standing;
import plaza.social.user.UserItems;
import plaza.social.user.UserProblems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Transaction;
import plaza.table.Write;

/// Deletes a post: one transaction deletes the post and its counter and decrements the author's
/// count of posts. The transaction of a reply also removes it from the list and the count of its
/// parent's replies, as long as the parent exists. No reader sees the post any more; the stream
/// triggers the removal of its likes, views, entries of replies and timeline entries.
///
/// A read before finds the parent, which never changes. It is eventually consistent; only if it
/// does not find the post does a consistent one decide.
public final class DeletePost extends ApiFunction {
    private enum Failure {
        NO_POST,
        SUSPENDED,
        NO_PARENT
    }

    public DeletePost() {}

    public DeletePost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var item = postOrNull(KeySpace.POST.key(author, id));
        if (item != null) {
            var parent = PostItems.post(item).parent();
            if (refusal(author, id, parent) == Failure.NO_PARENT) {
                var _ = refusal(author, id, null);
            }
        }
        return Response.noContent();
    }

    /// Deletes the post.
    ///
    /// @param parent the parent, or null if it does not exist (any more)
    /// @return why not, or null
    private @Nullable Failure refusal(UserId author, PostId id, Post.@Nullable Parent parent) {
        return switch (table.transact(transaction(author, id, parent))) {
            case Outcome.Done() -> null;
            case Outcome.Refused(var failure, _) -> {
                if (failure == Failure.SUSPENDED) {
                    throw UserProblems.suspended();
                }
                yield failure;
            }
        };
    }

    private @Nullable Item postOrNull(Key key) {
        var post = table.get(key);
        return post == null ? table.getConsistent(key) : post;
    }

    private Transaction<Failure> transaction(
            UserId author, PostId id, Post.@Nullable Parent parent) {
        var transaction =
                new Transaction<Failure>()
                        .add(
                                Write.Delete.of(KeySpace.POST.key(author, id)).onlyIf(exists()),
                                Failure.NO_POST)
                        .add(Write.Delete.of(KeySpace.POST_COUNTER.key(id)))
                        .add(
                                UserItems.count(author, UserItems.POST_COUNT, -1)
                                        .onlyIf(Standing.isActive()),
                                Failure.SUSPENDED);
        if (parent != null) {
            transaction
                    .add(PostItems.countReply(parent.post(), -1), Failure.NO_PARENT)
                    .add(Write.Delete.of(KeySpace.REPLY.key(parent.post(), id)));
        }
        return transaction;
    }
}
