package plaza.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/// Generates events like those of Lambda from a seed: fields in any order, any of them missing or
/// null, with strings from all of Unicode and with unknown fields between them.
final class RandomEvents {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final int DEPTH_MAX = 3;

    private final Random random;

    RandomEvents(long seed) {
        this.random = new Random(seed);
    }

    ObjectNode httpEvent() {
        return object(
                text("version"),
                text("routeKey"),
                text("rawPath"),
                text("rawQueryString"),
                texts("cookies"),
                textsByName("headers"),
                textsByName("queryStringParameters"),
                textsByName("pathParameters"),
                textsByName("stageVariables"),
                text("body"),
                node -> node.put("isBase64Encoded", random.nextBoolean()),
                node -> node.set("requestContext", requestContext()));
    }

    private ObjectNode requestContext() {
        return object(
                text("routeKey"),
                text("accountId"),
                text("stage"),
                text("apiId"),
                text("domainName"),
                text("domainPrefix"),
                text("time"),
                node -> node.put("timeEpoch", random.nextLong()),
                text("requestId"),
                node ->
                        node.set(
                                "http",
                                object(
                                        text("method"),
                                        text("path"),
                                        text("protocol"),
                                        text("sourceIp"),
                                        text("userAgent"))),
                node -> node.set("authorizer", authorizer()));
    }

    private ObjectNode authorizer() {
        return object(node ->
                node.set(
                        "jwt",
                        object(
                                texts("scopes"),
                                textsByName("claims"),
                                inner -> inner.withObjectProperty("claims").put("exp", 1),
                                inner ->
                                        inner.withObjectProperty("claims")
                                                .put("email_verified", true))));
    }

    ObjectNode streamEvent() {
        return object(node -> {
            var records = node.putArray("Records");
            for (var count = random.nextInt(4); count > 0; count--) {
                records.add(streamRecord());
            }
        });
    }

    private ObjectNode streamRecord() {
        return object(
                text("eventID"),
                node -> node.put("eventName", pick("INSERT", "MODIFY", "REMOVE")),
                text("eventVersion"),
                text("eventSource"),
                text("eventSourceARN"),
                text("awsRegion"),
                node -> node.set("dynamodb", change()),
                node -> node.set("userIdentity", object(text("principalId"), text("type"))));
    }

    private ObjectNode change() {
        return object(
                node -> node.put("ApproximateCreationDateTime", seconds()),
                node -> node.set("Keys", attributes(0)),
                node -> node.set("NewImage", attributes(0)),
                node -> node.set("OldImage", attributes(0)),
                text("SequenceNumber"),
                node -> node.put("SizeBytes", random.nextLong()),
                node -> node.put("StreamViewType", pick("NEW_AND_OLD_IMAGES", "KEYS_ONLY")));
    }

    /// Lambda sends whole seconds; other senders send fractions.
    private double seconds() {
        return random.nextBoolean()
                ? random.nextInt(2_000_000_000)
                : random.nextLong(2_000_000_000_000L) / 1_000.0;
    }

    private ObjectNode attributes(int depth) {
        var node = NODES.objectNode();
        for (var count = random.nextInt(4); count > 0; count--) {
            node.set(string(), attribute(depth));
        }
        return node;
    }

    private ObjectNode attribute(int depth) {
        var node = NODES.objectNode();
        switch (random.nextInt(depth < DEPTH_MAX ? 10 : 8)) {
            case 0, 1 -> node.put("S", string());
            case 2 -> node.put("N", Long.toString(random.nextLong()));
            case 3 -> node.put("BOOL", random.nextBoolean());
            case 4 -> node.put("NULL", true);
            case 5 -> node.set("SS", strings());
            case 6 -> node.set("NS", NODES.arrayNode().add("1").add("-2.5"));
            case 7 -> {
                node.put("B", base64());
                node.putArray("BS").add(base64()).add(base64());
            }
            case 8 -> node.set("M", attributes(depth + 1));
            default -> {
                var list = node.putArray("L");
                for (var count = random.nextInt(3); count > 0; count--) {
                    list.add(attribute(depth + 1));
                }
            }
        }
        return node;
    }

    private String base64() {
        var bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private Consumer<ObjectNode> text(String name) {
        return node -> node.put(name, string());
    }

    private Consumer<ObjectNode> texts(String name) {
        return node -> node.set(name, strings());
    }

    private Consumer<ObjectNode> textsByName(String name) {
        return node -> {
            var texts = node.putObject(name);
            for (var count = random.nextInt(4); count > 0; count--) {
                if (random.nextInt(8) == 0) {
                    texts.putNull(string());
                } else {
                    texts.put(string(), string());
                }
            }
        };
    }

    private ArrayNode strings() {
        var array = NODES.arrayNode();
        for (var count = random.nextInt(4); count > 0; count--) {
            array.add(string());
        }
        return array;
    }

    /// A string of any characters. Surrogates come only in pairs, because UTF-8 cannot encode
    /// others.
    String string() {
        var text = new StringBuilder();
        for (var count = random.nextInt(8); count > 0; count--) {
            switch (random.nextInt(4)) {
                case 0 -> text.append((char) random.nextInt(0x80));
                case 1 -> text.append((char) (0x80 + random.nextInt(0xD700 - 0x80)));
                case 2 -> text.appendCodePoint(0x1_0000 + random.nextInt(0x1_0000));
                default -> text.append((char) ('a' + random.nextInt(26)));
            }
        }
        return text.toString();
    }

    /// An object with the fields in random order, some of them missing or null, and with unknown
    /// fields between them.
    @SafeVarargs
    private final ObjectNode object(Consumer<ObjectNode>... fields) {
        var node = NODES.objectNode();
        var order = new ArrayList<Consumer<ObjectNode>>();
        for (var field : fields) {
            order.add(field);
        }
        Collections.shuffle(order, random);
        for (var field : order) {
            if (random.nextInt(12) == 0) {
                continue;
            }
            var before = List.copyOf(node.properties());
            field.accept(node);
            if (random.nextInt(16) == 0) {
                nullNewest(node, before.size());
            }
            if (random.nextInt(6) == 0) {
                unknownField(node);
            }
        }
        return node;
    }

    private static void nullNewest(ObjectNode node, int before) {
        var newest = node.properties().stream().skip(before).findFirst();
        newest.filter(field -> !field.getValue().isBoolean() && !field.getValue().isNumber())
                // the managed runtime fails on this one
                .filter(field -> !field.getKey().equals("StreamViewType"))
                .ifPresent(field -> node.putNull(field.getKey()));
    }

    private void unknownField(ObjectNode node) {
        var name = "unknown" + random.nextInt(100);
        switch (random.nextInt(4)) {
            case 0 -> node.put(name, string());
            case 1 -> node.set(name, attributes(0));
            case 2 -> node.putArray(name).add(attributes(1)).add(1).addNull();
            default -> node.put(name, random.nextDouble());
        }
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}
