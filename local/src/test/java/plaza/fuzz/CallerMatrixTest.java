package plaza.fuzz;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.contract.ContractCheck;
import plaza.functions.Catalogue;
import plaza.local.emulator.Meter.Cost;
import plaza.local.gateway.Api;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.Forger;
import plaza.testkit.ContextKits;
import plaza.testkit.TestBed;

/// Every route with every kind of caller: exactly the callers of its [Access] are allowed.
class CallerMatrixTest {
    private static final Cost NOTHING = new Cost(0, 0, 0, 0);

    @AutoClose private final PopulatedBackend populated = new PopulatedBackend();
    private final Forger forger = new Forger(populated.backend());

    /// A user with a valid token.
    private enum Caller {
        OWNER("alice"),
        OWNER_AND_ADMIN("alice", "editors", "admin"),
        ADMIN("root", "admin"),
        EDITOR("edith", "editors", "administrators", "not-admin", "ADMIN"),
        OTHER_USER("mallory"),
        OTHER_CASE("Alice"),
        LONGER_NAME("alice2"),
        SHORTER_NAME("alic");

        private final String user;

        /// Separated by spaces.
        private final String groups;

        Caller(String user, String... groups) {
            this.user = user;
            this.groups = String.join(" ", groups);
        }

        List<String> groups() {
            return groups.isEmpty() ? List.of() : List.of(groups.split(" ", -1));
        }

        boolean mayCall(HttpFunction row) {
            return switch (row.access()) {
                case OWNER, CREATOR -> user.equals(PopulatedBackend.OWNER);
                case ANY_USER -> true;
                case OWNER_OR_ADMIN ->
                        user.equals(PopulatedBackend.OWNER) || groups().contains("admin");
                case ADMIN -> groups().contains("admin");
            };
        }
    }

    /// Each caller uses a league of their own, because a league checks its creator itself. For the
    /// other callers, the functions do not read the table, except to find the author of a post.
    @Test
    void exactlyTheCallersOfTheCatalogueAreAllowed() {
        var meter = populated.backend().meter();
        var metered = populated.backend().api(meter);
        var wrong = new ArrayList<String>();
        var cells = 0;
        for (var caller : Caller.values()) {
            var token =
                    populated
                            .backend()
                            .issuer()
                            .token(caller.user, caller.groups(), Duration.ofMinutes(30));
            for (var row : Catalogue.ALL.httpFunctions()) {
                var path = new HashMap<>(createdAs("of-" + caller));
                if (row.access() == Access.OWNER_OR_ADMIN) {
                    path.put("userId", PopulatedBackend.OWNER);
                }
                var call = populated.call(row, path, PopulatedBackend.query(row));
                var measured = meter.measure(() -> send(metered, call.bearing(token)));
                var response = measured.answer();
                cells++;
                var isRight =
                        caller.mayCall(row)
                                ? response.status() != 401 && response.status() != 403
                                : response.status() == 403
                                        && (row.access() == Access.CREATOR
                                                || measured.cost().equals(NOTHING));
                if (!isRight || response.status() >= 500) {
                    wrong.add(
                            row.name()
                                    + " by "
                                    + caller
                                    + ": "
                                    + response.status()
                                    + response.text());
                }
            }
        }
        System.out.println("caller matrix: " + cells + " combinations with valid tokens");
        assertThat(wrong).isEmpty();
        assertThat(cells).isEqualTo(Catalogue.ALL.httpFunctions().size() * Caller.values().length);
    }

