package plaza.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import plaza.functions.Catalogue;
import plaza.local.mapping.EventFilter;
import plaza.local.mapping.ShardPosition;
import plaza.local.mapping.StreamRecord;
import plaza.simulation.TableChange;

/// The stream functions whose filters a change of a table in memory passes.
public final class StreamReceivers {
    private static final List<EventFilter> FILTERS =
            Catalogue.ALL.streamFunctions().stream()
                    .map(function -> new EventFilter(function.filters()))
                    .toList();

    /// The numbers of the functions that receive a record, by the record: tests write the same
    /// items again and again.
    private static final Map<String, List<Integer>> RECEIVERS = new ConcurrentHashMap<>();

    private StreamReceivers() {}

    /// The numbers of the functions that receive a change, in the order of the Catalogue.
    public static List<Integer> of(TableChange change) {
        var json =
                "{\"eventName\":\"%s\",\"dynamodb\":{\"Keys\":{\"pk\":{\"S\":\"%s\"},\"sk\":{\"S\":\"%s\"}}}}"
                        .formatted(change.event(), change.key().pk(), change.key().sk());
        return RECEIVERS.computeIfAbsent(json, _ -> of(change, json));
    }

    private static List<Integer> of(TableChange change, String json) {
        var streamRecord =
                new StreamRecord(new ShardPosition(change.sequence()), change.at(), json);
        return IntStream.range(0, FILTERS.size())
                .filter(function -> FILTERS.get(function).passes(streamRecord))
                .boxed()
                .toList();
    }
}
