package plaza.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import plaza.catalogue.HttpFunction;
import plaza.http.Request;
import plaza.local.gateway.ApiRequest;

/// Random requests of a Catalogue row: valid ones, ones with a single mistake, and noise.
final class Requests {
    private static final int CURSORS_MAX = 64;

    private static final List<String> METHODS =
            List.of("GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "get");

    private static final List<String> MEDIA_TYPES =
            List.of(
                    "application/json",
                    "application/json; charset=utf-8",
                    "APPLICATION/JSON",
                    "application/json;charset=utf-16",
                    "application/json, application/json",
                    "application/problem+json",
                    "text/html",
                    "text/html; charset=windows-1252",
                    "text/plain",
                    "application/octet-stream",
                    "multipart/form-data; boundary=x",
                    "application/x-www-form-urlencoded",
                    ";",
                    "");

    /// Numbers that parsers read differently or cannot read; some are not JSON.
    static final List<String> NUMBERS =
            List.of(
                    "0",
                    "-0",
                    "-1",
                    "00",
                    "1.0",
                    "1e0",
                    "0.1",
                    "0.005",
                    "1e2",
                    "1e400",
                    "-1e400",
                    "1e999999999",
                    "1e-999999999",
                    "1e99999999999999999999",
                    "10e2147483647",
                    "10e-2147483647",
                    "NaN",
                    "Infinity",
                    "0x10",
                    "2147483648",
                    "9223372036854775807",
                    "9223372036854775808",
                    "-9223372036854775809",
                    "1" + "0".repeat(39),
                    "1" + "0".repeat(40),
                    "1" + "0".repeat(5_000),
                    "0." + "0".repeat(37) + "1",
                    "100.000000000000000000000000000001");

    private static final List<String> PARAMETERS =
            List.of("limit", "cursor", "order", "sort", "q", "url", "strict", "type", "Limit", "");

    private static final List<String> PARAMETER_VALUES =
            List.of(
                    "1",
                    "2",
                    "100",
                    "101",
                    "0",
                    "-1",
                    "01",
                    "asc",
                    "desc",
                    "tagName",
                    "tagId",
                    "createTime",
                    "true",
                    "false",
                    "example",
                    "\"example pier\"",
                    "-example",
                    "type:link example",
                    "tag:example",
                    "example OR pier",
                    "(",
                    "*",
                    "");

    private static final List<String> HEADERS =
            List.of(
                    "idempotency-key",
                    "if-match",
                    "if-none-match",
                    "accept",
                    "cookie",
                    "content-encoding",
                    "content-length",
                    "x-amzn-trace-id",
                    "x-forwarded-for",
                    "user-agent",
                    "host",
                    "x");

    private static final List<String> HEADER_VALUES =
            List.of(
                    "*",
                    "\"*\"",
                    "\"a\"",
                    "W/\"a\"",
                    "\"",
                    "\"\"",
                    ",,,",
                    "a",
                    "k1",
                    "k2",
                    "gzip",
                    "x".repeat(255),
                    "x".repeat(256),
                    "a=b; c; =; ;",
                    "Root=1-garbage");

    private static final List<Charset> CHARSETS =
            List.of(
                    StandardCharsets.UTF_16,
                    StandardCharsets.UTF_16LE,
                    StandardCharsets.UTF_32,
                    StandardCharsets.ISO_8859_1);

    private final PopulatedBackend populated;

    /// Cursors of earlier responses, to be sent to other lists.
    private final Deque<String> cursors = new ArrayDeque<>();

    Requests(PopulatedBackend populated) {
        this.populated = populated;
    }

    void keep(String cursor) {
        cursors.addFirst(cursor);
        if (cursors.size() > CURSORS_MAX) {
            cursors.removeLast();
        }
    }

    ApiRequest next(HttpFunction row, SplittableRandom random) {
        var method =
                random.nextInt(40) == 0
                        ? METHODS.get(random.nextInt(METHODS.size()))
                        : row.method();
        var target = path(row, random);
        var query = query(row, random);
        var call = ApiRequest.of(method, query.isEmpty() ? target : target + '?' + query);
        var isImport = row.contract().bodyType() != null;
        if (isImport || !row.body().isEmpty() || random.nextInt(20) == 0) {
            if (random.nextInt(30) > 0) {
                var type =
                        random.nextInt(8) == 0
                                ? MEDIA_TYPES.get(random.nextInt(MEDIA_TYPES.size()))
                                : PopulatedBackend.contentType(row);
                call = call.with("content-type", type);
            }
            call = call.bytes(isImport ? bookmarks(random) : body(row, random));
        }
        while (random.nextInt(4) == 0) {
            call = header(call, random);
        }
        return call;
    }

    private String path(HttpFunction row, SplittableRandom random) {
        var path = row.path();
        for (var name : PopulatedBackend.parameters(row)) {
            var value =
                    switch (random.nextInt(20)) {
                        case 0 -> PopulatedBackend.encoded(HostileText.text(random));
                        case 1 -> HostileText.text(random).replace("/", "").replace("?", "");
                        case 2 -> "nothing";
                        case 3 -> PopulatedBackend.OTHER;
                        case 4 -> Integer.toString(random.nextInt(-1, 101));
                        default -> populated.pathValue(row, name);
                    };
            path = path.replace("{" + name + "}", value);
        }
        return random.nextInt(60) == 0 ? path + HostileText.text(random).replace("?", "") : path;
    }

    private String query(HttpFunction row, SplittableRandom random) {
        var pairs = new ArrayList<String>();
        PopulatedBackend.query(row)
                .forEach((name, value) -> {
                    if (random.nextInt(6) > 0) {
                        pairs.add(name + '=' + PopulatedBackend.encoded(value));
                    }
                });
        var isList = row.pages() || !PopulatedBackend.query(row).isEmpty();
        while (random.nextInt(isList ? 2 : 12) == 0) {
            var name =
                    random.nextInt(10) == 0
                            ? PopulatedBackend.encoded(HostileText.text(random))
                            : PARAMETERS.get(random.nextInt(PARAMETERS.size()));
            pairs.add(name + '=' + value(name, random));
        }
        return random.nextInt(100) == 0
                ? HostileText.text(random)
                : String.join(random.nextInt(20) == 0 ? "&&" : "&", pairs);
    }

    private String value(String name, SplittableRandom random) {
        if (name.equals("cursor") && random.nextInt(3) > 0 && !cursors.isEmpty()) {
            var cursor = List.copyOf(cursors).get(random.nextInt(cursors.size()));
            return random.nextBoolean()
                    ? cursor
                    : cursor.substring(0, random.nextInt(cursor.length()));
        }
        return switch (random.nextInt(4)) {
            case 0 -> PopulatedBackend.encoded(HostileText.text(random));
            case 1 -> HostileText.text(random).replace("&", "");
            default ->
                    PopulatedBackend.encoded(
                            PARAMETER_VALUES.get(random.nextInt(PARAMETER_VALUES.size())));
        };
    }

    private static ApiRequest header(ApiRequest call, SplittableRandom random) {
        var name = HEADERS.get(random.nextInt(random.nextBoolean() ? 3 : HEADERS.size()));
        var value =
                random.nextInt(4) == 0
                        ? HostileText.text(random)
                        : HEADER_VALUES.get(random.nextInt(HEADER_VALUES.size()));
        return call.with(name, value);
    }

    private static byte[] body(HttpFunction row, SplittableRandom random) {
        var good = PopulatedBackend.body(row, random.nextBoolean());
        var text = good.toString();
        return switch (random.nextInt(24)) {
            case 0, 1 -> utf8(raw(good, random, NUMBERS.get(random.nextInt(NUMBERS.size()))));
            case 2, 3, 4, 5 -> utf8(garbled(good, random));
            case 6 -> utf8(raw(good, random, junk(random)));
            case 7 -> utf8(without(good, random));
            case 8 -> utf8(unknown(good, random));
            case 9 -> utf8(repeated(good, random));
            case 10 -> utf8(raw(good, random, deep(random)));
            case 11 -> utf8(deep(random));
            case 12 -> HostileText.bytes(random, random.nextInt(200));
            case 13 -> broken(utf8(text), random);
            case 14 -> padded(text, Request.BODY_BYTES_MAX + random.nextInt(3) - 1);
            case 15 -> text.getBytes(CHARSETS.get(random.nextInt(CHARSETS.size())));
            case 16 -> utf8(junk(random));
            case 17 -> utf8(text + text);
            case 18 -> utf8("\uFEFF" + text);
            default -> utf8(text);
        };
    }

    private static String raw(ObjectNode good, SplittableRandom random, String value) {
        return raw(good, anyName(good, random), value);
    }

    /// Returns the body as JSON with the value of one field replaced by raw text.
    static String raw(ObjectNode good, String name, String value) {
        var changed = good.deepCopy();
        changed.put(name, "\u0001placeholder");
        return changed.toString().replace("\"\\u0001placeholder\"", value);
    }

    private static String garbled(ObjectNode good, SplittableRandom random) {
        var changed = good.deepCopy();
        changed.put(anyName(good, random), HostileText.text(random));
        return changed.toString();
    }

    private static String without(ObjectNode good, SplittableRandom random) {
        var changed = good.deepCopy();
        if (random.nextBoolean()) {
            changed.remove(anyName(good, random));
        } else {
            changed.putNull(anyName(good, random));
        }
        return changed.toString();
    }

    private static String unknown(ObjectNode good, SplittableRandom random) {
        var changed = good.deepCopy();
        var count = random.nextInt(20) == 0 ? 4_000 : 1;
        for (var number = 0; number < count; number++) {
            changed.put(HostileText.text(random) + (count > 1 ? "" + number : ""), 1);
        }
        return changed.toString();
    }

    private static String repeated(ObjectNode good, SplittableRandom random) {
        var name = anyName(good, random);
        var again = JsonNodeFactory.instance.objectNode();
        again.set(name, good.get(name));
        var first = again.toString();
        return first.substring(0, first.length() - 1)
                + (good.isEmpty() ? "" : "," + good.toString().substring(1));
    }

    private static String anyName(ObjectNode good, SplittableRandom random) {
        var names = new ArrayList<String>();
        good.fieldNames().forEachRemaining(names::add);
        return names.isEmpty() ? "a" : names.get(random.nextInt(names.size()));
    }

    private static String junk(SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> "null";
            case 1 -> "true";
            case 2 -> "[]";
            case 3 -> "{}";
            case 4 -> "[null]";
            case 5 -> "[[]]";
            case 6 -> "\"\\ud800\"";
            case 7 -> "\"\\u0000\"";
            case 8 -> "[\"" + "a\",\"".repeat(random.nextInt(2_000)) + "\"]";
            case 9 -> "'a'";
            case 10 -> "\"\\x\"";
            default -> HostileText.text(random);
        };
    }

