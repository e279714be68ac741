package plaza.lambda;

import java.util.ArrayList;
import java.util.List;
import org.crac.Context;
import org.crac.Resource;
import plaza.log.Log;

/// The hooks around a snapshot of the process: before it, load the classes that a first request
/// needs; after it, renew the state that must differ between copies.
///
/// The hooks before a snapshot write nothing to the table, fetch no credentials and log nothing,
/// because they use [CannedResponses]. Their only network request is an unsigned `GET /`.
final class Snapshot implements Resource {
    private final List<Runnable> primings = new ArrayList<>();
    private final List<Runnable> renewals = new ArrayList<>();

    /// Adds work to do before the snapshot.
    void before(Runnable priming) {
        primings.add(priming);
    }

    /// Adds work to do in each copy after the restore.
    void after(Runnable renewal) {
        renewals.add(renewal);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        var _ =
                Log.to(
                        _ -> {},
                        () -> {
                            primings.forEach(Runnable::run);
                            return true;
                        });
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        renewals.forEach(Runnable::run);
    }
}
