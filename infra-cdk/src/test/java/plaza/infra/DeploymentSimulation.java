package plaza.infra;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/// A simulation of CloudFormation in virtual time. It starts each resource as soon as those are
/// complete that it waits for, and sends requests to the service of the resource: one to start, and
/// one for its state every few seconds until it is complete. Each service has a token bucket. A
/// request without a token is throttled, and CloudFormation repeats it later.
///
/// No duration was measured in an account: [Work] names the sources and the assumptions.
final class DeploymentSimulation {
    /// A service with a documented rate of management requests.
    enum Service {
        /// <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>
        LAMBDA(15, 15),

        /// <https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html>
        API_GATEWAY(10, 40),

        /// PutMetricAlarm:
        /// <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch_limits.html>
        ALARMS(3, 3),

        /// Every other one.
        OTHER(1_000, 1_000);

        private final double perSecond;
        private final double burst;

        Service(double perSecond, double burst) {
            this.perSecond = perSecond;
            this.burst = burst;
        }
    }

    /// What a resource asks of its service.
    ///
    /// @param seconds the time until it is complete
    /// @param pollSeconds the time between two requests for its state
    record Work(Service service, double seconds, double pollSeconds) {
        /// The shift of an alias: five minutes for a tenth of the requests, and its beginning and
        /// end.
        static final int SHIFT_SECONDS = 330;

        /// The work of creating a resource. The seconds are assumptions.
        ///
        /// @param snapshotSeconds the time in which Lambda publishes a version with a snapshot:
        ///   "about 3min (sometimes longer)" (<https://github.com/pulumi/pulumi/issues/15789>)
        static Work of(String type, int snapshotSeconds) {
            return switch (type) {
                case "AWS::Lambda::Version" -> new Work(Service.LAMBDA, snapshotSeconds, 5);
                case "AWS::Lambda::Function" -> new Work(Service.LAMBDA, 15, 5);
                case "AWS::Lambda::LayerVersion", "AWS::Lambda::Alias" ->
                        new Work(Service.LAMBDA, 5, 5);
                case "AWS::Lambda::EventSourceMapping" -> new Work(Service.LAMBDA, 30, 5);
                case "AWS::ApiGatewayV2::Integration", "AWS::ApiGatewayV2::Route" ->
                        new Work(Service.API_GATEWAY, 2, 1);
                case "AWS::ApiGatewayV2::Stage" -> new Work(Service.API_GATEWAY, 5, 1);
                case "AWS::CloudWatch::Alarm" -> new Work(Service.ALARMS, 5, 10);
                case "AWS::IAM::Role" -> new Work(Service.OTHER, 20, 5);
                case "AWS::DynamoDB::Table" -> new Work(Service.OTHER, 120, 5);
                case "AWS::KMS::Key" -> new Work(Service.OTHER, 60, 5);
                case "AWS::CloudFront::Distribution" -> new Work(Service.OTHER, 300, 5);
                case String _ -> new Work(Service.OTHER, 10, 5);
            };
        }

        /// The work of a release that changes every function and nothing else.
        static Work ofRelease(String type, int snapshotSeconds) {
            return switch (type) {
                case "AWS::Lambda::Version", "AWS::Lambda::Function" -> of(type, snapshotSeconds);
                case "AWS::Lambda::Alias" -> new Work(Service.LAMBDA, SHIFT_SECONDS, 15);
                case String _ -> new Work(Service.OTHER, 0, 1);
            };
        }

        /// The work of a deletion. Versions are kept, and go with their function.
        static Work ofDeletion(String type) {
            var created = of(type, 0);
            return switch (type) {
                case "AWS::Lambda::Version" -> new Work(Service.OTHER, 0, 1);
                case "AWS::CloudFront::Distribution" -> created;
                case String _ ->
                        new Work(
                                created.service(),
                                Math.min(created.seconds(), 10),
                                created.pollSeconds());
            };
        }
    }

    private record Event(double at, int order, String resource, boolean started, int attempt) {}

