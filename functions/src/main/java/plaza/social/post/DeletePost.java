package plaza.social.post;

import org.jspecify.annotations.Nullable;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.user.UserProblems;
import plaza.table.Item;
import plaza.table.Outcome;

/// Deletes a post: one transaction deletes the post and its counter and decrements the author's
/// count of posts. The transaction of a reply also removes it from the list and the count of its
/// parent's replies, as long as the parent exists. No reader sees the post any more; the stream
/// triggers the removal of its likes, views, entries of replies and timeline entries.
///
/// A read before finds the parent, which never changes, and whether the post is hidden and
/// therefore not counted, which the transaction checks. It is eventually consistent; only if it
/// does not find the post, or the post has been hidden or shown since, does a consistent one
/// decide.
public final class DeletePost extends ApiFunction {
    public DeletePost() {}

    public DeletePost(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var author = request.owner("userId");
        var id = request.path("postId", PostId::parse);
        var key = SocialKeys.POST.key(author, id);
        var post = table.find(key);
        if (post != null) {
            var entry = entryOrNull(PostItems.post(post), post);
            if (!isDeleted(post, entry)) {
                table.optimisticallyUntil(() ->
                        isDeleted(
                                table.getConsistent(key),
                                entry == null ? null : table.getConsistent(entry.key())));
            }
        }
        return Response.noContent();
    }

    /// The entry in the list of the parent's replies, which has the audience of the post.
    private static @Nullable Item entryOrNull(Post post, Item item) {
        var parent = post.parent();
        return parent == null
                ? null
                : Audience.copy(item, PostItems.replyEdge(parent.post(), post.id(), post.author()));
    }

    /// Deletes the post if it exists.
    ///
    /// @param entry its entry in the list of the parent's replies, or null if it has none
    /// @return false if another request has hidden the post or shown it again in the meantime
    private boolean isDeleted(@Nullable Item post, @Nullable Item entry) {
        return post == null
                || switch (table.transact(PostWrites.deletion(post, entry, Standing.isActive()))) {
                    case Outcome.Done() -> true;
                    case Outcome.Refused(var failure, var found) ->
                            switch (failure) {
                                case OTHER_POST -> found == null;
                                case OTHER_AUTHOR -> throw UserProblems.inactive(found);
                                case NO_PARENT -> isDeleted(post, null);
                                case OTHER_ENTRY -> false;
                            };
                };
    }
}
