package plaza.mutant;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import plaza.table.Table;

/// Tests on tables whose conditions can be mutated.
///
/// While no mutant is active, it records which mutants occur, and which of the subjects (tests,
/// pairs of operations) they can change at all: those in which a condition failed that the mutant
/// would let hold. Only these need to run with the mutant.
public final class MutantTrial {
    private static volatile @Nullable MutantTrial current;

    private final Map<ConditionMutant, Set<Object>> subjects = new TreeMap<>();
    private final Map<Object, Long> requestsBySubject = new HashMap<>();
    private final AtomicLong requests = new AtomicLong();
    private volatile @Nullable Object subject;
    private volatile @Nullable ConditionMutant active;
    private volatile long requestsMax = Long.MAX_VALUE;

    /// Makes this the trial of all tables that the test kit creates in this process.
    public void begin() {
        current = this;
    }

    /// The table that the product code uses in this process instead of `table`.
    public static Table over(Table table) {
        var trial = current;
        return trial == null ? table : trial.table(table);
    }

    /// A table whose conditions this trial observes or mutates.
    public Table table(Table table) {
        return new MutantTable(table, this);
    }

    /// Records what follows for a subject.
    public void observe(Object next) {
        active = null;
        requestsMax = Long.MAX_VALUE;
        finishSubject();
        subject = next;
    }

    private synchronized void finishSubject() {
        var finished = subject;
        if (finished != null) {
            requestsBySubject.merge(finished, requests.get(), Long::sum);
        }
        requests.set(0);
    }

    /// Mutates what follows, until the next call.
    ///
    /// @param max the requests after which a run counts as endless
    public void mutate(ConditionMutant mutant, long max) {
        finishSubject();
        subject = null;
        requestsMax = max;
        active = mutant;
    }

    /// Changes nothing in what follows, and records nothing.
    public void rest() {
        finishSubject();
        subject = null;
        active = null;
        requestsMax = Long.MAX_VALUE;
    }

    @Nullable ConditionMutant active() {
        return active;
    }

    boolean isObserving() {
        return active == null && subject != null;
    }

    /// Counts a request.
    void request() {
        if (requests.incrementAndGet() > requestsMax) {
            throw new IllegalStateException("the mutant makes the run endless");
        }
    }

    synchronized void occurred(Collection<ConditionMutant> mutants) {
        mutants.forEach(mutant -> subjects.computeIfAbsent(mutant, _ -> new LinkedHashSet<>()));
    }

    synchronized void concerns(ConditionMutant mutant) {
        var observed = subject;
        if (observed != null) {
            subjects.computeIfAbsent(mutant, _ -> new LinkedHashSet<>()).add(observed);
        }
    }

    /// The mutants that occurred.
    public synchronized List<ConditionMutant> mutants() {
        return List.copyOf(subjects.keySet());
    }

    /// The subjects that a mutant can change.
    public synchronized List<Object> subjectsOf(ConditionMutant mutant) {
        return List.copyOf(subjects.getOrDefault(mutant, Set.of()));
    }

    /// The requests to the table of a subject.
    public synchronized long requestsOf(Object observed) {
        return requestsBySubject.getOrDefault(observed, 0L);
    }
}
