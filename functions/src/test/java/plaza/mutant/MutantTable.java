package plaza.mutant;

import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.http.Idempotency;
import plaza.simulation.MemoryTable;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// A table that weakens the conditions which the active mutant concerns.
final class MutantTable extends ForwardingTable {
    private static final StackWalker STACK =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /// Product code that sends the writes of its callers.
    private static final Set<String> FORWARDING =
            Set.of("plaza.table", "plaza.dynamodb", Idempotency.class.getName());

    /// Who sends a request, according to a frame of its stack.
    private enum Sender {
        PRODUCT,
        TEST,
        /// The caller of this frame.
        CALLER
    }

    private static final ClassValue<Sender> SENDERS =
            new ClassValue<>() {
                @Override
                protected Sender computeValue(Class<?> type) {
                    var name = type.getPackageName();
                    if (!name.startsWith("plaza")
                            || FORWARDING.contains(name)
                            || FORWARDING.contains(type.getName())
                            || name.equals("plaza.mutant")
                            || isTable(type)) {
                        return Sender.CALLER;
                    }
                    return Objects.equals(location(type), location(Table.class))
                            ? Sender.PRODUCT
                            : Sender.TEST;
                }
            };

    private final Table table;
    private final MutantTrial trial;

    MutantTable(Table table, MutantTrial trial) {
        super(table);
        this.table = table;
        this.trial = trial;
    }

    /// Whether a class is a table, or a part of one.
    private static boolean isTable(Class<?> type) {
        return Table.class.isAssignableFrom(type)
                || (type.getEnclosingClass() != null && isTable(type.getEnclosingClass()));
    }

    private static @Nullable Object location(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        return Optional.ofNullable(source).map(CodeSource::getLocation).orElse(null);
    }

    /// The method of the product code that sends a request, or null for a test.
    private static @Nullable String sender() {
        return STACK.walk(frames ->
                frames.filter(frame -> SENDERS.get(frame.getDeclaringClass()) != Sender.CALLER)
                        .findFirst()
                        .filter(frame -> SENDERS.get(frame.getDeclaringClass()) == Sender.PRODUCT)
                        .map(MutantTable::name)
                        .orElse(null));
    }

    private static String name(StackWalker.StackFrame frame) {
        var method = frame.getMethodName();
        return frame.getDeclaringClass().getSimpleName()
                + "."
                + (method.startsWith("lambda$") ? method.split("\\$", -1)[1] : method);
    }

    /// Sends writes as the active mutant changes them.
    ///
    /// @param request sends the writes that are left
    private <T extends @Nullable Object> T send(
            List<? extends Write> writes, Function<List<Write>, T> request, Refusal<T> refusal) {
        trial.request();
        var active = trial.active();
        if (active == null && !trial.isObserving()) {
            return request.apply(List.copyOf(writes));
        }
        var sender = writes.stream().allMatch(write -> write.condition() == null) ? null : sender();
        if (sender == null) {
            return request.apply(List.copyOf(writes));
        }
        if (active != null) {
            return request.apply(mutated(sender, writes, active));
        }
        var result = request.apply(List.copyOf(writes));
        for (var write : writes) {
            var mutants = ConditionMutant.of(sender, write);
            trial.occurred(mutants.keySet());
            if (refusal.isFor(write, result)) {
                mutants.forEach((mutant, weaker) -> {
                    if (weaker.isEmpty() || refusal.allows(weaker.get(), result)) {
                        trial.concerns(mutant);
                    }
                });
            }
        }
        return result;
    }

    private static List<Write> mutated(
            String sender, List<? extends Write> writes, ConditionMutant active) {
        var mutated = new ArrayList<Write>();
        for (var write : writes) {
            var weaker = ConditionMutant.of(sender, write).get(active);
            if (weaker == null) {
                mutated.add(write);
            } else {
                ConditionMutant.with(weaker.orElse(null), write).ifPresent(mutated::add);
            }
        }
        return mutated;
    }

    /// Whether a result refuses a write, and whether a weaker condition would not.
    private interface Refusal<T extends @Nullable Object> {
        boolean isFor(Write write, T result);

        boolean allows(Condition weaker, T result);
    }

    private static final class RefusedOutcome implements Refusal<Outcome<Key>> {
        @Override
        public boolean isFor(Write write, Outcome<Key> result) {
            return result instanceof Outcome.Refused<Key>(var key, _) && key.equals(write.key());
        }

        @Override
        public boolean allows(Condition weaker, Outcome<Key> result) {
            return result instanceof Outcome.Refused<Key>(_, var found)
                    && MemoryTable.holds(weaker, found);
        }
    }

    /// An update that returns no item does not return the item that it found either.
    private static final class NoItem implements Refusal<@Nullable Item> {
        @Override
        public boolean isFor(Write write, @Nullable Item result) {
            return result == null;
        }

        @Override
        public boolean allows(Condition weaker, @Nullable Item result) {
            return true;
        }
    }

    @Override
    public @Nullable Item get(Key key) {
        trial.request();
        return super.get(key);
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        trial.request();
        return super.getConsistent(key);
    }

    @Override
    public List<Item> getAll(List<Key> keys) {
        trial.request();
        return super.getAll(keys);
    }

    @Override
    public List<Item> getAllEventually(List<Key> keys) {
        trial.request();
        return super.getAllEventually(keys);
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        trial.request();
        return super.read(query, limit, after);
    }

    @Override
    public Outcome<Key> write(Write write) {
        return send(List.of(write), writes -> table.write(writes.getFirst()), new RefusedOutcome());
    }

    @Override
    public @Nullable Item update(Write.Update update) {
        return send(
                List.of(update),
                writes -> table.update((Write.Update) writes.getFirst()),
                new NoItem());
    }

    @Override
    public @Nullable Item updateAtLeastOnce(Write.Update update) {
        return send(
                List.of(update),
                writes -> table.updateAtLeastOnce((Write.Update) writes.getFirst()),
                new NoItem());
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        return send(
                writes,
                left -> left.isEmpty() ? new Outcome.Done<>() : table.transact(left),
                new RefusedOutcome());
    }

    @Override
    public Attempt<Outcome<Key>> tryTransact(List<Write> writes) {
        return send(
                writes,
                left ->
                        left.isEmpty()
                                ? Attempt.done(new Outcome.Done<>())
                                : table.tryTransact(left),
                new Refusal<>() {
                    @Override
                    public boolean isFor(Write write, Attempt<Outcome<Key>> result) {
                        return result instanceof Attempt.Done<Outcome<Key>>(var outcome)
                                && new RefusedOutcome().isFor(write, outcome);
                    }

                    @Override
                    public boolean allows(Condition weaker, Attempt<Outcome<Key>> result) {
                        return result instanceof Attempt.Done<Outcome<Key>>(var outcome)
                                && new RefusedOutcome().allows(weaker, outcome);
                    }
                });
    }

    @Override
    public List<Outcome<Key>> writeEach(List<Write> writes) {
        return send(
                writes,
                table::writeEach,
                new Refusal<>() {
                    @Override
                    public boolean isFor(Write write, List<Outcome<Key>> result) {
                        return result.stream()
                                .anyMatch(outcome -> new RefusedOutcome().isFor(write, outcome));
                    }

                    @Override
                    public boolean allows(Condition weaker, List<Outcome<Key>> result) {
                        return true;
                    }
                });
    }
}
