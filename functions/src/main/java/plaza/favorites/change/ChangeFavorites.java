package plaza.favorites.change;

import java.time.Instant;
import java.util.ArrayList;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Turn;
import plaza.favorites.search.FavoriteSearch;
import plaza.favorites.search.SearchCriteria;
import plaza.favorites.tag.TagGeneration;
import plaza.favorites.tag.TagProblems;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Transaction;
import plaza.table.Write;

/// Tags, untags or unclips all favorites that a search finds. The request runs the search, stores
/// which favorites it found, and starts a job that changes them in slices ([BulkChangeJob]).
///
/// A favorite that is clipped after the request is not affected. One that no longer matches is
/// changed nevertheless, because the user has seen the result of the search.
public final class ChangeFavorites extends ApiFunction {
    public static final Field<BulkAction> ACTION = Field.text("action", BulkAction.TEXT);
    public static final Field<TagId> TAG_ID = Field.text("tagId", FavoritesIds.TAG).optional();

    /// The maximum number of favorites of one change, which bounds the time and the writes of the
    /// request.
    static final int FAVORITES_MAX = 10_000;

    private final FavoriteSearch search = new FavoriteSearch(table);
    private final QuotaUsage quotaUsage = new QuotaUsage(table, clock);
    private final Jobs jobs = new Jobs(table, clock);

    public ChangeFavorites() {}

    public ChangeFavorites(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        request.requireKnownParameters(SearchCriteria.parameters());
        var criteria = SearchCriteria.of(request);
        var body = request.body(ACTION, TAG_ID);
        var action = body.get(ACTION);
        var tagId = body.getOrNull(TAG_ID);
        action.requireTag(TAG_ID.name(), tagId);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        if (earlier != null) {
            return earlier;
        }
        // Checks early to avoid the work; the transaction makes the final decision.
        var free = free(user);
        var tag = tagId == null ? null : tag(user, action, tagId);
        var found = search.all(user, criteria, FAVORITES_MAX);
        var started =
                BulkChange.started(
                        BulkChangeId.fresh(),
                        action,
                        tag,
                        found.size(),
                        Instant.ofEpochMilli(clock.millis()));
        BulkChangeParts.write(table, user, started, found);
        var response =
                Response.accepted(started.json())
                        .with("location", request.rawPath() + "/" + started.id());
        return table.optimistically(
                () -> begin(user, free, started, idempotency, response),
                () -> begin(user, free(user), started, idempotency, response));
    }

    /// @throws plaza.http.ProblemException 409 while an import or another change of the user runs
    private QuotaUsage.Lease.Free free(UserId user) {
        return switch (quotaUsage.lease(user)) {
            case QuotaUsage.Lease.Free free -> free;
            case QuotaUsage.Lease.Running(var turn) ->
                    throw turn.conflict("Send this request again after it is done.").exception();
        };
    }

    private TagGeneration tag(UserId user, BulkAction action, TagId id) {
        var tag = TagProblems.requireTag(table.getConsistent(FavoritesKeys.TAG.key(user, id)));
        if (action == BulkAction.TAG && tag.mergingInto() != null) {
            throw TagProblems.tagMerging();
        }
        return TagGeneration.of(tag);
    }

    private Attempt<Response> begin(
            UserId user,
            QuotaUsage.Lease.Free free,
            BulkChange started,
            Idempotency idempotency,
            Response response) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(started.item(user)));
        if (started.matched() > 0) {
            writes.add(quotaUsage.take(user, free, Turn.of(started.id())));
            writes.add(jobs.start(new FavoritesWork.ChangeFavorites(user, started.id())));
        }
        return idempotency.transact(
                table, response, Transaction.of(writes), _ -> Attempt.tryAgain());
    }
}
