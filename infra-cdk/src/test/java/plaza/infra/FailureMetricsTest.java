package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.LambdaRuntime;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.StreamRecord;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PublicFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.context.Declarations;
import plaza.dynamodb.DynamoDbTable;
import plaza.event.StreamRules;
import plaza.http.Http;
import plaza.http.Problem;
import plaza.http.Response;
import plaza.log.Log;
import plaza.stream.AggregateCounts;
import plaza.stream.FanOut;
import plaza.stream.SliceLimit;
import plaza.table.Retry;
import plaza.table.Unavailable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Compares the metrics that a failing function emits with those that the alarms of the stack and
/// [WatchRelease] read.
final class FailureMetricsTest {
    /// The stage of a process without the environment variable [Log#STAGE_VARIABLE].
    private static final String STAGE = "local";

    /// The words of the query language
    /// (<https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax.html>).
    private static final Set<String> WORDS_OF_INSIGHTS =
            Set.of(
                    "fields",
                    "filter",
                    "stats",
                    "sort",
                    "by",
                    "asc",
                    "desc",
                    "and",
                    "or",
                    "like",
                    "count",
                    "sum",
                    "avg",
                    "max",
                    "pct",
                    "ispresent");

    private final Template template = Template.real();

    /// It never sends a request, because the functions fail before they use it.
    @AutoClose
    private static final DynamoDbClient CLIENT =
            DynamoDbClient.builder()
                    .endpointOverride(URI.create("http://127.0.0.1:1"))
                    .region(Region.US_EAST_1)
                    .credentialsProvider(AnonymousCredentialsProvider.create())
                    .build();

    private final DynamoDbTable table = new DynamoDbTable(CLIENT, "none", Retry.standard());

    private final Map<String, RequestHandler<DynamodbEvent, StreamsEventResponse>> streams =
            Map.of(
                    "AggregateCounts",
                    new AggregateCounts(
                            table,
                            Clock.systemUTC(),
                            Retry.Pause.REAL,
                            Declarations.registered().countedEdges()),
                    "FanOut",
                    new FanOut(
                            table,
                            Clock.systemUTC(),
                            Retry.Pause.REAL,
                            SliceLimit.STANDARD,
                            new StreamRules(List.of())));

    private final WatchReleaseMachine watch = WatchReleaseMachine.in(template);

    @Test
    void aBatchWithAFailedRecordIsCountedForItsFunction() {
        streams.forEach((name, function) -> {
            var failed = line(() -> function.handleRequest(poison(), new Invocation(name)));
            assertThat(watched(name, failed)).as(name).isTrue();
            assertThat(alarmed(name + "ErrorsAlarm", failed)).as(name).isTrue();
            assertThat(watched("CreatePost", failed)).as(name).isFalse();
            var empty = new DynamodbEvent();
            empty.setRecords(List.of());
            var processed = line(() -> function.handleRequest(empty, new Invocation(name)));
            assertThat(watched(name, processed)).as(name).isFalse();
            assertThat(alarmed(name + "ErrorsAlarm", processed)).as(name).isFalse();
        });
    }

    @Test
    void aResponseOf5xxIsAFailureOfTheNewVersion() {
        for (var kind : Problem.Kind.values()) {
            assertThat(responds(() -> Response.of(Problem.of(kind, "It failed."))))
                    .as(kind.name())
                    .isEqualTo(kind.status() >= 500);
        }
        assertThat(
                        responds(() -> {
                            throw new Unavailable(new IllegalStateException());
                        }))
                .isTrue();
    }

