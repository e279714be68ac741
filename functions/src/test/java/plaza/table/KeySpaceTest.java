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
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.key.SocialKeys;
import plaza.table.TableSchema.Index;

/// Keys of different items are never equal, and keys sort in the order of their values.
class KeySpaceTest {
    private static final List<ItemKind> KINDS =
            Catalogue.ALL.keySpace().families().stream()
                    .flatMap(family -> family.kinds().stream())
                    .toList();

    /// Ids that are easily confused with other parts of a key: the words of the key space itself.
    private static final List<String> TRICKY =
            Stream.concat(
                            KINDS.stream()
                                    .flatMap(kind -> Stream.of(kind.family().text(), kind.text()))
                                    .flatMap(template -> Stream.of(template.split("#")))
                                    .filter(part -> !part.startsWith("{")),
                            Stream.of("deliver", "-", "_", "0", "01"))
                    .distinct()
                    .toList();

    /// The templates are in the chart, and the golden items have a key of each kind. These have
    /// variables of each number and type.
    @Test
    void keysAreWrittenAndReadWithTheirTypes() {
        var ann = UserId.of("ann");
        var bob = UserId.of("bob");
        var post = PostId.of("p1");
        var week = Gameweek.of(7);
        stored("u#ann", "count#3", SocialKeys.FOLLOWER_COUNT_PART, ann, 3);
        stored("NameWord#é", "émile#u#ann", SocialKeys.NAME_WORD, "é", "émile", ann);
        stored("u#ann#timeline", "p#p1#u#bob", SocialKeys.TIMELINE_ENTRY, ann, post, bob);
        stored(
                "p#p1#viewledger",
                "s#s1#0000000000123",
                SocialKeys.VIEW_LEDGER_ROW,
                post,
                SessionId.of("s1"),
                Instant.ofEpochMilli(123));
        stored("Report#post#p1#2", "u#bob", SocialKeys.REPORT, "post", "p1", 2, bob);
        stored("TagName#ann", "a #b c", FavoritesKeys.TAG_NAME, ann, "a #b c");
        stored("Gamer#g1", "GW#07#TeamSheet", FantasyKeys.TEAM_SHEET, GamerId.of("g1"), week);
        stored(
                "Gamer#g1",
                "League#l1",
                FantasyKeys.MEMBERSHIP,
                GamerId.of("g1"),
                LeagueId.of("l1"));
        stored("League#l1", "League#l1", FantasyKeys.LEAGUE, LeagueId.of("l1"));
        stored(
                "Gameweek#07",
                "Footballer#f1#Fixture#x1",
                FantasyKeys.GAMEWEEK_FIXTURE_POINTS,
                week,
                FootballerId.of("f1"),
                FixtureId.of("x1"));
        stored("Job#deliver#ann#p1", "job", PlatformKeys.JOB, "deliver", List.of("ann", "p1"));
        stored(
                "Reconcile#run",
                "run",
                PlatformKeys.RECONCILE_RUN.key(),
                PlatformKeys.RECONCILE_RUN);
    }

    private <A> void stored(String pk, String sk, ItemKind.Of1<A> kind, A a) {
        stored(pk, sk, kind.key(a), kind);
        assertThat(kind.parse(kind.key(a))).isEqualTo(a);
    }

