package plaza.favorites.tag;

import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;

/// Renames a tag. Taggings refer to the tag's id, so they do not change.
public final class RenameTag extends ApiFunction {
    public RenameTag() {}

    public RenameTag(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("tagId", TagId::parse);
        var name = request.body(CreateTag.TAG_NAME).get(CreateTag.TAG_NAME);
        return table.optimistically(() -> rename(user, id, name));
    }

    private Attempt<Response> rename(UserId user, TagId id, TagName name) {
        var tag = TagProblems.requireTag(table.getConsistent(FavoritesKeys.TAG.key(user, id)));
        return TagWrites.rename(table, user, tag, name)
                .map(renamed -> Response.ok(TagJson.TAG.of(renamed)));
    }
}