    private static String deep(SplittableRandom random) {
        var depth = random.nextInt(2) == 0 ? 1 + random.nextInt(20) : random.nextInt(20_000);
        return random.nextBoolean()
                ? "[".repeat(depth) + "]".repeat(depth)
                : "{\"a\":".repeat(Math.min(depth, 10_000)) + "1" + "}".repeat(depth);
    }

    private static byte[] broken(byte[] bytes, SplittableRandom random) {
        if (random.nextBoolean()) {
            return Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        return bytes;
    }

    /// Returns the JSON, padded with spaces to a number of bytes.
    static byte[] padded(String text, int bytes) {
        return utf8(text + " ".repeat(Math.max(0, bytes - utf8(text).length)));
    }

    private static byte[] bookmarks(SplittableRandom random) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n");
        var entries = random.nextInt(6);
        for (var entry = 0; entry < entries; entry++) {
            var folders = random.nextInt(20) == 0 ? 70 : random.nextInt(3);
            for (var folder = 0; folder < folders; folder++) {
                file.append("<DT><H3>").append(HostileText.text(random)).append("</H3><DL><p>\n");
            }
            file.append("<DT><A HREF=\"")
                    .append(random.nextBoolean() ? "https://example.com/" : "")
                    .append(HostileText.text(random))
                    .append("\" ADD_DATE=\"")
                    .append(random.nextBoolean() ? "1700000000" : HostileText.text(random))
                    .append("\" TAGS=\"")
                    .append(random.nextBoolean() ? "pier,pier" : HostileText.text(random))
                    .append("\" DATA_ID=\"")
                    .append(HostileText.text(random))
                    .append("\">")
                    .append(HostileText.text(random))
                    .append("</A>\n");
        }
        var bytes = utf8(file.append("</DL><p>\n").toString());
        return switch (random.nextInt(12)) {
            case 0 -> broken(bytes, random);
            case 1 -> HostileText.bytes(random, random.nextInt(500));
            case 2 -> file.toString().getBytes(CHARSETS.get(random.nextInt(CHARSETS.size())));
            case 3 -> new byte[0];
            case 4 -> utf8("<DL>".repeat(random.nextInt(5_000)));
            case 5 -> utf8(file.toString().replace("DOCTYPE", "doctype").replace("\n", "\r\n"));
            default -> bytes;
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
