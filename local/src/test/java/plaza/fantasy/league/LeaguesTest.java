package plaza.fantasy.league;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

class LeaguesTest {
    @AutoClose private final FantasyGame game = new FantasyGame();
    private final TestBed bed = game.bed();

    @Test
    void onlyTheOwnerOfALeagueCanRenameIt() {
        game.gamer("ann");
        var founded = game.league("ann", "pub", "The Pub");
        assertThat(founded.status()).isEqualTo(201);
        assertThat(founded.json().toString())
                .isEqualTo(
                        "{\"leagueId\":\"pub\",\"name\":\"The Pub\",\"createdBy\":\"ann\",\"owner\":\"ann\","
                                + "\"private\":false,\"scoring\":\"classic\",\"createdAt\":\"2026-11-20T10:00:00.000Z\"}");
        assertThat(game.league("ben", "pub", "Mine").status()).isEqualTo(403);
        assertThat(name()).isEqualTo("The Pub");
        var renamed = game.league("ann", "pub", "The Inn");
        assertThat(renamed.status()).isEqualTo(200);
        assertThat(renamed.json().path("createdBy").asText()).isEqualTo("ann");
        assertThat(name()).isEqualTo("The Inn");
        assertThat(game.league("ann", "pub", "").badFields()).containsExactly("name");
        assertThat(bed.as("ann").at("leagueId", "inn").send("GetLeague").status()).isEqualTo(404);
    }

