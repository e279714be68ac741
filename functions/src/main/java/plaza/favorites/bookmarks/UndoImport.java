package plaza.favorites.bookmarks;

import java.util.List;
import plaza.favorites.id.ImportId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Turn;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;

/// Undoes an import: starts the job that removes what the import added ([UndoJob]). The import's
/// record reports the progress. An import can be undone while its record exists and no other import
/// or bulk change of the user is running.
public final class UndoImport extends ApiFunction {
    private final QuotaUsage quotaUsage = new QuotaUsage(table, clock);
    private final Jobs jobs = new Jobs(table, clock);

    public UndoImport() {}

    public UndoImport(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("importId", ImportId::parse);
        return table.optimistically(() -> begin(user, id)).with("location", request.rawPath());
    }

    private Attempt<Response> begin(UserId user, ImportId id) {
        var key = FavoritesKeys.IMPORT_RECORD.key(user, id);
        var item = table.getConsistent(key);
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("importId", "The import does not exist.").exception();
        }
        var stored = ImportRecord.of(id, item);
        if (stored.removed() != null) {
            return Attempt.done(Response.accepted(stored.json()));
        }
        return switch (quotaUsage.lease(user)) {
            case QuotaUsage.Lease.Running(var running) ->
                    throw running.conflict("importId", "Undo this import after it is done.")
                            .exception();
            case QuotaUsage.Lease.Free free -> {
                var outcome =
                        table.transact(
                                List.of(
                                        ImportRecord.undoing(key, ImportRecord.State.UNDOING, 0)
                                                .onlyIf(ImportRecord.isIntact()),
                                        quotaUsage.take(user, free, Turn.of(id)),
                                        jobs.start(
                                                new FavoritesWork.UndoImport(
                                                        user, stored.id(), stored.createTime()))));
                yield outcome instanceof Outcome.Done
                        ? Attempt.done(Response.accepted(stored.undoing().json()))
                        : Attempt.tryAgain();
            }
        };
    }
}
