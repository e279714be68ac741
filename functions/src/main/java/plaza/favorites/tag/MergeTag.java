package plaza.favorites.tag;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import org.jspecify.annotations.Nullable;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Transaction;
import plaza.table.Write;

/// Moves all favorites of one tag to another tag and then deletes the first one. The request starts
/// a job, which moves them in slices.
///
/// After the response the first tag accepts no more favorites. Each favorite has the first tag
/// until it has the second one, and is never without both.
public final class MergeTag extends ApiFunction {
    private enum Failure {
        NO_TAG,
        TAG_CHANGED,
        INVALID_TARGET,
        MERGING
    }

    public static final Field<TagId> INTO = Field.text("into", FavoritesIds.TAG);

    private final Jobs jobs = new Jobs(table, clock);

    public MergeTag() {}

    public MergeTag(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var tag = request.path("tagId", TagId::parse);
        var into = request.body(INTO).get(INTO);
        if (tag.equals(into)) {
            throw Problem.ruleBroken("into", "A tag cannot be merged into itself.").exception();
        }
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        return table.optimistically(() -> merge(user, tag, into, idempotency));
    }

    private Attempt<Response> merge(UserId user, TagId tag, TagId into, Idempotency idempotency) {
        var item = table.getConsistent(FavoritesKeys.TAG.key(user, tag));
        var stored = item == null ? null : TagItems.storedTag(item);
        var response = Response.accepted(TagJson.TAG_MERGE.of(new TagJson.Merge(tag, into)));
        return idempotency.transact(
                table,
                response,
                transaction(user, tag, stored, into),
                refused ->
                        switch (refused.failure()) {
                            case NO_TAG -> {
                                if (refused.found() == null) {
                                    throw TagProblems.noTag();
                                }
                                yield Attempt.tryAgain();
                            }
                            case TAG_CHANGED -> Attempt.tryAgain();
                            case INVALID_TARGET ->
                                    throw refused.found() == null
                                            ? Problem.notFound(
                                                            "into",
                                                            "The tag `into` does not exist.")
                                                    .exception()
                                            : Problem.conflict(
                                                            "into",
                                                            "The tag `into` is being merged into another tag.")
                                                    .exception();
                            case MERGING -> Attempt.done(repeated(refused.found(), into, response));
                        });
    }

    /// The transaction. The job refers to the generation of the tag that was read. If the tag does
    /// not exist, a condition check fails, but only after the check for a repeated request. It
    /// fails even if the tag was created meanwhile, because no tag merges into itself.
    ///
    /// @param stored the tag, or null if it does not exist
    private Transaction<Failure> transaction(
            UserId user, TagId tag, @Nullable StoredTag stored, TagId into) {
        var transaction = new Transaction<Failure>();
        var key = FavoritesKeys.TAG.key(user, tag);
        if (stored == null) {
            return transaction.add(
                    new Write.Check(key, attribute(TagItems.MERGING_INTO).is(tag.value())),
                    Failure.NO_TAG);
        }
        transaction.add(
                new Write.Check(
                        FavoritesKeys.TAG.key(user, into),
                        exists().and(attribute(TagItems.MERGING_INTO).isAbsent())),
                Failure.INVALID_TARGET);
        if (stored.mergingInto() == null) {
            transaction.add(
                    Write.Update.of(key)
                            .set(TagItems.MERGING_INTO, into.value())
                            .onlyIf(TaggingWrites.acceptsFavorites(stored)),
                    Failure.TAG_CHANGED);
            transaction.add(TagCountItems.merging(user, stored), Failure.TAG_CHANGED);
        } else {
            transaction.add(
                    new Write.Check(key, attribute(TagItems.MERGING_INTO).isAbsent()),
                    Failure.MERGING);
        }
        return transaction.add(
                jobs.start(new FavoritesWork.MergeTag(user, tag, stored.generation())),
                Failure.TAG_CHANGED);
    }

    /// The response if a merge of the tag is running: the same one if the target is the same.
    private static Response repeated(@Nullable Item found, TagId into, Response response) {
        if (found != null && into.value().equals(found.textOrNull(TagItems.MERGING_INTO))) {
            return response;
        }
        throw TagProblems.tagMerging();
    }
}
