package plaza.social.report;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.audit.Check;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.ReportId;
import plaza.social.key.SocialKeys;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.Threads;

final class ReportsTest {
    private static final int STORM = 100;

    private final TestBed bed = new TestBed();

    private PostId post = PostId.of("none");

    @BeforeEach
    void writePost() {
        List.of("ann", "ben", "cat").forEach(bed::user);
        post = bed.post("ann", "Fog.");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void reportsOfOnePostAreOneLine() {
        assertThat(report("cat", "postId", post.value(), "spam").status()).isEqualTo(201);
        bed.clock().advance(Duration.ofMinutes(1));
        report("ben", "postId", post.value(), "abuse").orFail();
        report("ben", "userId", "ann", "other").orFail();

        var lines = lines("open");
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst().path("target")).hasToString("{\"userId\":\"ann\"}");
        var line = lines.getLast();
        assertThat(line.path("target").path("postId").asText()).isEqualTo(post.value());
        assertThat(line.path("target").path("userId").asText()).isEqualTo("ann");
        assertThat(line.path("count").asInt()).isEqualTo(2);
        assertThat(line.path("reasons")).hasToString("{\"abuse\":1,\"spam\":1}");
        assertThat(line.path("firstAt").asText()).isEqualTo("2026-11-20T10:00:00.000Z");
        assertThat(line.path("lastAt").asText()).isEqualTo("2026-11-20T10:01:00.000Z");
        assertThat(line.path("state").asText()).isEqualTo("open");
        assertThat(lines("closed")).isEmpty();
    }

    @Test
    void aCallerHasOneOpenReportOfATarget() {
        var first = report("ben", "postId", post.value(), "spam");
        var again = report("ben", "postId", post.value(), "illegal");
        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json()).isEqualTo(first.json());
        assertThat(lines("open").getFirst().path("reasons")).hasToString("{\"spam\":1}");

