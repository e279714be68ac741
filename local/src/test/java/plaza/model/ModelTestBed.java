package plaza.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.TtlSweeper;
import plaza.model.expected.Call;
import plaza.model.expected.Model;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// The real functions and a real table, on which one command sequence after the other runs. Each
/// begins at the same time of day on an empty table.
public final class ModelTestBed implements AutoCloseable {
    private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    private static final Pattern NEXT = Pattern.compile("<[^>]*[?&]cursor=([^&>]+)>; rel=\"next\"");
    private static final int PAGES_MAX = 1_000;
    private static final int LIMIT_DEFAULT = 50;

    /// Sends one request to its function.
    public interface CallHandler {
        TestResponse send(Call call);
    }

    private final TestBed bed;
    private final List<StreamTap> taps;
    private final TtlSweeper sweeper;
    private final CallHandler handler;

    public ModelTestBed() {
        // Requests take tokens, but never run out of them.
        bed = TestBed.limiting(1_000_000);
        taps = StreamTap.all(bed.emulator());
        sweeper =
                new TtlSweeper(
                        bed.emulator().client(),
                        Emulator.TABLE,
                        ExpiredItems.inMemory(),
                        bed.clock());
        handler = this::sendToFunction;
    }

    private ModelTestBed(ModelTestBed other, UnaryOperator<CallHandler> change) {
        bed = other.bed;
        taps = other.taps;
        sweeper = other.sweeper;
        handler = change.apply(other.handler);
    }

    /// Returns this test bed with a seeded bug.
    ModelTestBed withBug(UnaryOperator<CallHandler> bug) {
        return new ModelTestBed(this, bug);
    }

    /// Restores the state before the first command sequence.
    void clear() {
        bed.clear();
        taps.forEach(StreamTap::skip);
        bed.clock().set(START);
        bed.ulids().forget();
    }

    Instant now() {
        return bed.clock().instant();
    }

    void wait(Duration time) {
        bed.clock().advance(time);
    }

    /// Removes expired items.
    void sweep() {
        sweeper.sweep();
    }

    /// Delivers the next records to a stream function, at most `countMax`.
    void deliver(String function, int countMax) {
        for (var tap : taps) {
            if (tap.function().equals(function)) {
                try {
                    tap.deliverNext(bed, countMax);
                } catch (AssertionError failed) {
                    throw new Difference(function, String.valueOf(failed.getMessage()), failed);
                }
            }
        }
    }

    /// Delivers all records, and those that the functions cause by processing them.
    void drain() {
        try {
            StreamTap.drain(bed, taps);
        } catch (AssertionError failed) {
            throw new Difference("stream", String.valueOf(failed.getMessage()), failed);
        }
    }

    /// Returns the response to a call. For a list, the response contains the items of all pages.
    TestResponse send(Call call, Model model) {
        var response = sendOnce(call);
        if (!call.row().pages() || response.status() != 200) {
            return response;
        }
        var limit = Integer.parseInt(call.query().getOrDefault("limit", "" + LIMIT_DEFAULT));
        var items = JsonNodeFactory.instance.arrayNode();
        for (var page = 0; page < PAGES_MAX; page++) {
            var pageItems = model.items(response.json());
            items.addAll(pageItems);
            var cursor = cursor(call, response);
            if (cursor == null) {
                return new TestResponse(200, response.headers(), object(items));
            }
            if (pageItems.size() != limit) {
                throw new Difference(
                        call.function(), "a page before the last is not full: " + response);
            }
            response = sendOnce(call.query("cursor", cursor));
            if (response.status() != 200 || model.items(response.json()).isEmpty()) {
                throw new Difference(call.function(), "a cursor led to " + response);
            }
        }
        throw new Difference(call.function(), "more than " + PAGES_MAX + " pages");
    }

    /// Lambda turns what a function throws into a 500.
    private TestResponse sendOnce(Call call) {
        try {
            return handler.send(call);
        } catch (RuntimeException thrown) {
            throw new Difference(call.function(), "the function threw " + thrown, thrown);
        }
    }

    private static JsonNode object(ArrayNode items) {
        var object = JsonNodeFactory.instance.objectNode();
        object.set("items", items);
        return object;
    }

    /// Returns the cursor of the next page, which the body and the `Link` header must agree on.
    private static @Nullable String cursor(Call call, TestResponse response) {
        var link = NEXT.matcher(response.headers().getOrDefault("link", ""));
        var linked = link.find() ? link.group(1) : null;
        if (response.json().isTextual()) {
            return linked;
        }
        var cursor = response.cursor();
        if (cursor == null ? linked != null : !cursor.equals(linked)) {
            throw new Difference(
                    call.function(), "nextCursor and the Link header differ: " + response);
        }
        return cursor;
    }

    private TestResponse sendToFunction(Call call) {
        var request = bed.as(call.caller());
        call.path().forEach(request::at);
        call.query().forEach(request::query);
        call.headers().forEach(request::header);
        if (call.admin()) {
            request.asAdmin();
        }
        var body = call.body();
        return (body == null ? request : request.body(body)).send(call.function());
    }

    @Override
    public void close() {
        bed.close();
    }
}