    /// Each route is called in the name of a user who has neither a profile nor a gamer.
    @Test
    void aWriteNeedsTheProfileOrGamerThatTheCatalogueNames() {
        var wrong = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            if (!row.writes()) {
                assertThat(row.prerequisite()).as(row.name()).isNull();
                continue;
            }
            var newcomer = "new-" + row.name();
            var path = new HashMap<>(Map.of("userId", newcomer, "gamerId", newcomer));
            if (row.access() == Access.ANY_USER) {
                path.putAll(createdAs(newcomer)); // it would change an existing one
            }
            var groups = row.access() == Access.ADMIN ? List.of("admin") : List.<String>of();
            var token =
                    populated.backend().issuer().token(newcomer, groups, Duration.ofMinutes(30));
            var response =
                    send(populated.call(row, path, PopulatedBackend.query(row)).bearing(token));
            if (!isRight(row, response)) {
                wrong.add(row.name() + ": " + response.status() + response.text());
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isRight(HttpFunction row, ApiResponse response) {
        var prerequisite = row.prerequisite();
        var missing =
                prerequisite == null
                        ? null
                        : "You have no %s yet. Create one with %s."
                                .formatted(prerequisite.noun(), prerequisite.routeKey());
        return missing == null
                ? !response.text().contains("You have no ")
                : response.status() == 404 && response.text().contains('"' + missing + '"');
    }

    @Test
    void aMissingOrForgedTokenReturns401() {
        var forgeries = forger.forgeries(PopulatedBackend.OWNER);
        var wrong = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            expect(401, row, "no header", call(row), wrong);
            var good = populated.token(PopulatedBackend.entitled(row));
            expect(401, row, "two tokens", call(row).bearing(good).bearing(good), wrong);
            forgeries.forEach((fault, token) -> {
                expect(401, row, fault, call(row).with("authorization", token), wrong);
                expect(401, row, fault, call(row).bearing(token), wrong);
            });
        }
        System.out.println(
                "caller matrix: "
                        + Catalogue.ALL.httpFunctions().size() * 2 * (1 + forgeries.size())
                        + " combinations with invalid tokens");
        assertThat(wrong).isEmpty();
    }

    @Test
    void aTokenWithoutTheScopeOfTheRouteReturns403() {
        var scopes = Catalogue.ALL.httpFunctions().stream().map(Forger::scope).distinct().toList();
        assertThat(scopes).hasSizeGreaterThan(TestBed.hasRow("CloseReports") ? 1 : 0);
        var wrong = new ArrayList<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            var needed = Forger.scope(row);
            var others = new ArrayList<>(scopes);
            others.remove(needed);
            for (var scope :
                    List.of(
                            "",
                            String.join(" ", others),
                            "plaza",
                            "plaza/",
                            needed + "x",
                            "x" + needed,
                            needed.toUpperCase(Locale.ROOT))) {
                expect(403, row, "scope '" + scope + "'", scoped(row, scope), wrong);
            }
            var allowed = send(scoped(row, needed)).status();
            if (allowed == 401 || allowed == 403 || allowed >= 500) {
                wrong.add(row.name() + " with its scope: " + allowed);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void theAdminScopeWithoutTheGroupReturns403() {
        var wrong = new ArrayList<String>();
        var rows =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.access() == Access.ADMIN)
                        .toList();
        assumeThat(TestBed.hasRow("CloseReports") || !rows.isEmpty())
                .as("no context has routes of administrators")
                .isTrue();
        assertThat(rows).isNotEmpty();
        for (var row : rows) {
            for (var groups :
                    List.of(
                            List.<String>of(),
                            List.of("editors"),
                            List.of("x,admin"),
                            List.of("admin,x"),
                            List.of("[admin"),
                            List.of("admin]"),
                            List.of("x", "[admin", "admin]", "y"))) {
                var token = forger.scoped("mallory", groups, Forger.scope(row));
                expect(403, row, "groups " + groups, call(row).bearing(token), wrong);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private ApiRequest scoped(HttpFunction row, String scope) {
        return call(row)
                .bearing(forger.scoped(PopulatedBackend.entitled(row), List.of("admin"), scope));
    }

    private ApiRequest call(HttpFunction row) {
        return populated.call(row, createdAs("new"), PopulatedBackend.query(row));
    }

    /// Gives an id to everything that belongs to the user who creates it.
    private static Map<String, String> createdAs(String id) {
        return ContextKits.all()
                .flatMap(kit -> kit.idsOfCreators().stream())
                .collect(toMap(parameter -> parameter, _ -> id));
    }

    private void expect(
            int status, HttpFunction row, String what, ApiRequest call, List<String> wrong) {
        var response = send(call);
        if (response.status() != status) {
            wrong.add(row.name() + " with " + what + ": " + response.status());
        }
    }

    private ApiResponse send(ApiRequest call) {
        return send(populated.backend().api(), call);
    }

    private static ApiResponse send(Api api, ApiRequest call) {
        var response = api.respond(call);
        ResponseRules.check(call, response);
        ContractCheck.check(call, response);
        return response;
    }
}
