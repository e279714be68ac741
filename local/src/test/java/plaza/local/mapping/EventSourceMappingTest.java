package plaza.local.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.local.mapping.ScriptedFunction.ERROR;
import static plaza.local.mapping.ScriptedFunction.OK;
import static plaza.local.mapping.ScriptedFunction.failing;
import static plaza.local.mapping.ScriptedFunction.returned;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.local.mapping.EventSourceMapping.Turn;
import plaza.local.runtime.LambdaFunction;
import plaza.local.runtime.LambdaFunction.InvocationResult;

/// One test per sentence of AWS's documentation, quoted with its page:
///
/// - *partial*: "Configuring partial batch response with DynamoDB and Lambda"
/// - *discarded*: "Retain discarded records for a DynamoDB event source in Lambda"
/// - *polling*: "Using AWS Lambda with Amazon DynamoDB"
/// - *parameters*: "Lambda parameters for Amazon DynamoDB event source mappings"
/// - *filtering*: "Control which events Lambda sends to your function", "Using event filtering with
///   a DynamoDB event source"
/// - *streams*: "Change data capture for DynamoDB Streams"
final class EventSourceMappingTest {
    private static final Instant START = Instant.parse("2019-11-14T00:13:19Z");
    private static final String SHARD = "shardId-00000001573689847184-864758bb";
    private static final int TURNS_MAX = 10_000;

    private final FakeStream stream = new FakeStream().shard(SHARD, null);
    private final Checkpoints checkpoints = Checkpoints.inMemory();
    private final FailureDestination destination = FailureDestination.inMemory();
    private Instant now = START;

    /// "Lambda checkpoints to the highest sequence number of a batch only when the batch is a
    /// complete success." (partial)
    @Test
    void successAdvancesTheCheckpointToTheHighestSequenceNumber() {
        put(3);
        run(settings(), _ -> OK);
        assertThat(checkpoint()).isEqualTo("103");
    }

    /// "Lambda treats all other results as a complete failure and retries processing the batch up
    /// to the retry limit." (partial)
    @Test
    void anErrorRetriesTheWholeBatch() {
        put(3);
        var function = run(settings().limited(2, -1), _ -> ERROR);
        assertThat(function.invocations).containsExactly(items(1, 3), items(1, 3), items(1, 3));
    }

    /// "Even when your function code returns partial batch failure responses, these responses will
    /// not be processed by Lambda unless the ReportBatchItemFailures feature is explicitly turned
    /// on for your event source mapping." (partial)
    @Test
    void failuresAreIgnoredUnlessReportingIsEnabled() {
        put(3);
        var function = run(settings(), _ -> failing("102"));
        assertThat(function.invocations).containsExactly(items(1, 3));
        assertThat(checkpoint()).isEqualTo("103");
    }

    /// "If the batchItemFailures array contains multiple items, Lambda uses the record with the
    /// lowest sequence number as the checkpoint. Lambda then retries all records starting from that
    /// checkpoint." (partial)
    @Test
    void theLowestFailedSequenceNumberIsTheCheckpoint() {
        put(5);
        var function =
                run(
                        settings().reporting(),
                        names -> names.size() == 5 ? failing("105", "103", "104") : OK);
        assertThat(function.invocations).containsExactly(items(1, 5), items(3, 5));
    }

    /// The same after a crash between the response and the retry: the records before the lowest
    /// failure are acknowledged.
    @Test
    void aCrashAfterAPartialFailureResumesAtTheCheckpoint() {
        put(5);
        var mapping = mapping(settings().reporting(), new ScriptedFunction(_ -> failing("103")));
        mapping.turn(SHARD);
        assertThat(checkpoint()).isEqualTo("102");
        var function = run(settings().reporting(), _ -> OK);
        assertThat(function.invocations).containsExactly(items(3, 5));
    }

    /// Sequence numbers have 21 to 40 digits. A shorter number is lower, whatever its first digit
    /// is.
    @Test
    void sequenceNumbersAreComparedAsNumbers() {
        var shorter = "9".repeat(21);
        var longer = "1" + "0".repeat(39);
        stream.put(SHARD, "5", START, "a")
                .put(SHARD, shorter, START, "b")
                .put(SHARD, longer, START, "c");
        var function =
                run(
                        settings().reporting(),
                        names -> names.size() == 3 ? failing(longer, shorter) : OK);
        assertThat(function.invocations.get(1)).containsExactly("b", "c");
        assertThat(new ShardPosition(shorter)).isLessThan(new ShardPosition(longer));
        assertThat(ShardPosition.parse("0007")).isEqualTo(ShardPosition.parse("7"));
    }

