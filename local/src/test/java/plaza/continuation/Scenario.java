package plaza.continuation;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.job.Work;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Requests that leave work to the stream functions, on a table of its own.
///
/// The ids of users, tags, favorites and gamers are in another order than the times at which they
/// were created, so that a position in one list is no position in another.
///
/// @param prepare the requests before, whose work is done
/// @param leave the requests whose work is examined
/// @param report what tells users about the progress of the work; null if nothing does
public record Scenario(
        String name, Consumer<TestBed> prepare, Consumer<TestBed> leave, @Nullable Report report) {
    /// A route that tells users about the progress of work.
    ///
    /// @param work the work of the jobs
    /// @param request starts a request of the user who began the work
    /// @param field the field that counts what is done
    /// @param stateField the field with the state
    /// @param done the state when everything is done
    /// @param result the families that do not change afterwards
    /// @param underway checks the items while the work is not done, at this time
    public record Report(
            Class<? extends Work> work,
            String route,
            Function<TestBed, TestRequest> request,
            String field,
            String stateField,
            String done,
            Set<Family> result,
            BiConsumer<Map<Key, Item>, Instant> underway) {}

    public Scenario(String name, Consumer<TestBed> prepare, Consumer<TestBed> leave) {
        this(name, prepare, leave, null);
    }

    public Scenario reportedBy(Report other) {
        return new Scenario(name, prepare, leave, other);
    }

    static List<Scenario> all() {
        return ContextKits.all().flatMap(kit -> kit.continuations().stream()).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}
