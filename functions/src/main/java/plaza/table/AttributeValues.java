package plaza.table;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Converts lists and maps to attribute values.
final class AttributeValues {
    private AttributeValues() {}

    static AttributeValue of(List<String> texts) {
        return AttributeValue.fromL(texts.stream().map(AttributeValue::fromS).toList());
    }

    static AttributeValue of(Map<String, Long> numbersByName) {
        var numbers = new LinkedHashMap<String, AttributeValue>();
        numbersByName.forEach(
                (name, number) -> numbers.put(name, AttributeValue.fromN(Long.toString(number))));
        return AttributeValue.fromM(numbers);
    }
}
