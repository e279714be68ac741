package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.id.DataId;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.GamerId;
import plaza.id.Gameweek;
import plaza.id.GenerationId;
import plaza.id.LeagueId;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.table.TableSchema.Index;

/// Keys of different items are never equal, and keys sort in the order of their values.
class KeySpaceTest {
    /// Ids that are easily confused with other parts of a key: the words of the key space itself.
    private static final List<String> TRICKY =
            List.of(
                    "u",
                    "p",
                    "s",
                    "info",
                    "count",
                    "follower",
                    "following",
                    "post",
                    "timeline",
                    "likelist",
                    "likecount",
                    "likeledger",
                    "viewlist",
                    "viewcount",
                    "viewledger",
                    "FavoriteData",
                    "Tag",
                    "TagName",
                    "FavoriteDataTag",
                    "Gamer",
                    "GW",
                    "TeamSheet",
                    "League",
                    "Footballer",
                    "Fixture",
                    "Gameweek",
                    "AllGamers",
                    "NameWord",
                    "LargeLeagues",
                    "ScoreDistribution",
                    "Settlement",
                    "Job",
                    "job",
                    "Idempotency",
                    "Reconcile",
                    "Redrive",
                    "deliver",
                    "-",
                    "_",
                    "0",
                    "01");

    @Test
    void differentItemsNeverShareAKey() {
        Seeds.forEach(
                "differentItemsNeverShareAKey",
                300,
                random -> {
                    var owners = new HashMap<Key, String>();
                    for (var round = 0; round < 60; round++) {
                        for (var entry : everyKey(random).entrySet()) {
                            var before = owners.put(entry.getValue(), entry.getKey());
                            assertThat(before == null || before.equals(entry.getKey()))
                                    .as(
                                            "%s and %s share %s",
                                            before, entry.getKey(), entry.getValue())
                                    .isTrue();
                        }
                    }
                });
    }

    @Test
    void everyKeyMatchesTheGrantOfItsFamily() {
        Seeds.forEach(
                "everyKeyMatchesTheGrantOfItsFamily",
                200,
                random ->
                        everyKey(random)
                                .forEach((name, key) -> {
                                    var family = KeySpace.familyOf(key.pk());
                                    assertThat(name).startsWith(family.name() + " ");
                                    assertThat(key.pk()).matches(regex(family.pattern()));
                                }));
    }

