package plaza.stream;

import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.HashMap;
import java.util.Map;

/// Converts the attribute values of a stream event, which have their own type, to those of the SDK.
final class Attributes {
    private Attributes() {}

    static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> of(
            Map<String, AttributeValue> image) {
        var attributes =
                new HashMap<
                        String, software.amazon.awssdk.services.dynamodb.model.AttributeValue>();
        image.forEach((name, value) -> attributes.put(name, of(value)));
        return attributes;
    }

    private static software.amazon.awssdk.services.dynamodb.model.AttributeValue of(
            AttributeValue value) {
        var builder = software.amazon.awssdk.services.dynamodb.model.AttributeValue.builder();
        if (value.getS() != null) {
            return builder.s(value.getS()).build();
        }
        if (value.getN() != null) {
            return builder.n(value.getN()).build();
        }
        if (value.getBOOL() != null) {
            return builder.bool(value.getBOOL()).build();
        }
        if (value.getL() != null) {
            return builder.l(value.getL().stream().map(Attributes::of).toList()).build();
        }
        if (value.getM() != null) {
            return builder.m(of(value.getM())).build();
        }
        throw new IllegalArgumentException("an attribute of a type that the table does not use");
    }
}
