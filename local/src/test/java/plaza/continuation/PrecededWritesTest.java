package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import plaza.interleaving.Operation.Call;
import plaza.interleaving.Operations;
import plaza.simulation.MemoryTable;
import plaza.table.Attempt;
import plaza.table.Condition;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Retry;
import plaza.table.Table;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A request that has its effect although another writer precedes its write also has it if other
/// writers precede as many attempts as the table retries.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrecededWritesTest {
    private static final int ATTEMPTS_MAX = Retry.standard().attemptsMax();

    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    /// What a call changes. The ids of some new items are random.
    private record Effect(int status, int written, int deleted) {}

    /// What another writer makes of an item for a moment.
    ///
    /// @param item null if they delete it
    private record Change(Key key, @Nullable Item item) {
        boolean refuses(Write write) {
            return write.key().equals(key)
                    && write.condition() != null
                    && !MemoryTable.holds(write.condition(), item);
        }
    }

    private boolean accepts(List<Write> writes) {
        return writes.stream()
                .allMatch(write ->
                        write.condition() == null
                                || MemoryTable.holds(
                                        write.condition(), backend.table().peek(write.key())));
    }

    /// A table that records what makes it refuse the writes of a request that it accepts.
    private final class RecordingTable extends ForwardingTable {
        private final Set<Change> changes = new LinkedHashSet<>();

        RecordingTable() {
            super(backend.table());
        }

        @Override
        public Outcome<Key> write(Write write) {
            addChanges(List.of(write));
            return super.write(write);
        }

        @Override
        public Outcome<Key> transact(List<Write> writes) {
            addChanges(writes);
            return super.transact(writes);
        }

        private void addChanges(List<Write> writes) {
            if (accepts(writes)) {
                writes.forEach(this::addChanges);
            }
        }

        private void addChanges(Write write) {
            var condition = write.condition();
            if (condition != null) {
                var found = backend.table().peek(write.key());
                var item =
                        found == null && write instanceof Write.Put put
                                ? put.item()
                                : Objects.requireNonNullElseGet(
                                        found, () -> Item.at(write.key()).build());
                Stream.concat(Stream.of(item), changed(condition, item))
                        .map(changed -> new Change(write.key(), changed))
                        .filter(change -> change.refuses(write))
                        .forEach(changes::add);
                if (found != null) {
                    changes.add(new Change(write.key(), null));
                }
            }
        }
    }

    /// The items in which one attribute of a condition differs.
    private static Stream<Item> changed(Condition condition, Item item) {
        return switch (condition) {
            case Condition.Absent(), Condition.AbsentOrExpired(var _), Condition.Exists() ->
                    Stream.empty();
            case Condition.ValueIs(var attribute, var value) ->
                    Stream.of(with(item, attribute, other(value)));
            case Condition.NumberAtLeast(var attribute, var number) ->
                    Stream.of(with(item, attribute, number(number - 1)));
            case Condition.NumberBelow(var attribute, var number) ->
                    Stream.of(with(item, attribute, number(number)));
            case Condition.AttributeAbsent(var attribute) ->
                    Stream.of(number(1), AttributeValue.fromS("x"), AttributeValue.fromBool(true))
                            .map(value -> with(item, attribute, value));
            case Condition.All(var all) -> all.stream().flatMap(each -> changed(each, item));
            case Condition.Any(var any) -> any.stream().flatMap(each -> changed(each, item));
        };
    }

    private static Item with(Item item, String attribute, AttributeValue value) {
        var attributes = new HashMap<>(item.attributes());
        attributes.put(attribute, value);
        return new Item(attributes);
    }

    private static AttributeValue number(long number) {
        return AttributeValue.fromN(Long.toString(number));
    }

    private static AttributeValue other(AttributeValue value) {
        return value.n() != null
                ? number(Long.parseLong(value.n()) + 1)
                : AttributeValue.fromS(value.s() + "x");
    }

    /// A table on which another writer changes an item before each of the first writes that are
    /// refused only for this reason, and changes it back afterwards.
    private final class PrecededTable extends ForwardingTable {
        private final Change change;
        private int left;
        private boolean retries;

        PrecededTable(Change change, int writes) {
            super(backend.table());
            this.change = change;
            this.left = writes;
        }

        @Override
        public Outcome<Key> write(Write write) {
            return precede(List.of(write), () -> super.write(write));
        }

        @Override
        public Outcome<Key> transact(List<Write> writes) {
            return precede(writes, () -> super.transact(writes));
        }

        private Outcome<Key> precede(List<Write> writes, Supplier<Outcome<Key>> request) {
            if (left == 0 || writes.stream().noneMatch(change::refuses) || !accepts(writes)) {
                return request.get();
            }
            left--;
            var found = backend.table().peek(change.key());
            backend.table().replace(change.key(), change.item());
            try {
                return request.get();
            } finally {
                backend.table().replace(change.key(), found);
            }
        }

        @Override
        public <T> T optimistically(Supplier<Attempt<T>> attempt) {
            retries = true;
            return super.optimistically(attempt);
        }
    }

    @Test
    void aRequestThatRetriesOnceRetriesOften() {
        var wrong = new ArrayList<String>();
        var retrying = new TreeSet<String>();
        var retried = new TreeSet<String>();
        for (var call : Operations.calls()) {
            var recording = new RecordingTable();
            var expected = send(call, recording);
            for (var change : recording.changes) {
                var once = new PrecededTable(change, 1);
                var isSame = expected.equals(sendOrNull(call, once));
                if (once.retries) {
                    retrying.add(call.route().name());
                }
                if (isSame) {
                    retried.add(call.route().name());
                    var often = sendOrNull(call, new PrecededTable(change, ATTEMPTS_MAX - 1));
                    if (!expected.equals(often)) {
                        wrong.add("%s after %s: %s".formatted(call.name(), change, often));
                    }
                }
            }
        }
        retrying.removeAll(retried);
        System.out.println("preceded writes: " + retried.size() + " routes");
        assertThat(wrong).isEmpty();
        assertThat(retrying).as("no change lets them retry").isEmpty();
    }

    /// @return null if the function cannot read the item that another writer left
    private @Nullable Effect sendOrNull(Call call, Table table) {
        try {
            return send(call, table);
        } catch (RuntimeException _) {
            return null;
        }
    }

    private Effect send(Call call, Table table) {
        backend.restore();
        var sent = backend.send(call, table);
        return new Effect(sent.status(), sent.written().size(), sent.deleted().size());
    }
}