    @Test
    void idsAreParsedFromKeys() {
        var gamer = GamerId.of("g1");
        var week = Gameweek.of(7);
        assertThat(KeySpace.gameweekOf(KeySpace.teamSheet(gamer, week))).isEqualTo(week);
        var entry = KeySpace.allGamersEntry(3, gamer);
        assertThat(KeySpace.gamerOf(entry)).isEqualTo(gamer);
        assertThat(KeySpace.shardOf(entry)).isEqualTo(3);
        assertThat(KeySpace.leagueOf(KeySpace.membership(gamer, LeagueId.of("l1"))))
                .isEqualTo(LeagueId.of("l1"));
        assertThatThrownBy(() -> KeySpace.postOf(entry))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeySpace.familyOf("Nothing#x"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachPrefixMatchesTheKeysOfItsKind() {
        var gamer = GamerId.of("g1");
        var week = Gameweek.of(7);
        var footballer = FootballerId.of("f1");
        var fixture = FixtureId.of("x1");
        var points = KeySpace.fixturePoints(footballer, week, fixture).sk();
        var prefixesByKey =
                Map.of(
                        KeySpace.teamSheet(gamer, week).sk(),
                        KeySpace.teamSheetPrefix(),
                        KeySpace.membership(gamer, LeagueId.of("l1")).sk(),
                        KeySpace.membershipPrefix(),
                        points,
                        KeySpace.fixturePrefix(week),
                        KeySpace.gameweekFixturePoints(week, footballer, fixture).sk(),
                        KeySpace.gameweekFixturePointsPrefix(),
                        KeySpace.settlement(week, 3).sk(),
                        KeySpace.settlementPrefix());
        assertThat(prefixesByKey).doesNotContainValue("");
        prefixesByKey.forEach((key, prefix) -> assertThat(key).startsWith(prefix));
        assertThat(KeySpace.fixturePrefix(week)).startsWith(KeySpace.fixturesPrefix());
        assertThat(KeySpace.fixturesPrefix()).isNotEmpty();
        assertThat(points).doesNotStartWith(KeySpace.fixturePrefix(Gameweek.of(8)));
    }

    @Test
    void indexedCollectionsAreDistinct() {
        var user = UserId.of("u1");
        var tag = TagId.of("t1");
        var collections =
                List.of(
                        KeySpace.favoritesOf(user),
                        KeySpace.favoritesByClipTime(user),
                        KeySpace.favoritesByType(user, "link"),
                        KeySpace.favoritesByTag(user, tag),
                        KeySpace.favoritesByTagAndType(user, tag, "link"),
                        KeySpace.tagsOf(user),
                        KeySpace.favoritesByUrl(user, "abc"),
                        KeySpace.tagsByName(user),
                        KeySpace.tagsByCreateTime(user),
                        KeySpace.tagsByLastAccessTime(user),
                        KeySpace.footballersByPosition("GK"),
                        KeySpace.gameweekItems(Gameweek.of(7)),
                        KeySpace.leagueItems(LeagueId.of("l1")),
                        KeySpace.standingsOf(LeagueId.of("l1"), 0),
                        KeySpace.standingsOf(LeagueId.of("l1"), 1));
        assertThat(collections).doesNotContainNull().doesNotHaveDuplicates();
        assertThat(KeySpace.nameOrder("fog", tag)).startsWith("fog");
        assertThat(KeySpace.timeOrder(Instant.ofEpochMilli(2), tag))
                .isGreaterThan(KeySpace.timeOrder(Instant.ofEpochMilli(1), tag));
    }

    @Test
    void clipOrderIsTimeOrderThenIdOrder() {
        Seeds.forEach(
                "clipOrderIsTimeOrderThenIdOrder",
                500,
                random -> {
                    var clips = new ArrayList<Clip>();
                    for (var index = 0; index < 20; index++) {
                        clips.add(new Clip(time(random), DataId.of(id(random))));
                    }
                    var byKey = new ArrayList<>(clips);
                    byKey.sort(
                            Comparator.comparing(
                                    clip -> KeySpace.clipOrder(clip.time(), clip.data())));
                    clips.sort(Comparator.comparing(Clip::time).thenComparing(Clip::data));
                    assertThat(byKey).isEqualTo(clips);
                });
    }

    private record Clip(Instant time, DataId data) {}

    @Test
    void timesThatDoNotFitAKeyAreRejected() {
        assertThat(KeySpace.millis(Instant.EPOCH)).isEqualTo("0000000000000");
        assertThat(KeySpace.millis(KeySpace.TIME_MAX)).isEqualTo("9999999999999");
        assertThatThrownBy(() -> KeySpace.millis(KeySpace.TIME_MAX.plusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeySpace.millis(Instant.EPOCH.minusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void keysAreParsedToTheIdsTheyWereBuiltFrom() {
        Seeds.forEach(
                "keysAreParsedToTheIdsTheyWereBuiltFrom",
                500,
                random -> {
                    var user = UserId.of(id(random));
                    var other = UserId.of(id(random));
                    var post = PostId.of(id(random));
                    var follower = KeySpace.follower(user, other);
                    assertThat(KeySpace.userOf(follower)).isEqualTo(user);
                    assertThat(KeySpace.otherUserOf(follower)).isEqualTo(other);
                    assertThat(KeySpace.otherUserOf(KeySpace.following(user, other)))
                            .isEqualTo(other);
                    assertThat(KeySpace.userOf(KeySpace.like(post, other))).isEqualTo(other);
                    assertThat(KeySpace.postOf(KeySpace.post(user, post))).isEqualTo(post);
                    assertThat(KeySpace.userOf(KeySpace.post(user, post))).isEqualTo(user);
                    var fixture = FixtureId.of(id(random));
                    var declared = KeySpace.fixture(Gameweek.of(7), fixture);
                    assertThat(declared.sk()).startsWith(KeySpace.declaredFixturePrefix());
                    assertThat(KeySpace.fixtureOf(declared)).isEqualTo(fixture);
                    var footballer = FootballerId.of(id(random));
                    var points =
                            KeySpace.gameweekFixturePoints(Gameweek.of(7), footballer, fixture);
                    assertThat(KeySpace.footballerOf(points)).isEqualTo(footballer);
                    assertThat(KeySpace.fixtureOf(points)).isEqualTo(fixture);
                    var entry = KeySpace.timelineEntry(user, post, other);
                    assertThat(KeySpace.userOf(entry)).isEqualTo(user);
                    assertThat(KeySpace.postOf(entry)).isEqualTo(post);
                    assertThat(KeySpace.authorOf(entry)).isEqualTo(other);
                    var session = SessionId.of(id(random));
                    var time = time(random);
                    var view = KeySpace.viewLedger(post, session, time);
                    assertThat(KeySpace.sessionOf(view)).isEqualTo(session);
                    assertThat(KeySpace.viewedAtOf(view)).isEqualTo(time);
                    var data = DataId.of(id(random));
                    var tag = TagId.of(id(random));
                    var generation = GenerationId.of(id(random));
                    var row = KeySpace.tagLedger(user, tag, generation, data);
                    assertThat(KeySpace.userOf(row)).isEqualTo(user);
                    assertThat(KeySpace.tagOf(row)).isEqualTo(tag);
                    assertThat(KeySpace.generationOf(row)).isEqualTo(generation);
                    assertThat(KeySpace.dataOf(row)).isEqualTo(data);
                });
    }

    @Test
    void onlyTheKeyTemplateContainsTheSeparator() throws IOException {
        var main = Path.of("src/main/java");
        assertThat(main).isDirectory();
        try (var files = Files.walk(main)) {
            var filesWithIt =
                    files.filter(file -> file.toString().endsWith(".java"))
                            .filter(file -> read(file).contains("\"#\""))
                            .map(file -> file.getFileName().toString())
                            .toList();
            assertThat(filesWithIt).containsExactly("KeyTemplate.java");
        }
    }

    /// Two templates of one index match the same key only if they have the same words at the same
    /// positions and the same number of parts.
    @Test
    void noPartitionKeyMatchesTwoTemplates() {
        for (var one : KeySpace.Family.values()) {
            for (var other : KeySpace.Family.values()) {
                if (one.compareTo(other) < 0 && one.index() == other.index()) {
                    assertThat(overlap(one.template().text(), other.template().text()))
                            .as("%s and %s", one, other)
                            .isFalse();
                }
            }
        }
    }

    private static boolean overlap(String one, String other) {
        var parts = List.of(one.split("#"));
        var others = List.of(other.split("#"));
        for (var index = 0; index < Math.min(parts.size(), others.size()); index++) {
            var part = parts.get(index);
            var against = others.get(index);
            if (part.endsWith("...}") || against.endsWith("...}")) {
                return true;
            }
            if (!part.startsWith("{") && !against.startsWith("{") && !part.equals(against)) {
                return false;
            }
        }
        return parts.size() == others.size();
    }

    /// The chart of items and the list of index partition keys in `package-info`.
    @Test
    void theChartShowsEveryTemplate() {
        var chart =
                read(Path.of("src/main/java/plaza/table/package-info.java"))
                        .lines()
                        .filter(line -> line.startsWith("///  "))
                        .map(line -> line.substring(5).split(" {2,}"))
                        .toList();
        var items = new ArrayList<String>();
        var partitionKey = "";
        for (var columns : chart) {
            if (!columns[0].startsWith("gsi") && !columns[0].startsWith("lsi")) {
                partitionKey = columns[0].isEmpty() ? partitionKey : columns[0];
                items.add(partitionKey + " " + columns[1]);
            }
        }
        assertThat(items)
                .containsExactlyElementsOf(
                        Stream.of(KeySpace.ItemKind.values())
                                .map(kind ->
                                        kind.family().template().text()
                                                + " "
                                                + kind.sortKey().text())
                                .toList());
        assertThat(
                        chart.stream()
                                .filter(columns -> columns[0].startsWith("gsi"))
                                .map(columns -> columns[0] + " " + columns[1]))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(KeySpace.Family.values())
                                .filter(family -> family.index() != Index.TABLE)
                                .map(family ->
                                        family.index().indexName() + " " + family.template().text())
                                .toList());
    }

    @Test
    void grantsAndStreamPatternsFollowFromTheTemplates() {
        assertThat(KeySpace.Family.FOLLOWERS.pattern()).isEqualTo("u#*#follower");
        assertThat(KeySpace.Family.TAG_LEDGER.pattern()).isEqualTo("TagLedger#*#*#*");
        assertThat(KeySpace.Family.LARGE_LEAGUES.pattern()).isEqualTo("LargeLeagues");
        assertThat(KeySpace.Family.STANDINGS.pattern()).isEqualTo("League#*");
        assertThat(KeySpace.Family.LIKES.streamPattern()).isEqualTo("{\"suffix\": \"#likelist\"}");
        assertThat(KeySpace.Family.TAGGED.streamPattern())
                .isEqualTo("{\"prefix\": \"FavoriteDataTag#\"}");
        assertThat(KeySpace.membershipStreamPattern()).isEqualTo("{\"prefix\": \"League#\"}");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /// One key of every kind of item, by family and ids; equal names denote the same item.
    private static Map<String, Key> everyKey(SplittableRandom random) {
        var user = UserId.of(id(random));
        var other = UserId.of(id(random));
        var post = PostId.of(id(random));
        var session = SessionId.of(id(random));
        var data = DataId.of(id(random));
        var tag = TagId.of(id(random));
        var gamer = GamerId.of(id(random));
        var league = LeagueId.of(id(random));
        var footballer = FootballerId.of(id(random));
        var fixture = FixtureId.of(id(random));
        var gameweek = Gameweek.of(1 + random.nextInt(Gameweek.NUMBER_MAX));
        var time = time(random);
        var word = id(random);
        var keys = new HashMap<String, Key>();
        keys.put("USER info " + user, KeySpace.userInfo(user));
        keys.put("USER count " + user, KeySpace.userCount(user));
        keys.put("USER part of followers " + user, KeySpace.followerCountPart(user, 7));
        keys.put("NAME_WORDS " + word + " " + user, KeySpace.nameWord(word, user));
        keys.put("FOLLOWERS " + user + " " + other, KeySpace.follower(user, other));
        keys.put("FOLLOWING " + user + " " + other, KeySpace.following(user, other));
        keys.put("POSTS " + user + " " + post, KeySpace.post(user, post));
        keys.put(
                "TIMELINE " + user + " " + post + " " + other,
                KeySpace.timelineEntry(user, post, other));
        keys.put("LIKES " + post + " " + user, KeySpace.like(post, user));
        keys.put("LIKE_COUNT " + post, KeySpace.likeCount(post));
        keys.put("LIKE_LEDGER " + post + " " + user, KeySpace.likeLedger(post, user));
        keys.put("VIEWS " + post + " " + session, KeySpace.view(post, session));
        keys.put("VIEW_COUNT " + post, KeySpace.viewCount(post));
        keys.put(
                "VIEW_LEDGER " + post + " " + session + " " + time.toEpochMilli(),
                KeySpace.viewLedger(post, session, time));
        keys.put("FAVORITES " + user + " " + data, KeySpace.favorite(user, data));
        keys.put("TAGS " + user + " " + tag, KeySpace.tag(user, tag));
        keys.put("TAG_NAMES " + user + " " + word, KeySpace.tagName(user, word));
        keys.put("TAGGED " + user + " " + data + " " + tag, KeySpace.tagged(user, data, tag));
        keys.put("GAMER " + gamer, KeySpace.gamer(gamer));
        keys.put("GAMER sheet " + gamer + " " + gameweek, KeySpace.teamSheet(gamer, gameweek));
        keys.put("GAMER league " + gamer + " " + league, KeySpace.membership(gamer, league));
        var shard = random.nextInt(16);
        keys.put("ALL_GAMERS " + shard + " " + gamer, KeySpace.allGamersEntry(shard, gamer));
        keys.put("LEAGUE " + league, KeySpace.league(league));
        keys.put("LEAGUE standing " + league, KeySpace.scoreDistribution(league));
        keys.put("LARGE_LEAGUES " + league, KeySpace.largeLeague(league));
        keys.put("FOOTBALLER " + footballer, KeySpace.footballer(footballer));
        keys.put(
                "FOOTBALLER fixture " + footballer + " " + gameweek + " " + fixture,
                KeySpace.fixturePoints(footballer, gameweek, fixture));
        keys.put("GAMEWEEK " + gameweek, KeySpace.gameweek(gameweek));
        keys.put("GAMEWEEK_COPY " + gameweek + " " + shard, KeySpace.gameweekCopy(gameweek, shard));
        keys.put(
                "GAMEWEEK line " + gameweek + " " + footballer + " " + fixture,
                KeySpace.gameweekFixturePoints(gameweek, footballer, fixture));
        keys.put(
                "GAMEWEEK fixture " + gameweek + " " + fixture,
                KeySpace.fixture(gameweek, fixture));
        keys.put(
                "GAMEWEEK settlement " + gameweek + " " + shard,
                KeySpace.settlement(gameweek, shard));
        keys.put(
                "JOB " + word + " " + user + " " + post,
                KeySpace.job(word, user.value(), post.value()));
        keys.put("IDEMPOTENCY " + user + " " + word, KeySpace.idempotency(user, word));
        keys.put("RATE_LIMIT " + user + " " + time.toEpochMilli(), KeySpace.rateLimit(user, time));
        keys.put("USAGE " + user, KeySpace.usage(user));
        keys.put("RECONCILE run", KeySpace.reconcileRun());
        keys.put("REDRIVE run", KeySpace.redriveRun());
        return keys;
    }

    private static String id(SplittableRandom random) {
        if (random.nextInt(3) > 0) {
            return TRICKY.get(random.nextInt(TRICKY.size()));
        }
        var letters = "ABCXYZabcxyz0189_-";
        var id = new StringBuilder();
        for (var length = 1 + random.nextInt(6); length > 0; length--) {
            id.append(letters.charAt(random.nextInt(letters.length())));
        }
        return id.toString();
    }

    private static Instant time(SplittableRandom random) {
        return Instant.ofEpochMilli(
                random.nextBoolean()
                        ? random.nextLong(5)
                        : random.nextLong(KeySpace.TIME_MAX.toEpochMilli()));
    }

    private static String regex(String pattern) {
        return pattern.replace("*", ".*");
    }
}