    private final DeploymentGraph graph;
    private final Function<String, Work> work;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(
                    Comparator.comparingDouble(Event::at).thenComparingInt(Event::order));
    private final Map<Service, Double> tokens = new EnumMap<>(Service.class);
    private final Map<Service, Double> filledAt = new EnumMap<>(Service.class);
    private final Map<Service, Integer> throttled = new EnumMap<>(Service.class);
    private final Map<String, Double> startedAt = new TreeMap<>();
    private final Map<String, Double> completeAt = new TreeMap<>();
    private final Map<String, Integer> underWay = new HashMap<>();
    private final Map<String, Integer> underWayMax = new HashMap<>();
    private int order;

    private DeploymentSimulation(DeploymentGraph graph, Function<String, Work> work) {
        this.graph = graph;
        this.work = work;
    }

    /// Runs a deployment to its end.
    ///
    /// @param work the work for a type of resource
    static DeploymentSimulation run(DeploymentGraph graph, Function<String, Work> work) {
        var simulation = new DeploymentSimulation(graph, work);
        simulation.run();
        return simulation;
    }

    private void run() {
        var followers = graph.reversed().waitsFor();
        var missing = new HashMap<String, Set<String>>();
        graph.waitsFor().forEach((id, others) -> missing.put(id, new HashSet<>(others)));
        missing.forEach((id, others) -> {
            if (others.isEmpty()) {
                add(0, id, false, 0);
            }
        });
        while (!events.isEmpty()) {
            var event = events.remove();
            var id = event.resource();
            var own = work.apply(requireNonNull(graph.types().get(id)));
            if (!event.started()) {
                count(id, event.attempt() == 0 ? 1 : 0);
                startedAt.putIfAbsent(id, event.at());
            }
            if (event.started()
                    && event.at() >= requireNonNull(startedAt.get(id)) + own.seconds()) {
                count(id, -1);
                completeAt.put(id, event.at());
                for (var follower : requireNonNull(followers.get(id))) {
                    requireNonNull(missing.get(follower)).remove(id);
                    if (missing.get(follower).isEmpty()) {
                        add(event.at(), follower, false, 0);
                    }
                }
            } else if (token(own.service(), event.at())) {
                if (!event.started()) {
                    startedAt.put(id, event.at());
                }
                var end = requireNonNull(startedAt.get(id)) + own.seconds();
                add(Math.min(end, event.at() + own.pollSeconds()), id, true, 0);
            } else {
                throttled.merge(own.service(), 1, Integer::sum);
                var wait = Math.min(1 << event.attempt(), 32);
                add(event.at() + wait, id, event.started(), Math.min(event.attempt() + 1, 5));
            }
        }
        if (completeAt.size() != graph.types().size()) {
            throw new AssertionError("resources wait for each other");
        }
    }

    private void add(double at, String resource, boolean started, int attempt) {
        events.add(new Event(at, order++, resource, started, attempt));
    }

    private void count(String id, int change) {
        var now = underWay.merge(graph.types().get(id), change, Integer::sum);
        underWayMax.merge(graph.types().get(id), now, Math::max);
    }

    private boolean token(Service service, double at) {
        var since = at - filledAt.getOrDefault(service, 0.0);
        var left =
                Math.min(
                        service.burst,
                        tokens.getOrDefault(service, service.burst) + since * service.perSecond);
        var enough = left >= 1;
        tokens.put(service, enough ? left - 1 : left);
        filledAt.put(service, at);
        return enough;
    }

    /// The duration of the deployment.
    double minutes() {
        return completeAt.values().stream().mapToDouble(at -> at).max().orElseThrow() / 60;
    }

    /// How many requests each service has throttled.
    Map<Service, Integer> throttled() {
        return throttled;
    }

    /// How many resources of a type were under way at a time.
    int atOnce(String type) {
        return underWayMax.getOrDefault(type, 0);
    }

    double startedAt(String resource) {
        return requireNonNull(startedAt.get(resource));
    }

    double completeAt(String resource) {
        return requireNonNull(completeAt.get(resource));
    }
}
