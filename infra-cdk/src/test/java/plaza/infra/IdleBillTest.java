package plaza.infra;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.ScheduledFunction;
import plaza.catalogue.StreamFunction;
import plaza.functions.Catalogue;
import plaza.units.Prices;

/// What a stage without any request costs in a month of 30 days, counted in its template.
/// `-Dplaza.docs=write` writes the table of docs/operations/bill.md and the sentence of README.md.
final class IdleBillTest {
    private static final double DEV_DOLLARS_MAX = 6;
    private static final double PROD_DOLLARS_MAX = 15;

    private static final double DAYS = 30;
    private static final double HOURS = DAYS * 24;

    /// An upper limit: most of these invocations find no work.
    private static final double SECONDS_PER_INVOCATION = 1;

    private static final Pattern RATE = Pattern.compile("rate\\((\\d+) (minute|hour|day)s?\\)");

    /// Reconcile's only day, the five hours of which have four starts each.
    private static final double STARTS_OF_CRON = 5 * 4 * DAYS / 7;

    private static final Pattern TABLE =
            Pattern.compile("<!-- idle -->\n(.*?)\n<!-- /idle -->", Pattern.DOTALL);
    private static final Pattern SENTENCE =
            Pattern.compile(
                    "Without any request, a month of `dev` costs \\$[\\d.]+ and one of `prod`"
                            + " \\$[\\d.]+\\.");

    private final Map<String, Double> dev = items(Template.dev());
    private final Map<String, Double> prod = items(Template.real());

    @Test
    void anIdleStageCostsCentsADay() {
        assertThat(total(dev)).isLessThanOrEqualTo(DEV_DOLLARS_MAX);
        assertThat(total(prod)).isLessThanOrEqualTo(PROD_DOLLARS_MAX);
    }

    /// An alarm without a receiver would only cost.
    @Test
    void devHasAlarmsIfTheyHaveAReceiver() {
        assertThat(Template.dev().resources("AWS::CloudWatch::Alarm")).isEmpty();
        assertThat(
                        Template.dev("alarmEmail", "oncall@plaza.example")
                                .resources("AWS::CloudWatch::Alarm"))
                .hasSameSizeAs(without("RequestsMissing"));
        assertThat(Template.dev("alarms", "true").resources("AWS::CloudWatch::Alarm")).isNotEmpty();
    }

    private static List<String> without(String alarm) {
        return Template.real().resources("AWS::CloudWatch::Alarm").values().stream()
                .map(Template::name)
                .filter(name -> !name.startsWith(alarm))
                .toList();
    }

    @Test
    void thePagesHaveTheFigures() throws IOException {
        Template.assumeAllContexts();
        var table =
                Stream.concat(
                                Stream.of("| item | dev | prod |", "|---|--:|--:|"),
                                Stream.concat(
                                        prod.keySet().stream()
                                                .map(item ->
                                                        row(
                                                                item,
                                                                requireNonNull(dev.get(item)),
                                                                requireNonNull(prod.get(item)))),
                                        Stream.of(row("**total**", total(dev), total(prod)))))
                        .collect(Collectors.joining("\n"));
        compare(
                Path.of("../docs/operations/bill.md"),
                TABLE,
                "<!-- idle -->\n" + table + "\n<!-- /idle -->");
        compare(
                Path.of("../README.md"),
                SENTENCE,
                "Without any request, a month of `dev` costs %s and one of `prod` %s."
                        .formatted(dollars(total(dev)), dollars(total(prod))));
    }

    private static void compare(Path page, Pattern pattern, String expected) throws IOException {
        var text = Files.readString(page);
        var matcher = pattern.matcher(text);
        assertThat(matcher.find()).as("%s has %s", page, pattern).isTrue();
        var written = text.substring(0, matcher.start()) + expected + text.substring(matcher.end());
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.writeString(page, written);
        } else {
            assertThat(text).isEqualTo(written);
        }
    }

    private static String row(String item, double dev, double prod) {
        return "| %s | %s | %s |".formatted(item, dollars(dev), dollars(prod));
    }

    private static String dollars(double amount) {
        return "$" + String.format(Locale.ROOT, "%.2f", amount);
    }

    private static double total(Map<String, Double> items) {
        return items.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    /// The items of the bill. The stage for development is counted with all functions, although its
    /// template has few.
    private static Map<String, Double> items(Template template) {
        var kept =
                Catalogue.ALL.functions().stream()
                        .filter(row -> !(row instanceof ScheduledFunction))
                        .toList();
        var starts =
                Catalogue.ALL.scheduledFunctions().stream()
                        .map(ScheduledFunction::schedule)
                        .filter(Objects::nonNull)
                        .mapToDouble(schedule -> starts(schedule.expression()))
                        .sum();
        var invocations = DAYS * kept.size() + starts;
        var gbSeconds =
                SECONDS_PER_INVOCATION
                        * (DAYS * kept.size() * FunctionDeployer.HTTP_MEMORY_MIB
                                + starts * FunctionDeployer.STREAM_MEMORY_MIB)
                        / 1_024;
        var items = new LinkedHashMap<String, Double>();
        items.put("the key", count(template, "AWS::KMS::Key") * Prices.KEY);
        items.put("secrets", count(template, "AWS::SecretsManager::Secret") * Prices.SECRET);
        items.put(
                "the dashboard", count(template, "AWS::CloudWatch::Dashboard") * Prices.DASHBOARD);
        items.put(
                "metrics of the alarms",
                OperationsPageTest.alarmMetrics(template) * Prices.ALARM_METRIC);
        items.put(
                "the functions' own metrics, one hour a day",
                metrics(kept) * Prices.METRIC * DAYS / HOURS);
        items.put(
                "invocations by schedules and KeepReady, of a second each",
                invocations * Prices.MILLION_INVOCATIONS / 1e6 + gbSeconds * Prices.GB_SECOND);
        items.put(
                "state transitions",
                DAYS
                        * (kept.size() + OperationsPageTest.STATES_OF_KEEP_READY)
                        * Prices.THOUSAND_TRANSITIONS
                        / 1e3);
        return items;
    }

    private static double count(Template template, String type) {
        return template.resources(type).size();
    }

    private static double starts(String schedule) {
        var rate = RATE.matcher(schedule);
        if (!rate.matches()) {
            return STARTS_OF_CRON;
        }
        var perHour =
                switch (rate.group(2)) {
                    case "minute" -> 60.0;
                    case "hour" -> 1.0;
                    default -> 1.0 / 24;
                };
        return HOURS * perHour / Integer.parseInt(rate.group(1));
    }

    /// The metrics of the functions that KeepReady invokes once a day: those of each context.
    static int metrics(List<? extends FunctionRow> rows) {
        return rows.stream()
                .filter(row -> row instanceof HttpFunction || row instanceof StreamFunction)
                .collect(Collectors.toMap(FunctionRow::context, row -> row, (first, _) -> first))
                .values()
                .stream()
                .mapToInt(FailureMetricsTest::metricsWithoutWork)
                .sum();
    }
}
