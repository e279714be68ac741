package plaza.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.local.emulator.Emulator;
import plaza.local.mapping.ExpiredItems;
import plaza.local.mapping.TtlSweeper;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// The real handlers and the real table, on which one story after the other is told: always from
/// the same time of day, on an empty table.
final class ModelTestBed implements AutoCloseable {
    static final Instant OPENING = Instant.parse("2026-11-20T10:00:00Z");

    private static final Pattern NEXT = Pattern.compile("<[^>]*[?&]cursor=([^&>]+)>; rel=\"next\"");
    private static final int PAGES_MAX = 1_000;
    private static final int LIMIT_DEFAULT = 50;

    /// What sends one request to its handler.
    interface Handlers {
        TestResponse send(Call call);
    }

    private final TestBed bed;
    private final Delivery delivery;
    private final TtlSweeper sweeper;
    private final Handlers handlers;

    ModelTestBed() {
        bed = new TestBed();
        delivery = new Delivery(bed);
        sweeper =
                new TtlSweeper(
                        bed.emulator().client(),
                        Emulator.TABLE,
                        ExpiredItems.inMemory(),
                        bed.clock());
        handlers = this::send;
    }

    private ModelTestBed(ModelTestBed other, UnaryOperator<Handlers> changed) {
        bed = other.bed;
        delivery = other.delivery;
        sweeper = other.sweeper;
        handlers = changed.apply(other.handlers);
    }

    /// The same stage with something wrong about the handlers.
    ModelTestBed flawed(UnaryOperator<Handlers> changed) {
        return new ModelTestBed(this, changed);
    }

    /// Makes everything as it was before the first story.
    void clear() {
        bed.clear();
        delivery.forget();
        bed.clock().set(OPENING);
        bed.postIds().forget();
    }

    Instant now() {
        return bed.clock().instant();
    }

    void wait(Duration time) {
        bed.clock().advance(time);
    }

    void sweep() {
        sweeper.sweep();
    }

    Delivery delivery() {
        return delivery;
    }

    /// The answer to a call; of a list, all items of all pages.
    TestResponse answer(Call call) {
        var reply = asked(call);
        if (!call.row().pages() || reply.status() != 200) {
            return reply;
        }
        var limit = Integer.parseInt(call.query().getOrDefault("limit", "" + LIMIT_DEFAULT));
        var items = JsonNodeFactory.instance.arrayNode();
        for (var page = 0; page < PAGES_MAX; page++) {
            var shown = items(reply);
            items.addAll(shown);
            var cursor = next(call, reply);
            if (cursor == null) {
                return new TestResponse(200, reply.headers(), object(items));
            }
            if (shown.size() != limit) {
                throw new Difference(
                        call.function(), "a page that is not the last is not full: " + reply);
            }
            reply = asked(call.query("cursor", cursor));
            if (reply.status() != 200 || items(reply).isEmpty()) {
                throw new Difference(call.function(), "a cursor led to " + reply);
            }
        }
        throw new Difference(call.function(), "the pages never end");
    }

    /// What a handler throws is answered with a 500.
    private TestResponse asked(Call call) {
        try {
            return handlers.send(call);
        } catch (RuntimeException fault) {
            throw new Difference(call.function(), "failed: " + fault, fault);
        }
    }

    private static JsonNode object(ArrayNode items) {
        var object = JsonNodeFactory.instance.objectNode();
        object.set("items", items);
        return object;
    }

    private static ArrayNode items(TestResponse reply) {
        return reply.json().isTextual()
                ? BookmarksPage.items(reply.json().asText())
                : reply.json().path("items") instanceof ArrayNode items
                        ? items
                        : JsonNodeFactory.instance.arrayNode();
    }

    /// The body and the `Link` header must say the same of what follows.
    private static @Nullable String next(Call call, TestResponse reply) {
        var link = NEXT.matcher(reply.headers().getOrDefault("link", ""));
        var linked = link.find() ? link.group(1) : null;
        if (reply.json().isTextual()) {
            return linked;
        }
        var cursor = reply.cursor();
        if (cursor == null ? linked != null : !cursor.equals(linked)) {
            throw new Difference(call.function(), "body and link differ: " + reply);
        }
        return cursor;
    }

    private TestResponse send(Call call) {
        var sent = bed.as(call.caller());
        call.path().forEach(sent::at);
        call.query().forEach(sent::query);
        call.headers().forEach(sent::header);
        if (call.admin()) {
            sent.asAdmin();
        }
        var body = call.body();
        return (body == null ? sent : sent.body(body)).send(call.function());
    }

    @Override
    public void close() {
        bed.close();
    }
}