    /// "Lambda treats a batch as a complete success if you return any of the following: an empty
    /// batchItemFailure list, a null batchItemFailure list, an empty EventResponse, a null
    /// EventResponse." (partial)
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"batchItemFailures\":[]}",
                "{\"batchItemFailures\":null}",
                "{}",
                "null",
                ""
            })
    void anEmptyResponseIsASuccess(String payload) {
        put(3);
        var function = run(settings().reporting(), _ -> returned(payload));
        assertThat(function.invocations).hasSize(1);
        assertThat(checkpoint()).isEqualTo("103");
    }

    /// "Lambda treats a batch as a complete failure if you return any of the following: an empty
    /// string itemIdentifier, a null itemIdentifier, an itemIdentifier with a bad key name."
    /// (partial)
    ///
    /// An identifier that is not in the batch and a malformed response are failures, too, because
    /// the page states that all other results are failures.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
                "{\"batchItemFailures\":[{\"identifier\":\"102\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":\"102\"},{\"itemIdentifier\":\"999\"}]}",
                "{\"batchItemFailures\":[{\"itemIdentifier\":102}]}",
                "{\"batchItemFailures\":[null]}",
                "{\"batchItemFailures\":\"102\"}",
                "\"102\"",
                "{\"batchItem"
            })
    void aMalformedResponseIsACompleteFailure(String payload) {
        put(3);
        var first = new boolean[] {true};
        var function =
                run(
                        settings().reporting(),
                        _ -> {
                            var response = first[0] ? returned(payload) : OK;
                            first[0] = false;
                            return response;
                        });
        assertThat(function.invocations).containsExactly(items(1, 3), items(1, 3));
    }

    /// "If your invocation fails and BisectBatchOnFunctionError is turned on, the batch is bisected
    /// regardless of your ReportBatchItemFailures setting." (partial)
    @Test
    void aFailedInvocationIsBisectedWithAndWithoutReporting() {
        put(4);
        for (var settings : List.of(settings(), settings().reporting())) {
            checkpoints.put("function", SHARD, Checkpoint.TRIM_HORIZON);
            var function = run(settings.bisecting(), names -> names.size() > 2 ? ERROR : OK);
            assertThat(function.invocations).containsExactly(items(1, 4), items(1, 2), items(3, 4));
        }
    }

    /// "When a partial batch success response is received and both BisectBatchOnFunctionError and
    /// ReportBatchItemFailures are turned on, the batch is bisected at the returned sequence number
    /// and Lambda retries only the remaining records." (partial)
    @Test
    void aPartialFailureIsBisectedAtTheReturnedSequenceNumber() {
        put(6);
        var function =
                run(
                        settings().reporting().bisecting(),
                        names -> names.size() == 6 ? failing("105") : OK);
        assertThat(function.invocations).containsExactly(items(1, 6), items(5, 6));
    }

    /// "You can also configure BisectBatchOnFunctionError, which splits a failed batch into two
    /// smaller batches, isolating bad records and avoiding timeouts." (discarded)
    @Test
    void bisectionIsolatesABadRecord() {
        put(8);
        var done = new ArrayList<String>();
        run(
                settings().bisecting().limited(1, -1),
                names -> {
                    if (names.contains("item6")) {
                        return ERROR;
                    }
                    done.addAll(names);
                    return OK;
                });
        assertThat(done)
                .containsExactly("item1", "item2", "item3", "item4", "item5", "item7", "item8");
        assertThat(kept()).hasSize(1);
        assertThat(kept().getFirst().at("/DDBStreamBatchInfo/startSequenceNumber").asText())
                .isEqualTo("106");
        assertThat(kept().getFirst().at("/DDBStreamBatchInfo/batchSize").asInt()).isEqualTo(1);
    }

    /// The same with a function that reports the failed record, as Plaza's functions do: no record
    /// precedes the first one, so the batch is halved.
    @Test
    void bisectionIsolatesAReportedBadRecord() {
        put(8);
        var done = new ArrayList<String>();
        run(
                settings().reporting().bisecting().limited(1, -1),
                names -> {
                    var bad = names.indexOf("item3");
                    if (bad < 0) {
                        done.addAll(names);
                        return OK;
                    }
                    done.addAll(names.subList(0, bad));
                    return failing("103");
                });
        assertThat(done)
                .containsExactly("item1", "item2", "item4", "item5", "item6", "item7", "item8");
        assertThat(kept()).hasSize(1);
        assertThat(kept().getFirst().at("/DDBStreamBatchInfo/batchSize").asInt()).isEqualTo(1);
    }

    /// "Splitting batches doesn't consume the retry quota." (discarded)
    @Test
    void splittingDoesNotCountAsARetry() {
        put(4);
        var function =
                run(
                        settings().bisecting().limited(2, -1),
                        names -> names.contains("item1") ? ERROR : OK);
        assertThat(function.invocations)
                .containsExactly(
                        items(1, 4), // the first try
                        items(1, 2), // two splits
                        items(1, 1),
                        items(1, 1), // two retries
                        items(1, 1),
                        items(2, 2),
                        items(3, 4));
        assertThat(kept().getFirst().at("/requestContext/approximateInvokeCount").asInt())
                .isEqualTo(5);
    }

    /// "If the function is invoked but returns an error, Lambda retries until the records expire,
    /// exceed the maximum age (MaximumRecordAgeInSeconds), or reach the configured retry quota
    /// (MaximumRetryAttempts)." (discarded)
    @Test
    void retriesEndAtTheRetryQuota() {
        put(1);
        assertThat(run(settings().limited(0, -1), _ -> ERROR).invocations).hasSize(1);
        checkpoints.put("function", SHARD, Checkpoint.TRIM_HORIZON);
        assertThat(run(settings().limited(3, -1), _ -> ERROR).invocations).hasSize(4);
    }

    /// The same sentence for the age.
    @Test
    void retriesEndAtTheRecordAge() {
        put(1);
        var function =
                run(
                        settings().limited(-1, 60),
                        _ -> {
                            now = now.plusSeconds(25);
                            return ERROR;
                        });
        assertThat(function.invocations).hasSize(3);
        assertThat(kept().getFirst().at("/requestContext/condition").asText())
                .isEqualTo("RecordAgeExceeded");
    }

    /// "MaximumRetryAttempts: -1 means infinite: failed records are retried until the record
    /// expires." (parameters)
    @Test
    void withoutLimitsARecordIsRetriedUntilItSucceeds() {
        put(1);
        var tries = new int[1];
        var function = run(settings(), _ -> ++tries[0] == 500 ? OK : ERROR);
        assertThat(function.invocations).hasSize(500);
        assertThat(checkpoint()).isEqualTo("101");
    }

    /// "If a Lambda event source mapping is unable to invoke the function due to throttling or
    /// other issues, it retries until the records expire or exceed the maximum age configured on
    /// the event source mapping." (discarded)
    @Test
    void throttlingDoesNotCountAsARetry() {
        put(1);
        var tries = new int[1];
        var function =
                run(
                        settings().limited(0, -1),
                        _ -> ++tries[0] < 20 ? new InvocationResult.NotInvoked("throttled") : OK);
        assertThat(function.invocations).hasSize(20);
        assertThat(destination.keys()).isEmpty();
    }

    /// "Discard records older than the specified age": only the younger ones are sent to the
    /// function.
    @Test
    void recordsThatAreTooOldAreNotSent() {
        stream.put(SHARD, "101", START.minusSeconds(61), "old").put(SHARD, "102", START, "young");
        var function = run(settings().limited(-1, 60), _ -> OK);
        assertThat(function.invocations).containsExactly(List.of("young"));
        assertThat(kept()).hasSize(1);
        assertThat(kept().getFirst().has("responseContext")).isFalse();
        assertThat(kept().getFirst().at("/requestContext/approximateInvokeCount").asInt()).isZero();
    }

    /// "If the error handling measures fail, Lambda discards the records and continues processing
    /// batches from the stream." (discarded)
    @Test
    void processingContinuesAfterADiscard() {
        put(4);
        var function =
                run(
                        settings().batching(2, Duration.ZERO).limited(0, -1),
                        names -> names.contains("item1") ? ERROR : OK);
        assertThat(function.invocations).containsExactly(items(1, 2), items(3, 4));
        assertThat(checkpoint()).isEqualTo("104");
    }

    /// "With the default settings, this means that a bad record can block processing on the
    /// affected shard": no later record is processed before it. (discarded)
    @Test
    void noRecordOvertakesAFailedRecord() {
        put(4);
        var function = new ScriptedFunction(names -> names.contains("item1") ? ERROR : OK);
        var mapping = mapping(settings().batching(2, Duration.ZERO), function);
        for (var turn = 0; turn < 50; turn++) {
            mapping.turn(SHARD);
            now = now.plusSeconds(1);
        }
        assertThat(function.invocations).hasSizeGreaterThan(10);
        assertThat(function.invocations).allMatch(items(1, 2)::equals);
    }

    /// "Each record sent to the destination is a JSON document containing metadata about the failed
    /// invocation. For Amazon S3 destinations, Lambda also sends the entire invocation record along
    /// with the metadata." (discarded)
    ///
    /// The fields are those of the example on the page.
    @Test
    void theInvocationRecordHasTheDocumentedFields() throws Exception {
        put(2);
        run(settings().limited(0, -1), _ -> ERROR);
        var record = kept().getFirst();
        assertThat(names(record))
                .containsExactly(
                        "requestContext",
                        "responseContext",
                        "version",
                        "timestamp",
                        "DDBStreamBatchInfo",
                        "payload");
        assertThat(names(record.path("requestContext")))
                .containsExactly("requestId", "functionArn", "condition", "approximateInvokeCount");
        assertThat(record.at("/requestContext/condition").asText())
                .isEqualTo("RetryAttemptsExhausted");
        assertThat(record.at("/requestContext/functionArn").asText()).endsWith(":function");
        assertThat(record.path("responseContext"))
                .isEqualTo(
                        LambdaJson.MAPPER.readTree(
                                """
                                {"statusCode":200,"executedVersion":"$LATEST","functionError":"Unhandled"}
                                """));
        assertThat(record.path("version").asText()).isEqualTo("1.0");
        assertThat(record.path("timestamp").asText()).isEqualTo("2019-11-14T00:13:19Z");
        assertThat(record.path("DDBStreamBatchInfo"))
                .isEqualTo(
                        LambdaJson.MAPPER.readTree(
                                """
                                {"shardId":"%s","startSequenceNumber":"101","endSequenceNumber":"102",
                                "approximateArrivalOfFirstRecord":"2019-11-14T00:13:19Z",
                                "approximateArrivalOfLastRecord":"2019-11-14T00:13:19Z",
                                "batchSize":2,"streamArn":"%s"}
                                """
                                        .formatted(SHARD, FakeStream.ARN)));
        var payload = LambdaJson.MAPPER.readTree(record.path("payload").asText());
        assertThat(payload.at("/Records/1/dynamodb/NewImage/n/N").asText()).isEqualTo("7");
        assertThat(payload.path("Records")).hasSize(2);
    }

    /// "The S3 object containing the invocation record uses the following naming convention:
    /// aws/lambda/<ESM-UUID>/<shardID>/YYYY/MM/DD/YYYY-MM-DDTHH.MM.SS-<Random UUID>" (discarded)
    @Test
    void theKeyOfAnInvocationRecordHasTheDocumentedForm() {
        put(1);
        run(settings().limited(0, -1), _ -> ERROR);
        assertThat(destination.keys().getFirst())
                .matches(
                        "aws/lambda/[0-9a-f-]{36}/"
                                + SHARD
                                + "/2019/11/14/2019-11-14T00\\.13\\.19-[0-9a-f-]{36}");
    }

    /// If the destination fails, the records are not discarded: the checkpoint stays before them.
    @Test
    void recordsAreNotDiscardedIfTheDestinationFails() {
        put(2);
        var function = new ScriptedFunction(_ -> ERROR);
        var mapping =
                new EventSourceMapping(
                        settings().limited(0, -1).build(),
                        stream,
                        function,
                        checkpoints,
                        new FailureDestination() {
                            @Override
                            public void put(String key, String json) {
                                throw new IllegalStateException("the bucket does not respond");
                            }

                            @Override
                            public List<String> keys() {
                                return List.of();
                            }

                            @Override
                            public String read(String key) {
                                return "";
                            }

                            @Override
                            public void delete(String key) {}
                        },
                        () -> now);
        assertThatThrownBy(() -> mapping.turn(SHARD)).hasMessageContaining("bucket");
        assertThat(checkpoint()).isEqualTo("none");
        assertThatThrownBy(() -> mapping.turn(SHARD)).hasMessageContaining("bucket");
        assertThat(function.invocations).containsExactly(items(1, 2), items(1, 2));
    }

    /// "By default, Lambda invokes your function as soon as records are available. If the batch
    /// that Lambda reads from the event source has only one record in it, Lambda sends only one
    /// record to the function." (polling)
    @Test
    void withoutAWindowASingleRecordIsSentImmediately() {
        put(1);
        var function = new ScriptedFunction(_ -> OK);
        mapping(settings().batching(100, Duration.ZERO), function).turn(SHARD);
        assertThat(function.invocations).containsExactly(items(1, 1));
    }

    /// "Before invoking the function, Lambda continues to read records from the event source until
    /// it has gathered a full batch, the batching window expires, or the batch reaches the payload
    /// limit of 6 MB." (polling), for the window.
    @Test
    void recordsAreCollectedUntilTheWindowExpires() {
        put(1);
        var function = new ScriptedFunction(_ -> OK);
        var mapping = mapping(settings().batching(100, Duration.ofSeconds(5)), function);
        assertThat(mapping.turn(SHARD)).isEqualTo(new Turn.Waiting(START.plusSeconds(5)));
        now = START.plusSeconds(4);
        stream.put(SHARD, "102", now, "item2");
        assertThat(mapping.turn(SHARD)).isEqualTo(new Turn.Waiting(START.plusSeconds(5)));
        assertThat(function.invocations).isEmpty();
        now = START.plusSeconds(5);
        mapping.turn(SHARD);
        assertThat(function.invocations).containsExactly(items(1, 2));
    }

    /// The same sentence for the full batch.
    @Test
    void aFullBatchDoesNotWaitForTheWindow() {
        put(5);
        var function = new ScriptedFunction(_ -> OK);
        var mapping = mapping(settings().batching(2, Duration.ofSeconds(5)), function);
        mapping.turn(SHARD);
        mapping.turn(SHARD);
        assertThat(function.invocations).containsExactly(items(1, 2), items(3, 4));
        assertThat(mapping.turn(SHARD)).isInstanceOf(Turn.Waiting.class);
    }

    /// The same sentence for the payload limit.
    @Test
    void aBatchStaysBelowThePayloadLimit() {
        for (var item = 1; item <= 20; item++) {
            stream.put(SHARD, "" + (100 + item), START, "x".repeat(400 * 1024) + item);
        }
        var sizes = new ArrayList<Integer>();
        LambdaFunction function =
                event -> {
                    sizes.add(event.length);
                    return OK;
                };
        drain(mapping(settings(), function));
        assertThat(sizes).hasSizeGreaterThan(1);
        assertThat(sizes).allMatch(size -> size <= EventSourceMapping.PAYLOAD_BYTES_MAX);
    }

    /// "If you configure a batching window, the next window begins as soon as the previous function
    /// invocation completes." ("How Lambda processes records from stream and queue-based event
    /// sources")
    @Test
    void theNextWindowBeginsWhenAnInvocationCompletes() {
        put(1);
        var function =
                new ScriptedFunction(_ -> {
                    now = now.plusSeconds(3);
                    return OK;
                });
        var mapping = mapping(settings().batching(100, Duration.ofSeconds(5)), function);
        now = START.plusSeconds(5);
        mapping.turn(SHARD);
        now = START.plusSeconds(10);
        mapping.turn(SHARD);
        var completed = now;
        stream.put(SHARD, "102", now, "item2");
        assertThat(mapping.turn(SHARD)).isEqualTo(new Turn.Waiting(completed.plusSeconds(5)));
    }

    /// "Lambda event source mappings process each event at least once, and duplicate processing of
    /// records can occur." ("How Lambda processes records …"): a crash between the invocation and
    /// the checkpoint repeats the batch.
    @Test
    void aCrashBeforeTheCheckpointRepeatsTheBatch() {
        put(2);
        var worked = new ScriptedFunction(_ -> OK);
        var crashing =
                new EventSourceMapping(
                        settings().build(),
                        stream,
                        worked,
                        failingCheckpoints(),
                        destination,
                        () -> now);
        assertThatThrownBy(() -> crashing.turn(SHARD)).hasMessage("crash");
        assertThat(worked.invocations).containsExactly(items(1, 2));
        assertThat(run(settings(), _ -> OK).invocations).containsExactly(items(1, 2));
    }

    /// "Because shards have a lineage (parent and children), an application must always process a
    /// parent shard before it processes a child shard." (streams)
    @Test
    void parentsAreReadBeforeTheirChildren() {
        stream.put(SHARD, "101", START, "item1").close(SHARD);
        stream.shard("left", SHARD).put("left", "102", START, "item2");
        stream.shard("right", SHARD).put("right", "103", START, "item3");
        var function = new ScriptedFunction(_ -> OK);
        var mapping = mapping(settings(), function);
        assertThat(mapping.readable()).containsExactly(SHARD);
        while (!(mapping.turn(SHARD) instanceof Turn.Complete)) {
            assertThat(mapping.readable()).containsExactly(SHARD);
        }
        assertThat(mapping.readable()).containsExactly("left", "right");
        drain(mapping);
        assertThat(function.invocations).containsExactly(items(1, 1), items(2, 2), items(3, 3));
    }

    /// The same if the parent's last record fails: its children wait.
    @Test
    void childrenWaitForTheRetriesOfTheirParent() {
        stream.put(SHARD, "101", START, "item1").close(SHARD);
        stream.shard("child", SHARD).put("child", "102", START, "item2");
        var mapping = mapping(settings(), new ScriptedFunction(_ -> ERROR));
        for (var turn = 0; turn < 20; turn++) {
            mapping.turn(SHARD);
            now = now.plusSeconds(5);
            assertThat(mapping.readable()).containsExactly(SHARD);
        }
    }

    /// "TRIM_HORIZON – process all records in the stream, starting from the oldest", even if the
    /// parent of the oldest shard no longer exists. (polling)
    @Test
    void aStreamIsReadFromItsOldestRecord() {
        stream.put(SHARD, "101", START, "item1").close(SHARD);
        stream.shard("child", SHARD).put("child", "102", START, "item2");
        stream.remove(SHARD);
        var function = run(settings(), _ -> OK);
        assertThat(function.invocations).containsExactly(items(2, 2));
    }

    /// A complete shard stays complete after a restart of the mapping.
    @Test
    void aCompleteShardIsNotReadAgain() {
        put(2);
        stream.close(SHARD).shard("child", SHARD).put("child", "103", START, "item3");
        run(settings(), _ -> OK);
        assertThat(run(settings(), _ -> OK).invocations).isEmpty();
    }

    /// "If none of your filters are satisfied, Lambda discards the record." (filtering) It is not
    /// read again.
    @Test
    void aFilteredRecordIsSkipped() {
        put(4);
        var function = run(settings().filtering(List.of(named("item2"))), _ -> OK);
        assertThat(function.invocations).containsExactly(items(2, 2));
        assertThat(checkpoint()).isEqualTo("104");
        var nothing = mapping(settings().filtering(List.of(named("other"))), function);
        checkpoints.put("function", SHARD, Checkpoint.TRIM_HORIZON);
        drain(nothing);
        assertThat(function.invocations).hasSize(1);
        assertThat(checkpoint()).isEqualTo("104");
    }

    /// "Your filters are logically ORed together. If a record from your event source satisfies one
    /// or more of your filters, Lambda includes the record in the next event it sends to your
    /// function." (filtering)
    @Test
    void aRecordPassesIfOneFilterMatches() {
        put(4);
        var function = run(settings().filtering(List.of(named("item2"), named("item4"))), _ -> OK);
        assertThat(function.invocations).containsExactly(List.of("item2", "item4"));
    }

    /// "By default, you can define up to five different filters for a single event source mapping."
    /// (filtering)
    @Test
    void aSixthFilterIsRejected() {
        var six = IntStream.range(0, 6).mapToObj(item -> named("item" + item)).toList();
        assertThat(new EventFilter(six.subList(0, 5))).isNotNull();
        assertThatThrownBy(() -> new EventFilter(six)).hasMessageContaining("quota");
    }

    /// "The Exists operator only works on leaf nodes in your event source JSON. It doesn't match
    /// intermediate nodes." (filtering)
    @Test
    void existsMatchesOnlyLeafNodes() {
        put(1);
        assertThat(passes("{\"dynamodb\":{\"NewImage\":{\"n\":{\"N\":[{\"exists\":true}]}}}}"))
                .isTrue();
        assertThat(passes("{\"dynamodb\":{\"NewImage\":{\"n\":[{\"exists\":true}]}}}")).isFalse();
        assertThat(passes("{\"dynamodb\":{\"OldImage\":{\"n\":{\"N\":[{\"exists\":false}]}}}}"))
                .isTrue();
    }

    /// DynamoDB's numbers are strings in the event, so numeric rules do not match them and text
    /// rules do.
    @Test
    void numbersAreFilteredAsText() {
        put(1);
        assertThat(
                        passes(
                                "{\"dynamodb\":{\"NewImage\":{\"n\":{\"N\":[{\"numeric\":[\"=\",7]}]}}}}"))
                .isFalse();
        assertThat(passes("{\"dynamodb\":{\"NewImage\":{\"n\":{\"N\":[\"7\"]}}}}")).isTrue();
    }

    /// "To properly filter events from DynamoDB sources, […] your filter criteria for the data
    /// field must be in valid JSON format." (filtering)
    @Test
    void aMalformedFilterIsRejected() {
        assertThatThrownBy(() -> new EventFilter(List.of("{\"dynamodb\":")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /// "BatchSize: Maximum: 10,000 […] MaximumRetryAttempts: Minimum: 0, Maximum: 10,000 […]
    /// MaximumRecordAgeInSeconds: Minimum: -1, Maximum: 604,800" (parameters)
    @Test
    void parametersOutsideLambdasRangesAreRejected() {
        assertThatThrownBy(() -> settings().batching(10_001, Duration.ZERO).build())
                .hasMessageContaining("batch size");
        assertThatThrownBy(() -> settings().limited(10_001, -1).build())
                .hasMessageContaining("retry");
        assertThatThrownBy(() -> settings().limited(-1, 604_801).build())
                .hasMessageContaining("age");
        assertThatThrownBy(() -> settings().limited(-1, 59).build()).hasMessageContaining("age");
        assertThatThrownBy(() -> settings().batching(1, Duration.ofSeconds(301)).build())
                .hasMessageContaining("window");
    }

    /// A temporary failure of the stream loses no record and repeats no acknowledged record.
    @Test
    void readingContinuesAfterTheStreamFails() {
        put(2);
        var function = new ScriptedFunction(_ -> OK);
        var mapping = mapping(settings(), function);
        stream.broken = true;
        assertThatThrownBy(() -> mapping.turn(SHARD)).hasMessageContaining("does not respond");
        stream.broken = false;
        drain(mapping);
        assertThat(function.invocations).containsExactly(items(1, 2));
    }

    /// With random failures and random settings, every record that passes the filters is processed,
    /// or stored with its payload, or both. Records are processed for the first time in their
    /// order.
    @Test
    void everyRecordIsProcessedOrStored() {
        for (var seed = 1; seed <= 300; seed++) {
            var random = new Random(seed);
            var many = new FakeStream(1 + random.nextInt(7)).shard("a", null);
            var shardId = "a";
            var number = 100;
            for (var item = 0; item < 40; item++) {
                if (random.nextInt(12) == 0) {
                    many.close(shardId).shard(shardId + "a", shardId);
                    shardId += "a";
                }
                number += 1 + random.nextInt(1_000);
                many.put(shardId, "" + number, START, "item" + item);
            }
            var settings = settings().batching(1 + random.nextInt(9), Duration.ZERO);
            settings = random.nextBoolean() ? settings.bisecting() : settings;
            settings = random.nextBoolean() ? settings.reporting() : settings;
            var drawn = settings.limited(random.nextInt(4), -1).build();
            var first = new ArrayList<String>();
            var own = Checkpoints.inMemory();
            var kept = FailureDestination.inMemory();
            var poison = "item" + random.nextInt(40);
            LambdaFunction function =
                    event -> {
                        var records = records(event);
                        for (var record : records) {
                            var name = record.at("/dynamodb/Keys/pk/S").asText();
                            if (name.equals(poison) || random.nextInt(20) == 0) {
                                return random.nextBoolean()
                                        ? failing(record.at("/dynamodb/SequenceNumber").asText())
                                        : ERROR;
                            }
                            if (!first.contains(name)) {
                                first.add(name);
                            }
                        }
                        return random.nextInt(20) == 0 ? ERROR : OK;
                    };
            for (var crash = 0; crash < 3; crash++) {
                var mapping = new EventSourceMapping(drawn, many, function, own, kept, () -> now);
                for (var turn = 0; turn < 15; turn++) {
                    mapping.readable().forEach(mapping::turn);
                    now = now.plusSeconds(5);
                }
            }
            drain(new EventSourceMapping(drawn, many, function, own, kept, () -> now));
            assertThat(first).as("order, seed %s", seed).isSortedAccordingTo(this::byNumber);
            var all = new ArrayList<>(first);
            for (var key : kept.keys()) {
                for (var record : records(payload(Objects.requireNonNull(kept.read(key))))) {
                    all.add(record.at("/dynamodb/Keys/pk/S").asText());
                }
            }
            if (drawn.reportsBatchItemFailures()) {
                // otherwise a reported failure counts as a success, as documented
                assertThat(all)
                        .as("complete, seed %s", seed)
                        .containsAll(
                                IntStream.range(0, 40).mapToObj(item -> "item" + item).toList());
            }
        }
    }

    private int byNumber(String one, String other) {
        return Integer.compare(
                Integer.parseInt(one.substring(4)), Integer.parseInt(other.substring(4)));
    }

    private static byte[] payload(String json) {
        try {
            return LambdaJson.MAPPER
                    .readTree(json)
                    .path("payload")
                    .asText()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException fault) {
            throw new AssertionError(fault);
        }
    }

    private static List<JsonNode> records(byte[] event) {
        try {
            var records = new ArrayList<JsonNode>();
            LambdaJson.MAPPER.readTree(event).path("Records").forEach(records::add);
            return records;
        } catch (IOException fault) {
            throw new AssertionError(fault);
        }
    }

    private static MappingSettings.Builder settings() {
        return MappingSettings.of("function");
    }

    private static String named(String name) {
        return "{\"dynamodb\":{\"Keys\":{\"pk\":{\"S\":[\"%s\"]}}}}".formatted(name);
    }

    private boolean passes(String pattern) {
        return new EventFilter(List.of(pattern))
                .passes(stream.read(SHARD, null).records().getFirst());
    }

    private void put(int count) {
        for (var item = 1; item <= count; item++) {
            stream.put(SHARD, "" + (100 + item), START, "item" + item);
        }
    }

    private static List<String> items(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(item -> "item" + item).toList();
    }

    private String checkpoint() {
        var after = checkpoints.get("function", SHARD).after();
        return after == null ? "none" : after.digits();
    }

    private EventSourceMapping mapping(MappingSettings.Builder settings, LambdaFunction function) {
        return new EventSourceMapping(
                settings.build(), stream, function, checkpoints, destination, () -> now);
    }

    private ScriptedFunction run(
            MappingSettings.Builder settings, Function<List<String>, InvocationResult> script) {
        var function = new ScriptedFunction(script);
        drain(mapping(settings, function));
        return function;
    }

    /// Calls `turn` until no shard has work. Time advances only when the mapping waits for it.
    private void drain(EventSourceMapping mapping) {
        for (var turn = 0; turn < TURNS_MAX; turn++) {
            var busy = false;
            for (var shardId : mapping.readable()) {
                switch (mapping.turn(shardId)) {
                    case Turn.Worked _, Turn.Complete _ -> busy = true;
                    case Turn.Waiting(var until) -> {
                        busy = true;
                        now = now.isBefore(until) ? until : now;
                    }
                    case Turn.Idle _ -> {}
                }
            }
            if (!busy) {
                return;
            }
        }
        throw new AssertionError("not drained after " + TURNS_MAX + " turns");
    }

    private List<JsonNode> kept() {
        return destination.keys().stream()
                .map(key -> Objects.requireNonNull(destination.read(key)))
                .map(json -> {
                    try {
                        return LambdaJson.MAPPER.readTree(json);
                    } catch (JsonProcessingException fault) {
                        throw new AssertionError(fault);
                    }
                })
                .toList();
    }

    private static List<String> names(JsonNode json) {
        return json.properties().stream().map(Map.Entry::getKey).toList();
    }

    private Checkpoints failingCheckpoints() {
        return new Checkpoints() {
            @Override
            public Checkpoint get(String mapping, String shardId) {
                return checkpoints.get(mapping, shardId);
            }

            @Override
            public void put(String mapping, String shardId, Checkpoint checkpoint) {
                throw new IllegalStateException("crash");
            }

            @Override
            public void retain(String mapping, Collection<String> shardIds) {}
        };
    }
}
