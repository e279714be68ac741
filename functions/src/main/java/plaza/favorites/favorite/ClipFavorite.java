package plaza.favorites.favorite;

import static plaza.table.Condition.absent;

import java.time.Instant;
import java.util.List;
import plaza.favorites.quota.QuotaUsage;
import plaza.http.Field;
import plaza.http.Ids;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.DataId;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Quotas;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Write;

/// Saves a favorite in the caller's collection: one read of the caller's [QuotaUsage] and one
/// conditional write. No stream function is involved, so searches find it within the replication
/// lag of an eventually consistent read.
///
/// Clipping the same thing again replaces the description and keeps the clip time. It is also
/// possible when the collection is full.
public final class ClipFavorite extends ApiFunction {
    public static final Field<DataType> DATA_TYPE =
            Field.text("dataType", FavoriteParsers.DATA_TYPE);
    public static final Field<Title> TITLE = Field.text("title", FavoriteParsers.TITLE);
    public static final Field<SavedUrl> CONTENT_URL =
            Field.text("contentUrl", FavoriteParsers.URL).optional();
    public static final Field<SavedUrl> THUMBNAIL_URL =
            Field.text("thumbnailUrl", FavoriteParsers.URL).optional();
    public static final Field<UserId> CREATOR_ID = Field.text("creatorId", Ids.USER).optional();
    public static final Field<Instant> CLIP_TIME =
            Field.text("clipTime", FavoriteParsers.CLIP_TIME).optional();
    public static final Field<Note> NOTE = Field.text("note", FavoriteParsers.NOTE).optional();

    private final Quotas quotas;
    private final QuotaUsage quotaUsage;

    public ClipFavorite() {
        this(Deployment.services());
    }

    public ClipFavorite(Services services) {
        super(services);
        quotas = services.quotas();
        quotaUsage = new QuotaUsage(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var data = request.path("dataId", DataId::parse);
        var described = described(data, request);
        requireRoom(user, data);
        return table.optimistically(() -> clip(user, described));
    }

    /// Rejects a new favorite beyond the quota. Concurrent requests can exceed the quota, because
    /// the stream updates the count after the writes.
    private void requireRoom(UserId user, DataId data) {
        var max = quotas.favoritesMax();
        if (quotaUsage.isFull(user, max)
                && table.getConsistent(KeySpace.FAVORITE.key(user, data)) == null) {
            throw new Problem(
                            Problem.Kind.CONFLICT,
                            "Your collection has %d favorites and is full. Delete favorites before you save more."
                                    .formatted(max),
                            List.of(
                                    new Problem.FieldError(
                                            "dataId",
                                            "The favorite would exceed the quota.",
                                            "quota")))
                    .exception();
        }
    }

    private Attempt<Response> clip(UserId user, Favorite described) {
        var write =
                Write.Put.of(FavoriteItems.favorite(user, StoredFavorite.clipped(described)))
                        .onlyIf(absent());
        return switch (table.write(write)) {
            case Outcome.Done() ->
                    Attempt.done(Response.created(FavoriteJson.FAVORITE.of(described)));
            case Outcome.Refused(_, var found) ->
                    found == null ? Attempt.tryAgain() : replace(user, found, described);
        };
    }

    private Attempt<Response> replace(UserId user, Item item, Favorite described) {
        var stored = FavoriteItems.storedFavorite(item);
        var replacement = stored.describedBy(described);
        if (replacement.equals(stored)) {
            return Attempt.done(Response.ok(FavoriteJson.FAVORITE.of(stored.favorite())));
        }
        var write =
                FavoriteItems.redescribing(item, FavoriteItems.favorite(user, replacement))
                        .onlyIf(FavoriteItems.isDescribedAsIn(item));
        return table.write(write) instanceof Outcome.Done
                ? Attempt.done(Response.ok(FavoriteJson.FAVORITE.of(replacement.favorite())))
                : Attempt.tryAgain();
    }

    private Favorite described(DataId data, Request request) {
        var body =
                request.body(
                        DATA_TYPE, TITLE, CONTENT_URL, THUMBNAIL_URL, CREATOR_ID, CLIP_TIME, NOTE);
        var clipTime = body.getOrNull(CLIP_TIME);
        var note = body.getOrNull(NOTE);
        return new Favorite(
                data,
                body.get(DATA_TYPE),
                body.get(TITLE),
                body.getOrNull(CONTENT_URL),
                body.getOrNull(THUMBNAIL_URL),
                body.getOrNull(CREATOR_ID),
                note == null || note.text().isEmpty() ? null : note,
                clipTime == null ? clock.instant() : clipTime);
    }
}