    private <A, B> void stored(String pk, String sk, ItemKind.Of2<A, B> kind, A a, B b) {
        stored(pk, sk, kind.key(a, b), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b), List::of)).isEqualTo(List.of(a, b));
    }

    private <A, B, C> void stored(String pk, String sk, ItemKind.Of3<A, B, C> kind, A a, B b, C c) {
        stored(pk, sk, kind.key(a, b, c), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b, c), List::of))
                .isEqualTo(List.of(a, b, c));
    }

    private <A, B, C, D> void stored(
            String pk, String sk, ItemKind.Of4<A, B, C, D> kind, A a, B b, C c, D d) {
        stored(pk, sk, kind.key(a, b, c, d), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b, c, d), List::of))
                .isEqualTo(List.of(a, b, c, d));
    }

    private void stored(String pk, String sk, Key key, ItemKind kind) {
        assertThat(key).isEqualTo(new Key(pk, sk));
        assertThat(Catalogue.ALL.keySpace().kindOf(key)).isEqualTo(kind);
    }

    @Test
    void indexKeysAreStoredAsBefore() {
        var ann = UserId.of("ann");
        var tag = TagId.of("t1");
        var league = LeagueId.of("l1");
        var time = Instant.ofEpochMilli(123);
        var collections =
                List.of(
                        FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(ann),
                        FavoritesKeys.FAVORITES_BY_TYPE.of(ann, "link"),
                        FavoritesKeys.FAVORITES_BY_URL.of(ann, "abc"),
                        FavoritesKeys.TAGS_BY_NAME.of(ann),
                        FavoritesKeys.TAGS_BY_CREATE_TIME.of(ann),
                        FavoritesKeys.TAGS_BY_LAST_ACCESS_TIME.of(ann),
                        FavoritesKeys.TAGGED_BY_TAG.of(ann, tag),
                        FantasyKeys.standingsOf(league, 0),
                        FantasyKeys.standingsOf(league, 2),
                        FantasyKeys.FOOTBALLERS_BY_POSITION.of("GK"),
                        FantasyKeys.GAMEWEEKS_BY_NUMBER.of());
        assertThat(collections)
                .containsExactly(
                        new ItemCollection(Index.LSI_ONE, "FavoriteData#ann"),
                        new ItemCollection(Index.GSI_ONE, "FavoriteData#ann#link"),
                        new ItemCollection(Index.GSI_TWO, "FavoriteUrl#ann#abc"),
                        new ItemCollection(Index.LSI_ONE, "Tag#ann"),
                        new ItemCollection(Index.LSI_TWO, "Tag#ann"),
                        new ItemCollection(Index.LSI_THREE, "Tag#ann"),
                        new ItemCollection(Index.GSI_ONE, "FavoriteDataTag#ann#t1"),
                        new ItemCollection(Index.GSI_TWO, "League#l1"),
                        new ItemCollection(Index.GSI_TWO, "League#l1#2"),
                        new ItemCollection(Index.GSI_ONE, "Position#GK"),
                        new ItemCollection(Index.GSI_ONE, "Gameweeks"));
        assertThat(FavoritesKeys.CLIP_ORDER.of(time, DataId.of("d1")))
                .isEqualTo("0000000000123#d1");
        assertThat(FavoritesKeys.NAME_ORDER.of("a #b", tag)).isEqualTo("a #b  #t1");
        assertThat(FavoritesKeys.TIME_ORDER.of(time, tag)).isEqualTo("0000000000123#t1");
    }

    @Test
    void differentItemsNeverShareAKey() {
        Seeds.forEach(
                "differentItemsNeverShareAKey",
                300,
                random -> {
                    var owners = new HashMap<Key, String>();
                    for (var round = 0; round < 60; round++) {
                        for (var kind : KINDS) {
                            var values = values(kind, random);
                            var key = kind.keyOf(values);
                            var name = kind + " " + List.of(values);
                            var before = owners.put(key, name);
                            assertThat(before == null || before.equals(name))
                                    .as("%s and %s share %s", before, name, key)
                                    .isTrue();
                        }
                    }
                });
    }

    @Test
    void everyKeyHasItsKindAndTheGrantOfItsFamily() {
        Seeds.forEach(
                "everyKeyHasItsKindAndTheGrantOfItsFamily",
                200,
                random -> {
                    for (var kind : KINDS) {
                        var values = values(kind, random);
                        var key = kind.keyOf(values);
                        assertThat(Catalogue.ALL.keySpace().kindOf(key)).isEqualTo(kind);
                        assertThat(Catalogue.ALL.keySpace().familyOf(key.pk()))
                                .isEqualTo(kind.family());
                        assertThat(kind.values(key)).containsExactly(values);
                        assertThat(key.pk()).matches(regex(kind.family().pattern()));
                    }
                });
    }

    @Test
    void keysOfNoKindAreRejected() {
        var entry = FantasyKeys.ALL_GAMERS_ENTRY.key(3, GamerId.of("g1"));
        assertThatThrownBy(() -> SocialKeys.POST.parse(entry, List::of))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> SocialKeys.POSTS.parse(entry))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Catalogue.ALL.keySpace().familyOf("Nothing#x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Catalogue.ALL.keySpace().kindOf(new Key("u#ann", "nothing")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(FantasyKeys.GAMER.is(new Key("Gamer#g1", "Gamer#g2"))).isFalse();
    }

    @Test
    void aQueryOfAKindReadsItsItemsOnly() {
        var week = Gameweek.of(7);
        var footballer = FootballerId.of("f1");
        var points = FantasyKeys.FIXTURE_POINTS.key(footballer, week, FixtureId.of("x1"));
        var ofWeek = FantasyKeys.FIXTURE_POINTS.query(footballer, week);
        assertThat(ofWeek.collection()).isEqualTo(FantasyKeys.FOOTBALLERS.of(footballer));
        assertThat(points.sk()).startsWith(ofWeek.prefix());
        assertThat(ofWeek.prefix()).isEqualTo("GW#07#Fixture#");
        assertThat(FantasyKeys.FIXTURE_POINTS.query(footballer).prefix()).isEqualTo("GW#");
        assertThat(FantasyKeys.TEAM_SHEET.query(GamerId.of("g1")).prefix()).isEqualTo("GW#");
        assertThat(FantasyKeys.SETTLEMENT.query(week).prefix()).isEqualTo("Settlement#");
        var above = SocialKeys.timelineAbove(PostId.of("p1"));
        var ann = UserId.of("ann");
        assertThat(above)
                .isGreaterThan(SocialKeys.TIMELINE_ENTRY.key(ann, PostId.of("p1"), ann).sk())
                .isLessThan(SocialKeys.TIMELINE_ENTRY.key(ann, PostId.of("p2"), ann).sk());
    }

    @Test
    void aWordIsListedUnderItsFirstLetter() {
        var ann = UserId.of("ann");
        assertThat(SocialKeys.NAME_WORD.key("😀x", "😀x", ann).pk())
                .isEqualTo(SocialKeys.NAME_WORDS.of("😀").pk())
                .isEqualTo("NameWord#😀");
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
                                    clip -> FavoritesKeys.CLIP_ORDER.of(clip.time(), clip.data())));
                    clips.sort(Comparator.comparing(Clip::time).thenComparing(Clip::data));
                    assertThat(byKey).isEqualTo(clips);
                });
    }

    private record Clip(Instant time, DataId data) {}

    @Test
    void timesThatDoNotFitAKeyAreRejected() {
        assertThat(KeyTime.text(Instant.EPOCH)).isEqualTo("0000000000000");
        assertThat(KeyTime.text(KeyTime.TIME_MAX)).isEqualTo("9999999999999");
        assertThatThrownBy(() -> KeyTime.text(KeyTime.TIME_MAX.plusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> KeyTime.text(Instant.EPOCH.minusMillis(1)))
                .isInstanceOf(IllegalArgumentException.class);
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

    @Test
    void familiesWhoseKeysAreAmbiguousAreRejected() {
        for (var template : List.of("u#{club}", "{kind}#ann", "Gameweek#07", "u#ann#{rest...}")) {
            var own = new Families();
            var _ = own.family(template, Variable.TEXT);
            assertRejected(own, template);
        }
        for (var sortKey : List.of("m#{other}", "{rest...}", "{word}#x")) {
            var own = new Families();
            var club = own.family("Club#{club}", Variable.TEXT);
            var _ = club.item("m#{user}", Variable.TEXT, "members");
            var _ = club.item(sortKey, Variable.TEXT, "others");
            assertRejected(own, sortKey);
        }
        var own = new Families();
        var club = own.family("Club#{club}", Variable.TEXT);
        var _ = club.item("m#{user}", Variable.TEXT, "members");
        var _ = club.item("club", "a club");
        assertThat(keysWith(own).kindOf(new Key("Club#c", "m#ann")).text()).isEqualTo("m#{user}");
    }

    private static void assertRejected(Families own, String template) {
        assertThatThrownBy(() -> keysWith(own))
                .as(template)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(template);
    }

    private static KeySpace keysWith(Families own) {
        return new KeySpace(
                Stream.concat(Catalogue.ALL.keySpace().families().stream(), own.families().stream())
                        .toList());
    }

    @Test
    void grantsAndStreamPatternsFollowFromTheTemplates() {
        assertThat(SocialKeys.FOLLOWERS.pattern()).isEqualTo("u#*#follower");
        assertThat(FantasyKeys.LARGE_LEAGUES.pattern()).isEqualTo("LargeLeagues");
        assertThat(FantasyKeys.STANDINGS.pattern()).isEqualTo("League#*");
        assertThat(SocialKeys.LIKES.streamPattern()).isEqualTo("{\"suffix\": \"#likelist\"}");
        assertThat(FavoritesKeys.TAGGED.streamPattern())
                .isEqualTo("{\"prefix\": \"FavoriteDataTag#\"}");
        assertThat(FantasyKeys.MEMBERSHIP.streamPattern()).isEqualTo("{\"prefix\": \"League#\"}");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /// Random values of a kind's variables.
    private static String[] values(ItemKind kind, SplittableRandom random) {
        return kind.variables().stream()
                .map(name ->
                        (kind.family().text() + kind.text()).contains("{" + name + "...}")
                                ? id(random) + "#" + id(random)
                                : id(random))
                .toArray(String[]::new);
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
                        : random.nextLong(KeyTime.TIME_MAX.toEpochMilli()));
    }

    private static String regex(String pattern) {
        return pattern.replace("*", ".*");
    }
}