        bed.close(post.value(), "none");
        var next = report("ben", "postId", post.value(), "illegal");
        assertThat(next.status()).isEqualTo(201);
        assertThat(next.json().path("reportId")).isNotEqualTo(first.json().path("reportId"));
        assertThat(lines("open").getFirst().path("reasons")).hasToString("{\"illegal\":1}");
        assertThat(lines("closed")).isEmpty();
    }

    @Test
    void manyReportsAtOnceAreAllCounted() {
        var calls =
                IntStream.range(0, STORM)
                        .<Supplier<Integer>>mapToObj(number ->
                                () -> report("r" + number, "postId", post.value(), "spam").status())
                        .toList();
        assertThat(Threads.call(16, calls)).containsOnly(201);
        assertThat(lines("open")).hasSize(1);
        assertThat(lines("open").getFirst().path("count").asInt()).isEqualTo(STORM);
    }

    @Test
    void moreReportsThanOneRequestReadsAreCounted() {
        report("ben", "postId", post.value(), "spam").orFail();
        bed.putAll(
                IntStream.range(0, 1_000)
                        .mapToObj(number ->
                                ReportItems.report(
                                        new Report(
                                                Target.of(post),
                                                1,
                                                UserId.of("r" + number),
                                                ReportId.of("01K9QZV5W0H2J4M6P8R0T2V4X6"),
                                                bed.clock().instant(),
                                                Reason.ABUSE,
                                                null))));
        var line = lines("open").getFirst();
        assertThat(line.path("count").asInt()).isEqualTo(1_001);
        assertThat(line.path("reasons")).hasToString("{\"abuse\":1000,\"spam\":1}");
    }

    @Test
    void onlyWhatTheCallerSeesCanBeReported() {
        bed.block("ann", "ben");
        assertThat(report("ben", "postId", post.value(), "spam").status()).isEqualTo(404);
        assertThat(report("ben", "userId", "ann", "spam").status()).isEqualTo(404);
        assertThat(report("cat", "postId", "nothing", "spam").status()).isEqualTo(404);
        assertThat(report("cat", "userId", "stranger", "spam").status()).isEqualTo(404);
        bed.protect("ann", true);
        bed.drain();
        assertThat(report("cat", "postId", post.value(), "spam").status()).isEqualTo(403);
        bed.suspend("ann", true);
        assertThat(report("cat", "userId", "ann", "spam").status()).isEqualTo(404);
        bed.suspend("cat", true);
        assertThat(report("cat", "userId", "ben", "spam").json().path("type").asText())
                .isEqualTo("urn:plaza:problem:suspended");
        assertThat(lines("open")).isEmpty();
    }

    @Test
    void theBodyNamesOneOther() {
        assertThat(report("ann", "postId", post.value(), "spam").status()).isEqualTo(422);
        assertThat(report("ann", "userId", "ann", "spam").status()).isEqualTo(422);
        assertThat(report("ben", "userId", "ann", "boring").status()).isEqualTo(400);
        var both = "{\"userId\": \"ann\", \"postId\": \"" + post + "\", \"reason\": \"spam\"}";
        assertThat(bed.as("ben").body(both).send("CreateReport").status()).isEqualTo(400);
        assertThat(bed.as("ben").body("{\"reason\": \"spam\"}").send("CreateReport").status())
                .isEqualTo(400);
    }

    @Test
    void anAdministratorHidesAPostAndRestoresIt() {
        var reply = bed.reply("ben", post);
        report("cat", "postId", reply.value(), "abuse").orFail();
        for (var attempt = 0; attempt < 2; attempt++) {
            bed.close(reply.value(), "hidePost");
            assertThat(get("cat", reply)).isEqualTo(404);
        }
        assertThat(get("ann", reply)).isEqualTo(404);
        assertThat(get("ben", reply)).isEqualTo(200);
        assertThat(replies("ann")).isEmpty();
        assertThat(replies("ben")).containsExactly(reply.value());
        assertThat(postsOfBen("ann")).isEmpty();
        assertThat(postsOfBen("ben")).containsExactly(reply.value());
        assertThat(lines("closed").getFirst().path("state").asText()).isEqualTo("closed");
        assertThat(lines("open")).isEmpty();

        for (var attempt = 0; attempt < 2; attempt++) {
            assertThat(admin().at("postId", reply.value()).send("RestorePost").status())
                    .isEqualTo(204);
            assertThat(get("cat", reply)).isEqualTo(200);
        }
        assertThat(replies("ann")).containsExactly(reply.value());
        assertThat(postsOfBen("ann")).containsExactly(reply.value());
        assertThat(admin().at("postId", "nothing").send("RestorePost").status()).isEqualTo(404);
        assertNoDrift();
    }

    /// A hidden post is not a suspension.
    @Test
    void theAuthorOfAHiddenPostStillChangesIt() {
        var reply = bed.reply("ben", post);
        report("cat", "postId", post.value(), "abuse").orFail();
        bed.close(post.value(), "hidePost");
        var own = bed.as("ann").at("userId", "ann").at("postId", post.value());
        var edit = own.body("{\"content\": \"Sun.\"}").send("EditPost");
        assertThat(edit.status()).isEqualTo(200);
        for (var function : List.of("HideReply", "UnhideReply")) {
            var change = bed.as("ann").at("postId", post.value()).at("replyId", reply.value());
            assertThat(change.send(function).status()).isEqualTo(204);
        }
        assertThat(get("cat", post)).isEqualTo(404);
        assertThat(admin().at("postId", post.value()).send("RestorePost").status()).isEqualTo(204);
        assertThat(
                        bed.as("cat")
                                .at("postId", post.value())
                                .send("GetPostById")
                                .json()
                                .path("content"))
                .hasToString("\"Sun.\"");
    }

    @Test
    void aReplyWithoutAParentCanBeHidden() {
        var reply = bed.reply("ben", post);
        report("cat", "postId", reply.value(), "abuse").orFail();
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        bed.drain();
        bed.close(reply.value(), "hidePost");
        assertThat(get("cat", reply)).isEqualTo(404);
    }

    @Test
    void reportsOfADeletedPostCanBeClosed() {
        report("cat", "postId", post.value(), "abuse").orFail();
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        bed.close(post.value(), "hidePost");
        assertThat(lines("open")).isEmpty();
    }

    @Test
    void anAdministratorSuspendsAnAuthorAndRestoresThem() {
        report("cat", "postId", post.value(), "abuse").orFail();
        bed.close(post.value(), "none");
        assertThat(get("cat", post)).isEqualTo(200);
        bed.close(post.value(), "suspendUser");
        bed.drain();
        assertThat(get("cat", post)).isEqualTo(404);
        assertThat(bed.as("ann").at("userId", "ann").send("GetMe").status()).isEqualTo(200);
        assertNoDrift();

        for (var attempt = 0; attempt < 2; attempt++) {
            assertThat(admin().at("userId", "ann").send("RestoreUser").status()).isEqualTo(204);
            bed.drain();
            assertThat(get("cat", post)).isEqualTo(200);
        }
        assertThat(admin().at("userId", "unknown").send("RestoreUser").status()).isEqualTo(404);
        assertNoDrift();
    }

    @Test
    void onlyReportsThatExistCanBeClosed() {
        var close = admin().at("targetId", post.value()).body("{\"action\": \"none\"}");
        assertThat(close.send("CloseReports").status()).isEqualTo(404);
        assertThat(admin().at("targetId", post.value()).send("GetReports").status()).isEqualTo(404);
        report("cat", "userId", "ann", "abuse").orFail();
        var hide = admin().at("targetId", "ann").body("{\"action\": \"hidePost\"}");
        assertThat(hide.send("CloseReports").status()).isEqualTo(422);
        assertThat(lines("open")).hasSize(1);
    }

    /// Issuers of tokens choose the ids of users.
    @Test
    void aPostAndAUserWithTheSameIdAreDistinctTargets() {
        bed.user(post.value());
        report("ben", "postId", post.value(), "spam").orFail();
        report("ben", "userId", post.value(), "spam").orFail();
        assertThat(admin().query("expand", "post").all("ListReports", 1)).hasSize(2);

        for (var action : List.of("none", "hidePost", "suspendUser")) {
            var close = close(post.value(), "{\"action\": \"%s\"}".formatted(action));
            assertThat(close.status()).isEqualTo(422);
            assertThat(close.badFields()).containsExactly("kind");
        }
        assertThat(lines("open")).hasSize(2);
        var both = admin().at("targetId", post.value());
        assertThat(both.send("GetReports").badFields()).containsExactly("kind");
        assertThat(
                        both.query("kind", "user")
                                .send("GetReports")
                                .orFail()
                                .json()
                                .path("target")
                                .has("postId"))
                .isFalse();

        var ofPost = "{\"action\": \"suspendUser\", \"kind\": \"post\"}";
        for (var attempt = 0; attempt < 2; attempt++) {
            close(post.value(), ofPost).orFail();
            assertThat(profile("ann")).isEqualTo(404);
            assertThat(profile(post.value())).isEqualTo(200);
            assertThat(lines("open")).hasSize(1);
        }
        var ofUser = "{\"action\": \"%s\", \"kind\": \"user\"}";
        assertThat(close(post.value(), ofUser.formatted("hidePost")).badFields())
                .containsExactly("action");
        close(post.value(), ofUser.formatted("suspendUser")).orFail();
        assertThat(profile(post.value())).isEqualTo(404);
        assertThat(lines("open")).isEmpty();
    }

    @Test
    void theKindIsThatOfTheReportedTarget() {
        report("ben", "postId", post.value(), "spam").orFail();
        var body = "{\"action\": \"hidePost\", \"kind\": \"%s\"}";
        assertThat(close(post.value(), body.formatted("user")).badFields())
                .containsExactly("targetId");
        assertThat(close(post.value(), body.formatted("postId")).badFields())
                .containsExactly("kind");
        assertThat(close(post.value(), body.formatted("post")).status()).isEqualTo(204);
    }

    private TestResponse close(String target, String body) {
        return admin().at("targetId", target).body(body).send("CloseReports");
    }

    private int profile(String user) {
        return bed.as("cat").at("userId", user).send("GetUserInfoByUserId").status();
    }

    @Test
    void anExpandedLineHasWhatOthersSeeOfThePostAndItsAuthor() {
        put("ann", "\"content\": \"Gardens.\"");
        report("ben", "postId", post.value(), "spam").orFail();
        assertThat(lines("open").getFirst().has("user")).isFalse();
        var plain = expanded("open", "post");
        assertThat(plain.path("post").path("content").asText()).isEqualTo("Fog.");
        assertThat(plain.has("user")).isFalse();
        var line = expanded("open", "post,user");
        assertThat(line.path("user"))
                .hasToString("{\"userId\":\"ann\",\"name\":\"ann\",\"content\":\"Gardens.\"}");
        assertThat(line.has("gone")).isFalse();

        put("ann", "\"content\": \"Gardens.\", \"protected\": true");
        line = expanded("open", "post,user");
        assertThat(line.has("post") || line.has("gone")).isFalse();
        assertThat(line.path("user"))
                .hasToString("{\"userId\":\"ann\",\"name\":\"ann\",\"protected\":true}");

        bed.close(post.value(), "hidePost");
        line = expanded("closed", "post,user");
        assertThat(line.path("gone").asBoolean()).isTrue();
        assertThat(line.has("post")).isFalse();
        assertThat(line.has("user")).isTrue();

        bed.close(post.value(), "suspendUser");
        line = expanded("closed", "post,user");
        assertThat(line.path("gone").asBoolean()).isTrue();
        assertThat(line.has("user")).isFalse();
    }

    @Test
    void anExpandedLineOfADeletedPostIsGone() {
        report("ben", "postId", post.value(), "spam").orFail();
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        var line = expanded("open", "post,user");
        assertThat(line.path("gone").asBoolean()).isTrue();
        assertThat(line.path("user").path("userId").asText()).isEqualTo("ann");
    }

    @Test
    void aLineAboutAUserHasNoPost() {
        report("ben", "userId", "ann", "spam").orFail();
        var line = expanded("open", "post,user");
        assertThat(line.has("post") || line.has("gone")).isFalse();
        assertThat(line.path("user").path("userId").asText()).isEqualTo("ann");
    }

    @Test
    void aReportShowsItsCommentAndNotWhoWroteIt() {
        comment("ben", "spam", "Ten times a day.");
        bed.clock().advance(Duration.ofMinutes(1));
        report("cat", "postId", post.value(), "abuse").orFail();
        bed.clock().advance(Duration.ofMinutes(1));
        comment("dan", "spam", "Again.");

        var first = reports("limit", "2");
        assertThat(first.json().path("target"))
                .hasToString("{\"postId\":\"%s\",\"userId\":\"ann\"}".formatted(post));
        assertThat(first.json().path("count").asInt()).isEqualTo(3);
        assertThat(first.json().path("reasons")).hasToString("{\"abuse\":1,\"spam\":2}");
        assertThat(first.json().path("firstAt").asText()).isEqualTo("2026-11-20T10:00:00.000Z");
        assertThat(first.json().path("lastAt").asText()).isEqualTo("2026-11-20T10:02:00.000Z");
        assertThat(first.json().path("state").asText()).isEqualTo("open");
        assertThat(first.json().path("comments"))
                .hasToString(
                        "[{\"reason\":\"spam\",\"comment\":\"Again.\","
                                + "\"at\":\"2026-11-20T10:02:00.000Z\"},"
                                + "{\"reason\":\"abuse\",\"at\":\"2026-11-20T10:01:00.000Z\"}]");
        var cursor = first.json().path("nextCursor").asText();
        var second = reports("cursor", cursor);
        assertThat(second.json().path("count").asInt()).isEqualTo(3);
        assertThat(second.json().path("comments"))
                .hasToString(
                        "[{\"reason\":\"spam\",\"comment\":\"Ten times a day.\","
                                + "\"at\":\"2026-11-20T10:00:00.000Z\"}]");
        assertThat(second.json().has("nextCursor")).isFalse();
        assertThat(first.json() + " " + second.json()).doesNotContain("ben", "cat", "dan");

        bed.close(post.value(), "none");
        assertThat(reports("limit", "2").json().path("state").asText()).isEqualTo("closed");
        bed.clock().advance(Duration.ofMinutes(1));
        report("cat", "postId", post.value(), "illegal").orFail();
        assertThat(reports("cursor", cursor).json().path("comments")).isEmpty();
    }

    /// More reports at one moment than a page has.
    @Test
    void reportsOfTheSameMomentAreListedOnce() {
        report("ben", "postId", post.value(), "spam").orFail();
        var ids =
                IntStream.range(0, 250).mapToObj("01K9QZV5W0H2J4M6P8R0T2V%03d"::formatted).toList();
        bed.putAll(
                ids.stream()
                        .map(id ->
                                ReportItems.report(
                                        new Report(
                                                Target.of(post),
                                                1,
                                                UserId.of(id),
                                                ReportId.of(id),
                                                bed.clock().instant(),
                                                Reason.ABUSE,
                                                id))));
        var comments = new ArrayList<String>();
        var cursor = "";
        do {
            var page = admin().at("targetId", post.value()).query("limit", "100");
            var body = (cursor.isEmpty() ? page : page.query("cursor", cursor)).send("GetReports");
            body.json()
                    .path("comments")
                    .forEach(each -> comments.add(each.path("comment").asText()));
            cursor = body.json().path("nextCursor").asText();
        } while (!cursor.isEmpty());
        assertThat(comments).hasSize(251).containsAll(ids);
    }

    @Test
    void aReviewShowsWhatOthersDoNotSee() {
        report("ben", "postId", post.value(), "spam").orFail();
        put("ann", "\"content\": \"Gardens.\", \"protected\": true");
        bed.user("root");
        bed.block("ann", "root");
        bed.close(post.value(), "suspendUser");
        bed.drain();
        bed.clock().advance(Duration.ofMinutes(1));
        bed.close(post.value(), "hidePost");
        bed.close(post.value(), "suspendUser");

        assertThat(reports("expand", "post").json().has("user")).isFalse();
        var review = reports("expand", "post,user").json();
        assertThat(review.path("post").path("content").asText()).isEqualTo("Fog.");
        assertThat(review.path("hidden").asBoolean()).isTrue();
        assertThat(review.has("gone")).isFalse();
        assertThat(review.path("user"))
                .hasToString(
                        "{\"userId\":\"ann\",\"name\":\"ann\",\"protected\":true,"
                                + "\"content\":\"Gardens.\","
                                + "\"suspendedAt\":\"2026-11-20T10:00:00.000Z\"}");

        bed.suspend("ann", false);
        bed.as("ann").at("userId", "ann").at("postId", post.value()).send("DeletePost").orFail();
        review = reports("expand", "post,user").json();
        assertThat(review.path("gone").asBoolean()).isTrue();
        assertThat(review.has("post") || review.has("hidden")).isFalse();
    }

    @Test
    void aReviewShowsNothingOfAUserWhoHasLeft() {
        report("ben", "postId", post.value(), "spam").orFail();
        bed.erase("ann");
        var review = reports("expand", "post,user").json();
        assertThat(review.path("gone").asBoolean()).isTrue();
        assertThat(review.has("post") || review.has("user")).isFalse();
    }

    @Test
    void aSuspendedUserReadsSinceWhen() {
        report("ben", "userId", "ann", "spam").orFail();
        assertThat(me("ann").has("suspendedAt")).isFalse();
        for (var attempt = 0; attempt < 2; attempt++) {
            bed.close("ann", "suspendUser");
            assertThat(me("ann").path("suspendedAt").asText())
                    .isEqualTo("2026-11-20T10:00:00.000Z");
            bed.clock().advance(Duration.ofMinutes(1));
        }
        admin().at("userId", "ann").send("RestoreUser").orFail();
        assertThat(me("ann").has("suspendedAt")).isFalse();
    }

    private JsonNode me(String user) {
        return bed.as(user).send("GetMe").orFail().json();
    }

    private void comment(String reporter, String reason, String comment) {
        var body =
                "{\"postId\": \"%s\", \"reason\": \"%s\", \"comment\": \"%s\"}"
                        .formatted(post, reason, comment);
        bed.as(reporter).body(body).send("CreateReport").orFail();
    }

    /// The reports of the post.
    private TestResponse reports(String parameter, String value) {
        var request = admin().at("targetId", post.value()).query(parameter, value);
        return request.send("GetReports").orFail();
    }

    @Test
    void linesArePaged() {
        var posts = new ArrayList<String>();
        for (var number = 0; number < 5; number++) {
            bed.clock().advance(Duration.ofSeconds(1));
            var each = bed.post("ann", "Rain.").value();
            posts.addFirst(each);
            report("ben", "postId", each, "spam").orFail();
        }
        var first = admin().query("limit", "3").send("ListReports");
        var second =
                admin().query("limit", "3")
                        .query("cursor", first.json().path("nextCursor").asText())
                        .send("ListReports");
        assertThat(ids(first)).containsExactlyElementsOf(posts.subList(0, 3));
        assertThat(ids(second)).containsExactlyElementsOf(posts.subList(3, 5));
        assertThat(second.json().has("nextCursor")).isFalse();
    }

    @Test
    void aReportMovesToTheNextRoundIfItsRoundEnds() {
        report("ben", "postId", post.value(), "spam").orFail();
        assertThat(reportAfter(() -> bed.close(post.value(), "none")).status()).isEqualTo(201);
        assertThat(lines("open").getFirst().path("reasons")).hasToString("{\"abuse\":1}");
        bed.close(post.value(), "none");
        assertThat(reports(1)).isEqualTo(1);
        assertThat(reports(2)).isEqualTo(1);
    }

    @Test
    void aReportJoinsARoundThatBeginsMeanwhile() {
        var first = (Runnable) () -> report("ben", "postId", post.value(), "spam").orFail();
        assertThat(reportAfter(first).status()).isEqualTo(201);
        assertThat(lines("open").getFirst().path("reasons"))
                .hasToString("{\"abuse\":1,\"spam\":1}");
    }

    /// The condition depends on whether the round is the first one.
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aReportOpensTheRoundAfterOneThatBeginsAndEndsMeanwhile(int earlier) {
        var round =
                (Runnable)
                        () -> {
                            report("ben", "postId", post.value(), "spam").orFail();
                            bed.close(post.value(), "none");
                        };
        if (earlier == 1) {
            round.run();
        }
        assertThat(reportAfter(round).status()).isEqualTo(201);
        assertThat(reports(earlier + 1)).isEqualTo(1);
        assertThat(reports(earlier + 2)).isEqualTo(1);
    }

    @Test
    void aRoundThatBeginsMeanwhileIsTheOneThatIsClosed() {
        report("ben", "postId", post.value(), "spam").orFail();
        closeAfter(
                "none",
                () -> {
                    bed.close(post.value(), "none");
                    report("cat", "postId", post.value(), "abuse").orFail();
                });
        assertThat(lines("open")).isEmpty();
        assertThat(lines("closed").getFirst().path("reasons")).hasToString("{\"abuse\":1}");
    }

    @Test
    void aRoundThatEndsMeanwhileKeepsItsTime() {
        report("ben", "postId", post.value(), "spam").orFail();
        closeAfter(
                "none",
                () -> {
                    bed.clock().advance(Duration.ofMinutes(1));
                    bed.close(post.value(), "none");
                });
        var target = bed.table().getConsistent(ReportItems.key(Target.of(post)));
        assertThat(ReportItems.reported(requireNonNull(target)).closedAt())
                .isEqualTo(bed.clock().instant());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void hidingDoesNotCreateAnItemThatIsDeletedMeanwhile(boolean isCounter) {
        report("ben", "postId", post.value(), "spam").orFail();
        var key =
                isCounter
                        ? SocialKeys.POST_COUNTER.key(post)
                        : SocialKeys.POST.key(UserId.of("ann"), post);
        closeAfter("hidePost", () -> bed.table().write(Write.Delete.of(key)));
        assertThat(bed.table().getConsistent(key)).isNull();
    }

    @Test
    void aReplyThatLosesItsParentMeanwhileGetsNoEntryBack() {
        var parent = post;
        post = bed.reply("ben", parent);
        report("cat", "postId", post.value(), "spam").orFail();
        closeAfter(
                "hidePost",
                () -> {
                    bed.as("ann")
                            .at("userId", "ann")
                            .at("postId", parent.value())
                            .send("DeletePost")
                            .orFail();
                    bed.drain();
                });
        assertThat(get("cat", post)).isEqualTo(404);
        assertThat(bed.items(SocialKeys.REPLIES.of(parent))).isEmpty();
    }

    /// Closes the reports of the post; before the first write something else happens.
    private void closeAfter(String action, Runnable other) {
        admin().at("targetId", post.value())
                .body("{\"action\": \"" + action + "\"}")
                .send("CloseReports", bed.interrupted("CloseReports", other))
                .orFail();
    }

    /// Cat's report; before its first write something else happens.
    private TestResponse reportAfter(Runnable other) {
        var body = "{\"postId\": \"" + post + "\", \"reason\": \"abuse\"}";
        return bed.as("cat")
                .body(body)
                .send("CreateReport", bed.interrupted("CreateReport", other));
    }

    private TestResponse report(String reporter, String field, String id, String reason) {
        var body = "{\"%s\": \"%s\", \"reason\": \"%s\"}".formatted(field, id, reason);
        return bed.as(reporter).body(body).send("CreateReport");
    }

    private void put(String user, String fields) {
        bed.as(user)
                .at("userId", user)
                .body("{\"name\": \"%s\", %s}".formatted(user, fields))
                .send("PutUserInfo")
                .orFail();
    }

    /// The only line, with what the words add.
    private JsonNode expanded(String state, String words) {
        var request = admin().query("state", state).query("expand", words);
        var items = request.send("ListReports").json().path("items");
        assertThat(items).hasSize(1);
        return items.path(0);
    }

    private TestRequest admin() {
        return bed.as("root").asAdmin();
    }

    private List<JsonNode> lines(String state) {
        var lines = new ArrayList<JsonNode>();
        admin().query("state", state).send("ListReports").json().path("items").forEach(lines::add);
        return lines;
    }

    private static List<String> ids(TestResponse lines) {
        var ids = new ArrayList<String>();
        lines.json()
                .path("items")
                .forEach(line -> ids.add(line.path("target").path("postId").asText()));
        return ids;
    }

    /// The number of reports of the post in a round.
    private long reports(int round) {
        return bed.everything().keySet().stream()
                .filter(key -> key.pk().equals("Report#post#" + post.value() + "#" + round))
                .count();
    }

    private int get(String reader, PostId id) {
        return bed.as(reader).at("postId", id.value()).send("GetPostById").status();
    }

    private List<String> replies(String reader) {
        return bed.as(reader).at("postId", post.value()).send("ListReplies").column("postId");
    }

    private List<String> postsOfBen(String reader) {
        return bed.as(reader).at("userId", "ben").send("GetPostListByUserId").column("postId");
    }

    private void assertNoDrift() {
        bed.drain();
        bed.clock().advance(Check.GRACE);
        assertThat(bed.reconcile(Map.of())).containsEntry("driftCount", 0L);
    }
}
