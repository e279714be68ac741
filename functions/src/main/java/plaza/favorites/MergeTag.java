package plaza.favorites;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.StoredTag;
import plaza.http.Field;
import plaza.http.Http;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Moves all favorites of one tag to another and then deletes the first; answered at once, done by
/// the stream in slices.
///
/// From the moment of the answer the first tag takes no more favorites. Until each has moved it
/// shows under the first, then under the second: none is ever without.
public final class MergeTag
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        NO_TAG,
        TAG_CHANGED,
        NO_TARGET,
        MERGING
    }

    public static final Field<TagId> INTO = Field.text("into", TagId::parse);

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public MergeTag() {
        this(Deployment.table(), Deployment.clock());
    }

    public MergeTag(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::post);
    }

    private Response post(Request request) {
        var user = request.owner("userId");
        var tag = request.path("tagId", TagId::parse);
        var into = request.body(INTO).get(INTO);
        if (tag.equals(into)) {
            throw Problem.ruleBroken("into", "A tag cannot be merged into itself.").exception();
        }
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        return table.optimistically(() -> merge(user, tag, into, idempotency));
    }

    /// @return null if the tag changed in between
    private @Nullable Response merge(UserId user, TagId tag, TagId into, Idempotency idempotency) {
        var item = table.getConsistent(KeySpace.tag(user, tag));
        var state = item == null ? null : FavoriteItems.storedTag(item);
        var response = Response.accepted(FavoriteJson.merge(tag, into));
        return switch (table.transact(
                writes(user, tag, state, into, idempotency.store(response)))) {
            case Outcome.Done() -> response;
            case Outcome.Refused refused
                    when refused.failure() == Idempotency.Failure.KEY_ALREADY_USED ->
                    idempotency.replay(refused);
            case Outcome.Refused refused ->
                    switch (refused.as(Failure.class)) {
                        case NO_TAG ->
                                throw Problem.notFound("tagId", "The tag does not exist.")
                                        .exception();
                        case TAG_CHANGED -> null;
                        case NO_TARGET ->
                                throw refused.found() == null
                                        ? Problem.notFound("into", "The tag `into` does not exist.")
                                                .exception()
                                        : Problem.conflict(
                                                        "into",
                                                        "The tag `into` is being merged into another tag.")
                                                .exception();
                        case MERGING -> again(refused, into, response);
                    };
        };
    }

    /// Which tag the merge is of is decided by its generation, read before; where there is none,
    /// the transaction's condition says so, after a repetition had its answer.
    private List<Write> writes(
            UserId user, TagId tag, @Nullable StoredTag state, TagId into, List<Write> remembered) {
        var writes = new ArrayList<>(remembered);
        var key = KeySpace.tag(user, tag);
        if (state == null) {
            writes.add(new Write.Check(key, exists().otherwise(Failure.NO_TAG)));
            return writes;
        }
        writes.add(
                new Write.Check(
                        KeySpace.tag(user, into),
                        exists().and(attribute(FavoriteItems.MERGING_INTO).isAbsent())
                                .otherwise(Failure.NO_TARGET)));
        if (state.mergingInto() == null) {
            writes.add(
                    Write.Update.of(key)
                            .set(FavoriteItems.MERGING_INTO, into.value())
                            .onlyIf(
                                    TaggingWrites.takesFavorites(state)
                                            .otherwise(Failure.TAG_CHANGED)));
        } else {
            writes.add(
                    new Write.Check(
                            key,
                            attribute(FavoriteItems.MERGING_INTO)
                                    .isAbsent()
                                    .otherwise(Failure.MERGING)));
        }
        writes.add(
                jobs.start(TaggingJobs.merging(user, tag, state.generation()))
                        .onlyIf(absent().otherwise(Failure.TAG_CHANGED)));
        return writes;
    }

    /// A merge that is under way already: the same is answered the same.
    private static Response again(Outcome.Refused refused, TagId into, Response answer) {
        var found = refused.found();
        if (found != null && into.value().equals(found.textOrNull(FavoriteItems.MERGING_INTO))) {
            return answer;
        }
        throw Problem.conflict("tagId", "The tag is being merged into another tag.").exception();
    }
}
