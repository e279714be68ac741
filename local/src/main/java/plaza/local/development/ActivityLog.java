package plaza.local.development;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What the system did lately: the last requests to the API and the last invocations of stream
/// functions, numbered in the order in which they ended.
public final class ActivityLog implements AutoCloseable {
    /// The entries of each kind that are kept.
    static final int ENTRIES_MAX = 1_000;

    /// The kinds of entries.
    public enum Kind {
        REQUEST("request"),
        INVOCATION("invocation");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /// The name of the event for a browser.
        String word() {
            return word;
        }
    }

    /// An entry.
    ///
    /// @param json with the number as `n`; never changed
    record Entry(long number, Kind kind, ObjectNode json) {
        /// What a list shows: the entry with one record, and without its bodies and requests to
        /// DynamoDB.
        ObjectNode summary() {
            var summary = json.objectNode();
            json.properties()
                    .forEach(field -> {
                        switch (field.getKey()) {
                            case "calls", "sums", "documented", "rule", "request", "response" -> {
                                // shown with the details
                            }
                            case "records" ->
                                    field.getValue()
                                            .valueStream()
                                            .limit(1)
                                            .forEach(summary.putArray("records")::add);
                            default -> summary.set(field.getKey(), field.getValue());
                        }
                    });
            return summary;
        }

        /// Whether the entry contains a text in lower case: in its function, method, path or
        /// status, or in the keys of its records.
        boolean contains(String text) {
            var described = new StringBuilder();
            for (var field : List.of("function", "method", "path", "status")) {
                described.append(json.path(field).asText()).append(' ');
            }
            for (var record : json.path("records")) {
                described.append(record.path("pk").asText()).append(' ');
                described.append(record.path("sk").asText()).append(' ');
            }
            return described.toString().toLowerCase(Locale.ROOT).contains(text);
        }
    }

    private final Map<Kind, Deque<Entry>> entries = new EnumMap<>(Kind.class);
    private long last;
    private boolean closed;

    synchronized void add(Kind kind, ObjectNode json) {
        last++;
        json.put("n", last);
        var kept = of(kind);
        kept.addLast(new Entry(last, kind, json));
        if (kept.size() > ENTRIES_MAX) {
            kept.removeFirst();
        }
        notifyAll();
    }

    /// Returns the entries of a kind after a number, the latest first.
    synchronized List<Entry> after(Kind kind, long number) {
        return of(kind).reversed().stream().takeWhile(entry -> entry.number() > number).toList();
    }

    /// Returns the entries of all kinds after a number, the oldest first. Waits until one exists,
    /// the time is over, or the log is closed.
    synchronized List<Entry> awaitAfter(long number, Duration time) throws InterruptedException {
        var end = System.nanoTime() + time.toNanos();
        while (last <= number && !closed && System.nanoTime() < end) {
            wait(Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
        }
        var found = new ArrayList<Entry>();
        for (var kind : Kind.values()) {
            found.addAll(after(kind, number));
        }
        found.sort((one, other) -> Long.compare(one.number(), other.number()));
        return found;
    }

    /// Returns the number of the last entry; 0 if there is none.
    synchronized long last() {
        return last;
    }

    private Deque<Entry> of(Kind kind) {
        return entries.computeIfAbsent(kind, _ -> new ArrayDeque<>());
    }

    /// Ends all waits.
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
