package plaza.favorites.tag;

import plaza.favorites.favorite.FavoriteProblems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Tags a favorite: one read of favorite and tag, and one transaction that writes the tagging on
/// condition that both are unchanged, and updates the tag's count.
public final class TagFavorite extends ApiFunction {
    private final TaggingWrites taggings = new TaggingWrites(table);

    public TagFavorite() {}

    public TagFavorite(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var tag = request.path("tagId", TagId::parse);
        return switch (taggings.tag(user, data, tag)) {
            case TAGGED -> Response.created(TagJson.TAGGING.of(new TagJson.Tagging(data, tag)));
            case ALREADY_TAGGED -> Response.ok(TagJson.TAGGING.of(new TagJson.Tagging(data, tag)));
            case NO_FAVORITE -> throw FavoriteProblems.noFavorite();
            case NO_TAG -> throw TagProblems.noTag();
            case TAG_MERGING -> throw TagProblems.tagMerging();
        };
    }
}