    /// `RunbookTest` runs the queries of the page on lines of the local system.
    @Test
    void everyFieldOfASavedQueryIsInALine() throws IOException {
        var fields = new TreeSet<String>(List.of("@timestamp"));
        var lines = new ArrayList<String>();
        var _ =
                Log.to(
                        lines::add,
                        () ->
                                Objects.requireNonNull(streams.get("FanOut"))
                                        .handleRequest(poison(), new Invocation("FanOut")));
        var _ =
                Log.to(
                        lines::add,
                        () ->
                                Http.handle(
                                        eventOfAnn(),
                                        new Invocation("CreatePost"),
                                        _ ->
                                                Response.of(
                                                        Problem.of(
                                                                Problem.Kind.UNAVAILABLE, "x"))));
        lines.add(
                template.only("AWS::ApiGatewayV2::Stage").at("/AccessLogSettings/Format").asText());
        lines.forEach(line -> Template.parse(line).fieldNames().forEachRemaining(fields::add));
        var page =
                Files.readString(Path.of("../docs/operations/runbook.md")).replaceAll("\\s+", " ");
        Pattern.compile("`filter [^|`]+ \\| stats count\\(\\) by ([^`]+)`")
                .matcher(page)
                .results()
                .forEach(query -> fields.addAll(List.of(query.group(1).split(", ", -1))));

        var queries = template.resources("AWS::Logs::QueryDefinition").values();
        assertThat(queries).hasSize(6);
        for (var query : queries) {
            var properties = query.get("Properties");
            var name = properties.get("Name").asText();
            assertThat(name).startsWith("Plaza-prod/");
            assertThat(page).contains("| " + name.substring("Plaza-prod/".length()) + " |");
            var text =
                    properties
                            .get("QueryString")
                            .asText()
                            .replaceAll("\"[^\"]*\"", "")
                            .replaceAll(" as \\w+", "")
                            .replaceAll("sort \\w+", "");
            var words =
                    Pattern.compile("@?\\b[A-Za-z_]\\w*")
                            .matcher(text)
                            .results()
                            .map(MatchResult::group)
                            .filter(word -> !WORDS_OF_INSIGHTS.contains(word))
                            .toList();
            assertThat(fields).as(name).containsAll(words);
        }
    }

    /// The number of metrics that an invocation of a function with an event without work emits.
    static int metricsWithoutWork(FunctionRow row) {
        var context = new Invocation(row.name());
        var empty = new DynamodbEvent();
        empty.setRecords(List.of());
        return switch (row) {
            case HttpFunction _ ->
                    emitted(
                                    line(() ->
                                            Http.handle(
                                                    new APIGatewayV2HTTPEvent(),
                                                    context,
                                                    _ -> Response.noContent())))
                            .size();
            case StreamFunction _ ->
                    emitted(
                                    line(() ->
                                            Objects.requireNonNull(
                                                            new FailureMetricsTest()
                                                                    .streams.get(row.name()))
                                                    .handleRequest(empty, context)))
                            .size();
            case PublicFunction _, ScheduledFunction _ -> 0;
        };
    }

    private boolean responds(Supplier<Response> response) {
        var line =
                line(() ->
                        Http.handle(
                                eventOfAnn(), new Invocation("CreatePost"), _ -> response.get()));
        return watched("CreatePost", line);
    }

    private static APIGatewayV2HTTPEvent eventOfAnn() {
        var jwt = new JWT();
        jwt.setClaims(Map.of("sub", "ann"));
        var authorizer = new Authorizer();
        authorizer.setJwt(jwt);
        var request = new RequestContext();
        request.setAuthorizer(authorizer);
        var event = new APIGatewayV2HTTPEvent();
        event.setRequestContext(request);
        return event;
    }

    /// The context of an invocation of version 7.
    private record Invocation(String functionName) implements Context {
        @Override
        public String getFunctionName() {
            return functionName;
        }

        @Override
        public String getFunctionVersion() {
            return "7";
        }

        @Override
        public String getAwsRequestId() {
            return "";
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
        }

        @Override
        @SuppressWarnings("NullAway") // the interface predates null annotations
        public CognitoIdentity getIdentity() {
            return null;
        }

        @Override
        @SuppressWarnings("NullAway") // as above
        public ClientContext getClientContext() {
            return null;
        }

        @Override
        public int getRemainingTimeInMillis() {
            return 30_000;
        }

