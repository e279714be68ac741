package plaza.lambda;

import static plaza.lambda.JsonReading.isArray;
import static plaza.lambda.JsonReading.isObject;
import static plaza.lambda.JsonReading.nextField;
import static plaza.lambda.JsonReading.text;
import static plaza.lambda.JsonReading.texts;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.Identity;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamViewType;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the events of a DynamoDB stream.
final class StreamEventReader {
    private StreamEventReader() {}

    static @Nullable DynamodbEvent event(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var event = new DynamodbEvent();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            if (name.equals("Records")) {
                event.setRecords(records(parser));
            } else {
                parser.skipChildren();
            }
        }
        return event;
    }

    private static @Nullable List<DynamodbStreamRecord> records(JsonParser parser)
            throws IOException {
        if (!isArray(parser)) {
            return null;
        }
        var records = new ArrayList<DynamodbStreamRecord>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            records.add(streamRecord(parser));
        }
        return records;
    }

    private static @Nullable DynamodbStreamRecord streamRecord(JsonParser parser)
            throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var streamRecord = new DynamodbStreamRecord();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "eventID" -> streamRecord.setEventID(text(parser));
                case "eventName" -> streamRecord.setEventName(text(parser));
                case "eventVersion" -> streamRecord.setEventVersion(text(parser));
                case "eventSource" -> streamRecord.setEventSource(text(parser));
                case "eventSourceARN" -> streamRecord.setEventSourceARN(text(parser));
                case "awsRegion" -> streamRecord.setAwsRegion(text(parser));
                case "dynamodb" -> streamRecord.setDynamodb(change(parser));
                case "userIdentity" -> streamRecord.setUserIdentity(identity(parser));
                default -> parser.skipChildren();
            }
        }
        return streamRecord;
    }

    private static @Nullable StreamRecord change(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var change = new StreamRecord();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "ApproximateCreationDateTime" ->
                        change.setApproximateCreationDateTime(date(parser));
                case "Keys" -> change.setKeys(attributes(parser));
                case "NewImage" -> change.setNewImage(attributes(parser));
                case "OldImage" -> change.setOldImage(attributes(parser));
                case "SequenceNumber" -> change.setSequenceNumber(text(parser));
                case "SizeBytes" -> change.setSizeBytes(number(parser));
                case "StreamViewType" -> viewType(parser, change);
                default -> parser.skipChildren();
            }
        }
        return change;
    }

    private static void viewType(JsonParser parser, StreamRecord change) throws IOException {
        var type = text(parser);
        if (type != null) {
            change.setStreamViewType(StreamViewType.fromValue(type));
        }
    }

    private static @Nullable Identity identity(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var identity = new Identity();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "principalId" -> identity.setPrincipalId(text(parser));
                case "type" -> identity.setType(text(parser));
                default -> parser.skipChildren();
            }
        }
        return identity;
    }

    /// Converts seconds with a fraction to a date. Like the managed runtime it truncates to
    /// milliseconds and reads zero as null.
    @SuppressWarnings("JavaUtilDate") // the event class uses it
    private static @Nullable Date date(JsonParser parser) throws IOException {
        var seconds = parser.getValueAsDouble();
        return seconds == 0 ? null : new Date((long) (seconds * 1_000));
    }

    private static @Nullable Long number(JsonParser parser) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_NULL ? null : parser.getValueAsLong();
    }

    private static @Nullable Map<String, AttributeValue> attributes(JsonParser parser)
            throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var attributes = new LinkedHashMap<String, AttributeValue>();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            attributes.put(name, attribute(parser));
        }
        return attributes;
    }

    private static @Nullable AttributeValue attribute(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var value = new AttributeValue();
        for (var type = nextField(parser); type != null; type = nextField(parser)) {
            switch (type) {
                case "S" -> value.setS(text(parser));
                case "N" -> value.setN(text(parser));
                case "BOOL" -> value.setBOOL(parser.getValueAsBoolean());
                case "NULL" -> value.setNULL(parser.getValueAsBoolean());
                case "M" -> value.setM(attributes(parser));
                case "L" -> value.setL(list(parser));
                case "SS" -> value.setSS(texts(parser));
                case "NS" -> value.setNS(texts(parser));
                case "B" -> value.setB(ByteBuffer.wrap(parser.getBinaryValue()));
                case "BS" -> value.setBS(binaries(parser));
                default -> parser.skipChildren();
            }
        }
        return value;
    }

    private static @Nullable List<AttributeValue> list(JsonParser parser) throws IOException {
        if (!isArray(parser)) {
            return null;
        }
        var list = new ArrayList<AttributeValue>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(attribute(parser));
        }
        return list;
    }

    private static @Nullable List<ByteBuffer> binaries(JsonParser parser) throws IOException {
        if (!isArray(parser)) {
            return null;
        }
        var binaries = new ArrayList<ByteBuffer>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            binaries.add(ByteBuffer.wrap(parser.getBinaryValue()));
        }
        return binaries;
    }
}
