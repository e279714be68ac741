package plaza.favorites.clip;

import static plaza.table.Condition.absent;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.FavoriteJson;
import plaza.favorites.favorite.FavoriteProblems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Quotas;
import plaza.favorites.tag.TagReplacement;
import plaza.favorites.tag.TaggingWrites;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Write;

/// Saves a favorite in the caller's collection: one read of the caller's [QuotaUsage] and one
/// conditional write. No stream function is involved, so searches find it within the replication
/// lag of an eventually consistent read. With tags, it reads them as well, and one transaction
/// writes the favorite and its taggings.
///
/// Clipping the same thing again replaces the description and keeps the clip time. It is also
/// possible when the collection is full.
public final class ClipFavorite extends ApiFunction {
    private final Quotas quotas;
    private final QuotaUsage quotaUsage;
    private final TaggingWrites taggings;

    public ClipFavorite() {
        this(Services.deployed(), Quotas.from(Deployment.environment()));
    }

    public ClipFavorite(Services services, Quotas quotas) {
        super(services);
        this.quotas = quotas;
        quotaUsage = new QuotaUsage(table, clock);
        taggings = new TaggingWrites(table);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var body =
                request.body(
                        FavoriteFields.DATA_TYPE,
                        FavoriteFields.TITLE,
                        FavoriteFields.CONTENT_URL,
                        FavoriteFields.THUMBNAIL_URL,
                        FavoriteFields.CREATOR_ID,
                        FavoriteFields.CLIP_TIME,
                        FavoriteFields.NOTE,
                        TagReplacement.FIELD);
        var described = FavoriteFields.described(data, body, clock.instant());
        var tags = body.getOrNull(TagReplacement.FIELD);
        requireRoom(user, data);
        return table.optimistically(() -> clip(user, described, tags));
    }

    /// Rejects a new favorite beyond the quota. Concurrent requests can exceed the quota, because
    /// the stream updates the count after the writes.
    private void requireRoom(UserId user, DataId data) {
        var max = quotas.favoritesMax();
        if (quotaUsage.isFull(user, max)
                && table.getConsistent(FavoritesKeys.FAVORITE.key(user, data)) == null) {
            throw FavoriteProblems.full(max);
        }
    }

    /// @param ids the tags that the favorite receives, or null if they remain
    private Attempt<Response> clip(UserId user, Favorite described, @Nullable List<TagId> ids) {
        var tags =
                ids == null
                        ? null
                        : TagReplacement.read(table, taggings, user, described.dataId(), ids);
        if (tags != null && tags.favorite() != null) {
            return replace(user, tags.favorite(), described, tags);
        }
        var stored = StoredFavorite.clipped(described);
        var put = Write.Put.of(FavoriteItems.favorite(user, stored)).onlyIf(absent());
        var created = Response.created(FavoriteJson.FAVORITE.of(described));
        if (tags != null) {
            var writes = new ArrayList<Write>(tags.writes(stored));
            writes.addFirst(put);
            return table.transact(writes) instanceof Outcome.Done
                    ? Attempt.done(created)
                    : Attempt.tryAgain();
        }
        return switch (table.write(put)) {
            case Outcome.Done() -> Attempt.done(created);
            case Outcome.Refused(_, var found) ->
                    found == null ? Attempt.tryAgain() : replace(user, found, described, null);
        };
    }

    private Attempt<Response> replace(
            UserId user, Item item, Favorite described, @Nullable TagReplacement tags) {
        var replacement = FavoriteItems.storedFavorite(item).describedBy(described);
        var change = new FavoriteChange(user, item, replacement, tags);
        return change.isDone() || change.write(table)
                ? Attempt.done(Response.ok(FavoriteJson.FAVORITE.of(replacement.favorite())))
                : Attempt.tryAgain();
    }
}