        @Override
        public int getMemoryLimitInMB() {
            return 512;
        }

        @Override
        public LambdaLogger getLogger() {
            return LambdaRuntime.getLogger();
        }
    }

    /// An event with a record that no function can read.
    private static DynamodbEvent poison() {
        var streamRecord = new DynamodbStreamRecord();
        streamRecord.setEventName("INSERT");
        streamRecord.setDynamodb(
                new StreamRecord()
                        .withSequenceNumber("1")
                        .withKeys(
                                Map.of(
                                        "pk", new AttributeValue("x"),
                                        "sk", new AttributeValue("x")))
                        .withNewImage(Map.of("pk", new AttributeValue("x"))));
        var event = new DynamodbEvent();
        event.setRecords(List.of(streamRecord));
        return event;
    }

    /// The last log line of an invocation.
    private static JsonNode line(Supplier<?> invocation) {
        var lines = new ArrayList<String>();
        var _ = Log.to(lines::add, invocation::get);
        return Template.parse(lines.getLast());
    }

    /// Whether an alarm watches a metric that the line contains with a value above zero.
    private boolean alarmed(String alarm, JsonNode line) {
        return has(line, metrics(alarm));
    }

    /// Whether the watch of a release of this function reads such a metric.
    private boolean watched(String function, JsonNode line) {
        var version = new Invocation(function).getFunctionVersion();
        return has(
                line,
                watch.metrics("Plaza-prod-" + function, version).stream()
                        .map(FailureMetricsTest::metricId)
                        .collect(Collectors.toSet()));
    }

    /// A metric of the machine, as if this process were deployed.
    private static MetricId metricId(JsonNode metric) {
        var dimensions = new HashMap<String, String>();
        for (var dimension : metric.path("Dimensions")) {
            dimensions.put(dimension.get("Name").asText(), dimension.get("Value").asText());
        }
        dimensions.replace("Stage", "prod", STAGE);
        return new MetricId(
                metric.get("Namespace").asText(), metric.get("MetricName").asText(), dimensions);
    }

    private static boolean has(JsonNode line, Set<MetricId> watched) {
        var metrics = new HashSet<>(emitted(line));
        metrics.retainAll(watched);
        return metrics.stream().anyMatch(metric -> line.path(metric.name()).asDouble() > 0);
    }

    private record MetricId(String namespace, String name, Map<String, String> dimensions) {}

    private static Set<MetricId> emitted(JsonNode line) {
        var metrics = new HashSet<MetricId>();
        for (var directive : line.at("/_aws/CloudWatchMetrics")) {
            for (var names : directive.get("Dimensions")) {
                var dimensions = new HashMap<String, String>();
                names.forEach(
                        name -> dimensions.put(name.asText(), line.path(name.asText()).asText()));
                for (var metric : directive.get("Metrics")) {
                    metrics.add(
                            new MetricId(
                                    directive.get("Namespace").asText(),
                                    metric.get("Name").asText(),
                                    dimensions));
                }
            }
        }
        return metrics;
    }

    /// The metrics of an alarm, as if this process were deployed.
    private Set<MetricId> metrics(String alarm) {
        var metrics = new HashSet<MetricId>();
        for (var metric : template.at(alarm + "/Resource").findValues("Metric")) {
            var dimensions = new HashMap<String, String>();
            for (var dimension : metric.path("Dimensions")) {
                dimensions.put(
                        dimension.get("Name").asText(), deployed(alarm, dimension.get("Value")));
            }
            metrics.add(
                    new MetricId(
                            metric.get("Namespace").asText(),
                            metric.get("MetricName").asText(),
                            dimensions));
        }
        return metrics;
    }

    private String deployed(String alarm, JsonNode value) {
        var function = alarm.replaceFirst("ErrorsAlarm$", "");
        var stage =
                template.at(function + "/Resource")
                        .at("/Environment/Variables/" + Log.STAGE_VARIABLE);
        return value.equals(stage) ? STAGE : value.asText();
    }
}