    @Test
    void foundingALeagueNeedsAGamer() {
        var response = game.league("ann", "pub", "The Pub");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.badFields()).containsExactly("gamerId");
        assertThat(response.json().path("detail").asText())
                .isEqualTo("You have no gamer yet. Create one with PUT /gamers/{gamerId}.");
        assertThat(bed.everything()).isEmpty();
        game.gamer("ann");
        assertThat(game.league("ann", "pub", "The Pub").status()).isEqualTo(201);
    }

    /// A league can be older than the rule that founding a league needs a gamer.
    @Test
    void renamingALeagueNeedsNoGamer() {
        var league = LeagueId.of("old");
        bed.table()
                .write(
                        Write.Put.of(
                                LeagueItems.league(
                                        new League(
                                                league,
                                                "Old",
                                                UserId.of("ann"),
                                                UserId.of("ann"),
                                                null,
                                                bed.clock().instant(),
                                                null,
                                                1,
                                                null))));
        assertThat(game.league("ann", "old", "Older").status()).isEqualTo(200);
        assertThat(game.league("ben", "old", "Mine").status()).isEqualTo(403);
    }

    @Test
    void joiningCopiesThePointsAndJoiningAgainChangesNothing() {
        game.gamer("ann");
        game.league("ann", "pub", "The Pub");
        game.givePoints("ann", 1, -6);

        var joined = game.join("ann", "pub");

        assertThat(joined.status()).isEqualTo(201);
        assertThat(joined.json().toString())
                .isEqualTo(
                        "{\"leagueId\":\"pub\",\"gamerId\":\"ann\",\"joinedAt\":\"2026-11-20T10:00:00.000Z\","
                                + "\"totalPoints\":-6,\"gameweekPoints\":-6,\"gameweek\":\"01\"}");
        bed.clock().advance(Duration.ofHours(1));
        var again = game.join("ann", "pub");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(joined.json());
        assertThat(bed.items(FantasyKeys.GAMERS.of(GamerId.of("ann"))))
                .extracting(item -> item.key().sk())
                .containsExactly("Gamer#ann", "League#pub");
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ann -6 -6");
    }

    @Test
    void leavingRemovesTheRowImmediatelyAndLeavingAgainChangesNothing() {
        game.foundLeague("ann", "pub", "The Pub");
        game.foundLeague("ann", "inn", "The Inn");
        for (var gamer : List.of("ann", "ben")) {
            game.gamer(gamer);
            game.join(gamer, "pub");
            game.join(gamer, "inn");
        }
        assertThat(game.standings("pub", 50)).hasSize(2);

        assertThat(game.leave("ann", "pub").status()).isEqualTo(204);

        assertThat(game.standings("pub", 50)).containsExactly("1(1) ben 0 0");
        assertThat(game.standings("inn", 50)).hasSize(2);
        assertThat(game.leave("ann", "pub").status()).isEqualTo(204);
        assertThat(game.leave("ann", "nowhere").status()).isEqualTo(204);
        assertThat(game.leave("unknown", "pub").status()).isEqualTo(204);
        assertThat(leagues("ann")).containsExactly("inn");
        assertThat(game.join("ann", "pub").status()).isEqualTo(201);
        assertThat(game.standings("pub", 50)).hasSize(2);
    }

    @Test
    void aGamerCanJoinLeaguesUpToTheLimit() {
        game.gamer("ann");
        var leagues = new ArrayList<LeagueId>();
        for (var number = 1; number < Gamer.LEAGUES_MAX; number++) {
            leagues.add(LeagueId.of("l" + number));
        }
        var gamer = game.stored("ann").in(leagues);
        bed.table().write(Write.Put.of(GamerItems.gamer(gamer)));
        game.league("ann", "last", "Last");
        game.league("ann", "over", "Over");

        assertThat(game.join("ann", "last").status()).isEqualTo(201);
        var over = game.join("ann", "over");
        assertThat(over.status()).isEqualTo(422);
        assertThat(over.badFields()).containsExactly("leagueId");
        assertThat(game.join("ann", "last").status()).isEqualTo(200);
        assertThat(game.standings("over", 50)).isEmpty();
    }

    @Test
    void leaguesAreListedPageByPage() {
        game.gamer("ann");
        for (var number = 0; number < 5; number++) {
            game.league("ann", "l" + number, "L");
            game.join("ann", "l" + number);
        }
        assertThat(leagues("ann")).containsExactly("l0", "l1", "l2", "l3", "l4");
        assertThat(leagues("unknown")).isEmpty();
    }

    @Test
    void joiningNeedsAnExistingGamerAndLeague() {
        game.foundLeague("cid", "pub", "The Pub");
        assertThat(game.join("ann", "pub").badFields()).containsExactly("gamerId");
        game.gamer("ann");
        assertThat(game.join("ann", "inn").badFields()).containsExactly("leagueId");
        assertThat(game.standings("pub", 50)).isEmpty();
    }

    @Test
    void aPrivateLeagueIsJoinedWithItsCode() {
        for (var gamer : List.of("ann", "ben", "cid")) {
            game.gamer(gamer);
        }
        var founded = game.putLeague("ann", "pub", "{\"name\": \"The Pub\", \"private\": true}");
        assertThat(founded.status()).isEqualTo(201);
        var code = founded.json().path("code").asText();
        assertThat(code).matches("[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}");
        assertThat(getLeague("ann").path("code").asText()).isEqualTo(code);
        assertThat(getLeague("ben").has("code")).isFalse();
        assertThat(getLeague("ben").path("private").asBoolean()).isTrue();

        assertThat(game.join("ben", "pub").status()).isEqualTo(403);
        assertThat(game.join("ben", "pub", "0000-0000-0000").status()).isEqualTo(403);
        assertThat(game.join("ben", "pub", "code").badFields()).containsExactly("code");
        assertThat(game.standings("pub", 50)).isEmpty();
        assertThat(game.join("ben", "pub", code.toUpperCase(Locale.ROOT)).status()).isEqualTo(201);
        assertThat(game.join("ben", "pub").status()).isEqualTo(200);
        assertThat(game.join("ann", "pub").status()).isEqualTo(201);
        assertThat(game.standings("pub", 50)).hasSize(2);

        // A rename keeps the league private, with the same code.
        assertThat(game.league("ann", "pub", "The Inn").json().path("code").asText())
                .isEqualTo(code);
        var open = game.putLeague("ann", "pub", "{\"name\": \"The Inn\", \"private\": false}");
        assertThat(open.json().has("code")).isFalse();
        assertThat(game.join("cid", "pub").status()).isEqualTo(201);
    }

    @Test
    void aRenewedCodeReplacesThePreviousOne() {
        game.gamer("ben");
        game.foundLeague("ann", "inn", "The Inn");
        game.gamer("ann");
        var code =
                game.putLeague("ann", "pub", "{\"name\": \"The Pub\", \"private\": true}")
                        .json()
                        .path("code")
                        .asText();

        var renewed = renew("ann", "pub", "k");
        assertThat(renewed.status()).isEqualTo(200);
        var newCode = renewed.json().path("code").asText();
        assertThat(newCode).isNotEqualTo(code);
        assertThat(renew("ann", "pub", "k").json()).isEqualTo(renewed.json());
        assertThat(getLeague("ann").path("code").asText()).isEqualTo(newCode);
        assertThat(game.join("ben", "pub", code).status()).isEqualTo(403);
        assertThat(game.join("ben", "pub", newCode).status()).isEqualTo(201);

        assertThat(renew("ben", "pub", "k").status()).isEqualTo(403);
        assertThat(renew("ann", "inn", "k").status()).isEqualTo(422);
        assertThat(renew("ann", "bar", "k").status()).isEqualTo(404);
    }

    @Test
    void renewingACodeKeepsANameThatChangesAtTheSameTime() {
        game.gamer("ann");
        game.putLeague("ann", "pub", "{\"name\": \"The Pub\", \"private\": true}").orFail();
        var interrupted =
                bed.interrupted(
                        "RenewLeagueCode", () -> game.league("ann", "pub", "The Inn").orFail());

        var renewed = bed.as("ann").at("leagueId", "pub").send("RenewLeagueCode", interrupted);

        assertThat(renewed.json().path("name").asText()).isEqualTo("The Inn");
        assertThat(getLeague("ann")).isEqualTo(renewed.json());
    }

    /// The owner reads the league before another request of theirs changes it, and writes after it.
    @ParameterizedTest
    @CsvSource({
        "PutLeague, true, transfer, 403",
        "PutLeague, true, publish, 200",
        "PutLeague, false, delete, 409",
        "RenewLeagueCode, true, transfer, 403",
        "RenewLeagueCode, true, publish, 422",
        "RenewLeagueCode, true, delete, 404"
    })
    void whatTheOwnerChangesMeanwhileIsConsidered(
            String function, boolean isPrivate, String change, int status) {
        game.gamer("ann");
        game.gamer("ben");
        var pub = "{\"name\": \"The Pub\", \"private\": " + isPrivate;
        var founded = game.putLeague("ann", "pub", pub + "}").json();
        if (isPrivate) {
            game.join("ben", "pub", founded.path("code").asText()).orFail();
        }
        var changed = new ArrayList<Item>();
        var interrupted =
                bed.interrupted(
                        function,
                        () -> {
                            switch (change) {
                                case "transfer" ->
                                        game.putLeague("ann", "pub", pub + ", \"owner\": \"ben\"}")
                                                .orFail();
                                case "publish" ->
                                        game.putLeague(
                                                        "ann",
                                                        "pub",
                                                        "{\"name\": \"The Pub\", \"private\": false}")
                                                .orFail();
                                default -> delete("ann", "pub").orFail();
                            }
                            changed.add(stored("pub"));
                        });

        var response =
                bed.as("ann")
                        .at("leagueId", "pub")
                        .body("{\"name\": \"The Pub\"}")
                        .send(function, interrupted);

        assertThat(response.status()).isEqualTo(status);
        assertThat(stored("pub")).isEqualTo(changed.getFirst());
    }

    private Item stored(String league) {
        return requireNonNull(
                bed.table().getConsistent(FantasyKeys.LEAGUE.key(LeagueId.of(league))));
    }

    @Test
    void aGamerWhoLeavesMeanwhileDoesNotBecomeTheOwner() {
        game.foundLeague("ann", "pub", "The Pub");
        game.gamer("ben");
        game.join("ben", "pub").orFail();
        var leaving = bed.interrupted("PutLeague", () -> game.leave("ben", "pub").orFail());
        var transferred =
                bed.as("ann")
                        .at("leagueId", "pub")
                        .body("{\"name\": \"The Pub\", \"owner\": \"ben\"}")
                        .send("PutLeague", leaving);
        assertThat(transferred.badFields()).containsExactly("owner");
        assertThat(getLeague("ann").path("owner").asText()).isEqualTo("ann");
    }

    @Test
    void theOwnerRemovesMembersAndTransfersTheLeague() {
        game.foundLeague("ann", "pub", "The Pub");
        for (var gamer : List.of("ben", "cid", "dan")) {
            game.gamer(gamer);
        }
        game.join("ben", "pub");
        game.join("cid", "pub");
        var toDan = "{\"name\": \"The Pub\", \"owner\": \"dan\"}";
        var refused = game.putLeague("ann", "pub", toDan);
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.badFields()).containsExactly("owner");
        assertThat(game.putLeague("dan", "bar", "{\"name\": \"B\", \"owner\": \"ann\"}").status())
                .isEqualTo(422);
        assertThat(remove("ben", "cid").status()).isEqualTo(403);

        var toBen = "{\"name\": \"The Pub\", \"private\": true, \"owner\": \"ben\"}";
        var transferred = game.putLeague("ann", "pub", toBen);
        assertThat(transferred.status()).isEqualTo(200);
        assertThat(transferred.json().path("owner").asText()).isEqualTo("ben");
        assertThat(transferred.json().has("code")).isFalse();
        assertThat(getLeague("ann").path("createdBy").asText()).isEqualTo("ann");
        assertThat(getLeague("ben").has("code")).isTrue();

        assertThat(game.putLeague("ann", "pub", toBen).status()).isEqualTo(403);
        assertThat(remove("ann", "cid").status()).isEqualTo(403);
        assertThat(bed.as("ann").at("leagueId", "pub").send("DeleteLeague").status())
                .isEqualTo(403);
        assertThat(remove("ben", "cid").status()).isEqualTo(204);
        assertThat(remove("ben", "cid").status()).isEqualTo(204);
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ben 0 0");
        assertThat(game.stored("cid").leagues()).isEmpty();
        assertThat(game.league("ben", "pub", "Ben's").json().path("owner").asText())
                .isEqualTo("ben");
        var elsewhere = bed.as("ben").at("leagueId", "bar").at("gamerId", "cid");
        assertThat(elsewhere.send("LeaveLeague").badFields()).containsExactly("leagueId");
    }

    @Test
    void aLeagueCountsPointsFromItsFirstGameweekOn() {
        game.withFootballers().withGameweeks(1, 2, 3);
        for (var gamer : List.of("ann", "ben")) {
            game.gamer(gamer);
            game.givePoints(gamer, 1, gamer.equals("ann") ? 90 : 10);
        }
        var late = "{\"name\": \"Late\", \"fromGameweek\": \"2\"}";
        assertThat(game.putLeague("ann", "late", late).json().path("fromGameweek").asText())
                .isEqualTo("02");
        game.foundLeague("ann", "pub", "The Pub");
        for (var league : List.of("late", "pub")) {
            assertThat(game.join("ben", league).status()).isEqualTo(201);
        }
        assertThat(game.standings("late", 50)).containsExactly("1(1) ben 0 0");
        game.sheet("ben", 2, FantasyGame.SHEET);
        game.allPlay(2, 3).settled(2);

        var joined = game.join("ann", "late").json();
        assertThat(joined.path("totalPoints").asInt()).isZero();
        assertThat(joined.path("gameweek").asText()).isEqualTo("02");
        assertThat(game.standings("late", 50)).containsExactly("1(1) ben 36 36", "2(1) ann 0 0");
        assertThat(game.standings("pub", 50)).containsExactly("1(1) ben 46 36");
        game.settled(3);
        assertThat(game.standings("late", 50)).containsExactly("1(1) ben 36 0", "2(2) ann 0 0");
        game.settled(1);
        assertThat(game.standings("late", 50)).containsExactly("1(1) ben 36 0", "2(2) ann 0 0");
        game.unsettled(3).unsettled(2);
        assertThat(game.standings("late", 50)).containsExactly("1(1) ann 0 0", "1(1) ben 0 0");
        assertThat(game.join("ben", "late").json().has("gameweek")).isFalse();

        assertThat(game.league("ann", "late", "Later").json().path("fromGameweek").asText())
                .isEqualTo("02");
        var changed = game.putLeague("ann", "late", late.replace("\"2\"", "\"3\""));
        assertThat(changed.status()).isEqualTo(422);
        assertThat(changed.badFields()).containsExactly("fromGameweek");
        assertThat(game.putLeague("ann", "pub", late).badFields()).containsExactly("fromGameweek");
    }

    @Test
    void anUnknownScoringIsRejected() {
        game.gamer("ann");
        for (var scoring : List.of("rounds", "Classic", "")) {
            var body = "{\"name\": \"The Pub\", \"scoring\": \"%s\"}".formatted(scoring);
            assertThat(game.putLeague("ann", "pub", body).badFields()).containsExactly("scoring");
        }
        var classic = "{\"name\": \"The Pub\", \"scoring\": \"classic\"}";
        assertThat(game.putLeague("ann", "pub", classic).status()).isEqualTo(201);
    }

    /// Deletes a league of more members than a slice of the job removes.
    @Test
    void deletingALeagueRemovesItsMembersEverywhere() {
        game.foundLeague("ann", "pub", "The Pub");
        game.foundLeague("ann", "inn", "The Inn");
        for (var number = 0; number < 120; number++) {
            game.gamer("g" + number);
            game.join("g" + number, "pub");
        }
        game.join("g7", "inn");
        bed.drain();
        assertThat(bed.items(FantasyKeys.LARGE_LEAGUES.of())).hasSize(1);

        assertThat(delete("g7", "pub").status()).isEqualTo(403);
        assertThat(delete("ann", "pub").status()).isEqualTo(204);
        assertThat(delete("ann", "pub").status()).isEqualTo(204);
        assertThat(delete("g7", "pub").status()).isEqualTo(204);
        assertThat(delete("ann", "bar").status()).isEqualTo(204);
        assertThat(bed.as("ann").at("leagueId", "pub").send("GetLeague").status()).isEqualTo(404);
        assertThat(game.join("ann", "pub").badFields()).containsExactly("leagueId");
        assertThat(renew("ann", "pub", "k").status()).isEqualTo(404);
        bed.drain();

        assertThat(game.standingsResponse("pub").status()).isEqualTo(404);
        assertThat(game.stored("g7").leagues()).containsExactly(LeagueId.of("inn"));
        assertThat(leagues("g119")).isEmpty();
        assertThat(game.standings("inn", 50)).hasSize(1);
        assertThat(bed.items(FantasyKeys.LARGE_LEAGUES.of())).isEmpty();
        assertThat(bed.items(FantasyKeys.LEAGUES.of(LeagueId.of("pub"))))
                .singleElement()
                .satisfies(
                        item -> assertThat(item.texts().values()).doesNotContain("The Pub", "ann"));
        var again = game.league("ann", "pub", "The Pub");
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.badFields()).containsExactly("leagueId");
        assertThat(delete("ann", "pub").status()).isEqualTo(204);
    }

    /// A gamer can have read the league before it was deleted, and join after the job has ended.
    @Test
    void aGamerWhoJoinsALeagueWhileItIsDeletedIsRemoved() {
        game.foundLeague("ann", "pub", "The Pub");
        game.gamer("ben");
        var interrupted =
                bed.interrupted(
                        "JoinLeague",
                        () -> {
                            delete("ann", "pub").orFail();
                            bed.drain();
                        });
        var joined =
                bed.as("ben")
                        .at("gamerId", "ben")
                        .at("leagueId", "pub")
                        .send("JoinLeague", interrupted);
        assertThat(joined.status()).isEqualTo(201);
        assertThat(leagues("ben")).containsExactly("pub");
        bed.drain();
        assertThat(leagues("ben")).isEmpty();
        assertThat(game.stored("ben").leagues()).isEmpty();
        assertThat(game.standingsResponse("pub").status()).isEqualTo(404);
    }

    /// The index of the standings lags: it receives the row of a member after the first pass.
    @Test
    void aMemberWhomThePassOfAnErasureDoesNotFindIsRemovedByTheNextPass() {
        game.foundLeague("ann", "pub", "The Pub");
        for (var gamer : List.of("ben", "cid")) {
            game.gamer(gamer);
            game.join(gamer, "pub").orFail();
        }
        delete("ann", "pub").orFail();
        var late = FantasyKeys.MEMBERSHIP.key(GamerId.of("ben"), LeagueId.of("pub"));
        var isPassed = new AtomicBoolean();
        var lagging =
                new ForwardingTable(bed.table()) {
                    @Override
                    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
                        var page = super.read(query, limit, after);
                        var items =
                                page.items().stream()
                                        .filter(item ->
                                                !item.key().equals(late)
                                                        || isPassed.getAndSet(true))
                                        .toList();
                        return new Page<>(items, page.next());
                    }
                };
        var erasure = new LeagueErasure(lagging, bed.clock());
        var work = new FantasyWork.EraseLeague(LeagueId.of("pub"));
        var progress = erasure.erase(work, new Texts());
        while (progress instanceof Progress.More(var cursor)) {
            progress = erasure.erase(work, new Texts(cursor));
        }
        assertThat(isPassed).isTrue();
        assertThat(game.stored("cid").leagues()).isEmpty();
        assertThat(game.stored("ben").leagues()).isEmpty();
    }

    @Test
    void aGamerWhoJoinsOrLeavesAnotherLeagueMeanwhileKeepsBothChanges() {
        game.foundLeague("ann", "pub", "The Pub");
        game.foundLeague("ann", "inn", "The Inn");
        game.gamer("ben");
        var ben = bed.as("ben").at("gamerId", "ben").at("leagueId", "pub");
        var joining = bed.interrupted("JoinLeague", () -> game.join("ben", "inn").orFail());
        assertThat(ben.send("JoinLeague", joining).status()).isEqualTo(201);
        assertThat(game.stored("ben").leagues())
                .extracting(LeagueId::value)
                .containsExactlyInAnyOrder("inn", "pub");

        var leaving = bed.interrupted("LeaveLeague", () -> game.leave("ben", "inn").orFail());
        assertThat(ben.send("LeaveLeague", leaving).status()).isEqualTo(204);
        assertThat(game.stored("ben").leagues()).isEmpty();
    }

    private TestResponse delete(String caller, String league) {
        return bed.as(caller).at("leagueId", league).send("DeleteLeague");
    }

    private TestResponse remove(String caller, String gamer) {
        return bed.as(caller).at("leagueId", "pub").at("gamerId", gamer).send("LeaveLeague");
    }

    private TestResponse renew(String caller, String league, String key) {
        return bed.as(caller)
                .at("leagueId", league)
                .header("idempotency-key", key)
                .send("RenewLeagueCode");
    }

    private JsonNode getLeague(String reader) {
        return bed.as(reader).at("leagueId", "pub").send("GetLeague").json();
    }

    private List<String> leagues(String gamer) {
        return bed.as("anyone").at("gamerId", gamer).all("ListLeaguesByGamer", 2).stream()
                .map(item -> item.path("leagueId").asText())
                .toList();
    }

    private String name() {
        return bed.as("anyone")
                .at("leagueId", "pub")
                .send("GetLeague")
                .json()
                .path("name")
                .asText();
    }
}
