package plaza.local.emulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import plaza.text.Malformed;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Items as JSON: with DynamoDB's types (`{"pk":{"S":"u"}}`), as in streams and models, or without
/// (`{"pk":"u"}`), for readers.
public final class ItemJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /// The deepest nesting of attributes in DynamoDB.
    private static final int DEPTH_MAX = 32;

    private ItemJson() {}

    /// Returns an item with types. Its attributes are in the order of their names.
    public static ObjectNode typed(Map<String, AttributeValue> item) {
        var json = JSON.objectNode();
        new TreeMap<>(item).forEach((name, value) -> json.set(name, typed(value)));
        return json;
    }

    /// Returns a value with its type.
    public static ObjectNode typed(AttributeValue value) {
        var json = JSON.objectNode();
        switch (value.type()) {
            case S -> json.put("S", value.s());
            case N -> json.put("N", value.n());
            case B -> json.put("B", base64(value.b()));
            case BOOL -> json.put("BOOL", value.bool());
            case NUL -> json.put("NULL", true);
            case SS -> strings(json, "SS", value.ss(), text -> text);
            case NS -> strings(json, "NS", value.ns(), text -> text);
            case BS -> strings(json, "BS", value.bs(), ItemJson::base64);
            case L -> {
                var list = json.putArray("L");
                value.l().forEach(element -> list.add(typed(element)));
            }
            case M -> {
                var map = json.putObject("M");
                value.m().forEach((name, element) -> map.set(name, typed(element)));
            }
            case UNKNOWN_TO_SDK_VERSION ->
                    throw new IllegalArgumentException("an attribute of an unknown type");
        }
        return json;
    }

    private static <T> void strings(
            ObjectNode into, String type, List<T> values, Function<T, String> text) {
        var array = into.putArray(type);
        values.forEach(value -> array.add(text.apply(value)));
    }

    private static String base64(SdkBytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.asByteArray());
    }

    /// Returns an item without types. Its attributes are in the order of their names.
    public static ObjectNode plain(Map<String, AttributeValue> item) {
        var json = JSON.objectNode();
        new TreeMap<>(item).forEach((name, value) -> json.set(name, plain(value)));
        return json;
    }

    private static JsonNode plain(AttributeValue value) {
        return switch (value.type()) {
            case S -> JSON.textNode(value.s());
            case N -> JSON.numberNode(new BigDecimal(value.n()));
            case B -> JSON.textNode(base64(value.b()));
            case BOOL -> JSON.booleanNode(value.bool());
            case NUL -> JSON.nullNode();
            case SS -> list(value.ss(), JSON::textNode);
            case NS -> list(value.ns(), digits -> JSON.numberNode(new BigDecimal(digits)));
            case BS -> list(value.bs(), bytes -> JSON.textNode(base64(bytes)));
            case L -> list(value.l(), ItemJson::plain);
            case M -> plain(value.m());
            case UNKNOWN_TO_SDK_VERSION ->
                    throw new IllegalArgumentException("an attribute of an unknown type");
        };
    }

    private static <T> JsonNode list(List<T> values, Function<T, ? extends JsonNode> json) {
        var array = JSON.arrayNode();
        values.forEach(value -> array.add(json.apply(value)));
        return array;
    }

    /// Parses an item with types.
    ///
    /// @throws Malformed if `json` is not what [#typed(Map)] returns
    public static Map<String, AttributeValue> parse(JsonNode json) {
        return parseMap(json, 0);
    }

    private static Map<String, AttributeValue> parseMap(JsonNode json, int depth) {
        if (!json.isObject() || depth > DEPTH_MAX) {
            throw new Malformed("must be an object of attributes");
        }
        var attributes = new HashMap<String, AttributeValue>();
        for (var field : json.properties()) {
            attributes.put(field.getKey(), parse(field.getValue(), depth));
        }
        return attributes;
    }

    private static AttributeValue parse(JsonNode json, int depth) {
        if (!json.isObject() || json.size() != 1) {
            throw new Malformed("must have values with one type each");
        }
        var type = json.fieldNames().next();
        var value = json.get(type);
        return switch (type) {
            case "S" -> AttributeValue.fromS(text(value));
            case "N" -> AttributeValue.fromN(digits(value));
            case "B" -> AttributeValue.fromB(bytes(value));
            case "BOOL" -> AttributeValue.fromBool(flag(value));
            case "NULL" -> AttributeValue.fromNul(true);
            case "SS" -> AttributeValue.fromSs(elements(value, ItemJson::text));
            case "NS" -> AttributeValue.fromNs(elements(value, ItemJson::digits));
            case "BS" -> AttributeValue.fromBs(elements(value, ItemJson::bytes));
            case "L" -> AttributeValue.fromL(elements(value, each -> parse(each, depth + 1)));
            case "M" -> AttributeValue.fromM(parseMap(value, depth + 1));
            default -> throw new Malformed("must have values of DynamoDB's types");
        };
    }

    private static <T> List<T> elements(JsonNode array, Function<JsonNode, T> parse) {
        if (!array.isArray()) {
            throw new Malformed("must have arrays as lists and sets");
        }
        var elements = new ArrayList<T>();
        array.forEach(element -> elements.add(parse.apply(element)));
        return List.copyOf(elements);
    }

    private static boolean flag(JsonNode value) {
        if (!value.isBoolean()) {
            throw new Malformed("must have true or false as boolean values");
        }
        return value.booleanValue();
    }

    private static String text(JsonNode value) {
        if (!value.isTextual()) {
            throw new Malformed("must have texts as values");
        }
        return value.textValue();
    }

    private static String digits(JsonNode value) {
        try {
            return new BigDecimal(text(value)).toString();
        } catch (NumberFormatException _) {
            throw new Malformed("must have digits as numbers");
        }
    }

    private static SdkBytes bytes(JsonNode value) {
        try {
            return SdkBytes.fromByteArray(Base64.getDecoder().decode(text(value)));
        } catch (IllegalArgumentException _) {
            throw new Malformed("must have base64 as binary values");
        }
    }
}
