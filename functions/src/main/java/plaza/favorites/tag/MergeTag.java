package plaza.favorites.tag;

import org.jspecify.annotations.Nullable;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
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

/// Moves all favorites of one tag to another tag and then deletes the first one. The request starts
/// a job, which moves them in slices.
///
/// After the response the first tag accepts no more favorites. Each favorite has the first tag
/// until it has the second one, and is never without both.
public final class MergeTag extends ApiFunction {
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
                TagWrites.merge(user, tag, stored, into, jobs),
                refused ->
                        switch (refused.failure()) {
                            case NO_TAG -> {
                                if (refused.found() == null) {
                                    throw TagProblems.noTag();
                                }
                                yield Attempt.tryAgain();
                            }
                            case TAG_CHANGED -> Attempt.tryAgain();
                            case INVALID_TARGET -> throw TagProblems.invalidTarget(refused.found());
                            case MERGING -> Attempt.done(repeated(refused.found(), into, response));
                        });
    }

    /// The response if a merge of the tag is running: the same one if the target is the same.
    private static Response repeated(@Nullable Item found, TagId into, Response response) {
        if (found != null && into.value().equals(found.textOrNull(TagItems.MERGING_INTO))) {
            return response;
        }
        throw TagProblems.tagMerging();
    }
}
