package plaza.favorites.tag;

import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Outcome;

/// Deletes a tag and frees its name. Readers no longer see it on any favorite; a stream job removes
/// its taggings.
///
/// A tag that is being merged is deleted by its merge. If it could be deleted before, a favorite
/// with a new tag of the same id would not be moved.
public final class DeleteTag extends ApiFunction {
    public DeleteTag() {}

    public DeleteTag(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("tagId", TagId::parse);
        table.optimisticallyUntil(() -> delete(user, id));
        return Response.noContent();
    }

    /// @return false if the tag changed meanwhile
    private boolean delete(UserId user, TagId id) {
        var found = table.getConsistent(FavoritesKeys.TAG.key(user, id));
        if (found == null) {
            return true;
        }
        var tag = TagItems.storedTag(found);
        if (tag.mergingInto() != null) {
            throw TagProblems.tagMerging();
        }
        var deletion =
                TagWrites.deletion(user, tag, TaggingWrites.acceptsFavorites(tag), clock.instant());
        return table.transact(deletion) instanceof Outcome.Done;
    }
}
