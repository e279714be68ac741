package plaza.local.mapping;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a function says of a batch, where the mapping reports batch item failures.
sealed interface BatchResponse {
    /// Every record is done.
    record Success() implements BatchResponse {}

    /// No record counts as done.
    record Failure() implements BatchResponse {}

    /// Records before `index` are done; this one is not, and so none after it.
    record FailureFrom(int index) implements BatchResponse {}

    /// Reads a function's answer to `records`.
    static BatchResponse read(byte[] payload, List<StreamRecord> records) {
        JsonNode answer;
        try {
            answer = LambdaJson.MAPPER.readTree(payload);
        } catch (JsonProcessingException _) {
            return new Failure();
        } catch (IOException fault) {
            throw new IllegalStateException("bytes in memory could not be read", fault);
        }
        if (answer == null || answer.isNull() || answer.isMissingNode()) {
            return new Success();
        }
        if (!answer.isObject()) {
            return new Failure();
        }
        var failures = answer.path("batchItemFailures");
        if (failures.isMissingNode() || failures.isNull()) {
            return new Success();
        }
        if (!failures.isArray()) {
            return new Failure();
        }
        return lowest(failures, records);
    }

    private static BatchResponse lowest(JsonNode failures, List<StreamRecord> records) {
        var lowest = records.size();
        for (var failure : failures) {
            var place = place(failure.path("itemIdentifier").textValue(), records);
            if (place < 0) {
                return new Failure();
            }
            lowest = Math.min(lowest, place);
        }
        if (lowest == records.size()) {
            return new Success();
        }
        return lowest == 0 ? new Failure() : new FailureFrom(lowest);
    }

    private static int place(@Nullable String identifier, List<StreamRecord> records) {
        var number = ShardPosition.parse(identifier);
        for (var place = 0; place < records.size(); place++) {
            if (records.get(place).sequenceNumber().equals(number)) {
                return place;
            }
        }
        return -1;
    }
}
