package plaza.lambda;

import java.util.ArrayList;
import java.util.List;
import org.crac.Context;
import org.crac.Resource;
import plaza.log.Log;

/// What a function does around a snapshot of its process: before it, load what a first request
/// needs; after it, forget what must not be the same in two copies.
///
/// Before a snapshot nothing is written to the table, nothing asks for credentials, and nothing is
/// logged: the work goes to an answer that is made up ([CannedResponses]). Only one unsigned `GET
/// /` goes over the network.
final class Snapshot implements Resource {
    private final List<Runnable> primings = new ArrayList<>();
    private final List<Runnable> renewals = new ArrayList<>();

    /// Adds work to be done before the snapshot.
    void before(Runnable priming) {
        primings.add(priming);
    }

    /// Adds something to be forgotten or renewed in each copy.
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
