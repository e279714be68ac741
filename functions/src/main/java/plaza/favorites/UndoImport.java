package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.RateLimiter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;

/// Undoes an import: starts the job that removes what the import added ([UndoJob]). The import's
/// record reports the progress. An import can be undone while its record exists and no other import
/// or bulk change of the user is running.
public final class UndoImport
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private enum Failure {
        IMPORT_CHANGED
    }

    private static final ImportRecord.Undo BEGUN = new ImportRecord.Undo(false, 0);

    private final Table table;
    private final Clock clock;
    private final QuotaUsage quotaUsage;
    private final Jobs jobs;
    private final RateLimiter limiter;

    public UndoImport() {
        this(Deployment.table(), Deployment.clock(), Deployment.limiter());
    }

    public UndoImport(Table table, Clock clock, RateLimiter limiter) {
        this.table = table;
        this.clock = clock;
        this.quotaUsage = new QuotaUsage(table, clock);
        this.jobs = new Jobs(table, clock);
        this.limiter = limiter;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, limiter, this::delete);
    }

    private Response delete(Request request) {
        var user = request.owner("userId");
        var id = request.path("importId", ImportId::parse);
        return table.optimistically(() -> begin(user, id)).with("location", request.rawPath());
    }

    /// @return null if the record or the running import of the user changed meanwhile
    private @Nullable Response begin(UserId user, ImportId id) {
        var key = KeySpace.importRecord(user, id);
        var item = table.getConsistent(key);
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("importId", "The import does not exist.").exception();
        }
        var stored = ImportRecord.of(id, item);
        if (stored.undo() != null) {
            return Response.accepted(stored.json());
        }
        return switch (quotaUsage.admission(user, Integer.MAX_VALUE)) {
            case QuotaUsage.Admission.Running(var running) ->
                    throw Problem.conflict(
                                    "importId",
                                    running.conflict("Undo this import after it is done."))
                            .with(running.member(), running.id())
                            .exception();
            case QuotaUsage.Admission.DayFull _ ->
                    throw new IllegalStateException("no limit was asked for");
            case QuotaUsage.Admission.Free free -> {
                var outcome =
                        table.transact(
                                List.of(
                                        ImportRecord.undoing(key, BEGUN)
                                                .onlyIf(
                                                        ImportRecord.isIntact()
                                                                .otherwise(Failure.IMPORT_CHANGED)),
                                        quotaUsage.take(user, free, Turn.of(id)),
                                        jobs.start(UndoJob.undoing(user, stored))));
                yield outcome instanceof Outcome.Done
                        ? Response.accepted(stored.undoneBy(BEGUN).json())
                        : null;
            }
        };
    }
}
