package plaza.continuation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.FantasyGame;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.Owner;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.job.Work;
import plaza.simulation.MemoryTable;
import plaza.social.id.PostId;
import plaza.table.Family;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Requests that leave work to the stream functions, on a table of its own.
///
/// The ids of users, tags, favorites and gamers are in another order than the times at which they
/// were created, so that a position in one list is no position in another.
///
/// @param prepare the requests before, whose work is done
/// @param leave the requests whose work is examined
/// @param report what tells users about the progress of the work; null if nothing does
record Scenario(
        String name, Consumer<TestBed> prepare, Consumer<TestBed> leave, @Nullable Report report) {
    /// A route that tells users about the progress of work.
    ///
    /// @param work the work of the jobs
    /// @param request starts a request of the user who began the work
    /// @param field the field that counts what is done
    /// @param done the state when everything is done
    /// @param result the families that do not change afterwards
    /// @param lease the user whose lease the work has until then; null if it needs none
    record Report(
            Class<? extends Work> work,
            String route,
            Function<TestBed, TestRequest> request,
            String field,
            String done,
            Set<Family> result,
            @Nullable UserId lease) {}

    Scenario(String name, Consumer<TestBed> prepare, Consumer<TestBed> leave) {
        this(name, prepare, leave, null);
    }

    Scenario reportedBy(Report other) {
        return new Scenario(name, prepare, leave, other);
    }

    private static final List<String> USERS = List.of("zoe", "adam", "kim", "bob", "yan", "cho");

    /// Gamers of two shards of the list of all gamers, in the order in which they are created.
    private static final List<String> GAMERS = gamers();

    private static final List<String> LEAGUES = List.of("pub", "inn", "bar");

    static List<Scenario> all() {
        return Stream.of(social(), favorites(), fantasy()).flatMap(List::stream).toList();
    }

    @Override
    public String toString() {
        return name;
    }

    // ---- social

    private static List<Scenario> social() {
        return List.of(
                new Scenario(
                        "a post of a user with many followers",
                        bed -> {
                            followed(bed);
                            List.of("leo", "una", "ali", "pia")
                                    .forEach(user -> {
                                        bed.user(user);
                                        bed.follow(user, "mia");
                                    });
                        },
                        bed -> post(bed)),
                new Scenario(
                        "a follow of a user with posts",
                        bed -> {
                            followed(bed);
                            IntStream.range(0, 5).forEach(_ -> post(bed));
                            bed.user("gus");
                            bed.post("gus", "Mine.");
                        },
                        bed -> bed.follow("gus", "mia")),
                new Scenario(
                        "the deletion of a post with likes, views and replies",
                        bed -> {
                            followed(bed);
                            var post = popular(bed);
                            post(bed);
                            assertOne(post);
                        },
                        bed -> delete(bed, "mia", oldest(bed, "mia"))),
                new Scenario(
                        "likes, views and unlikes",
                        bed -> {
                            followed(bed);
                            popular(bed);
                        },
                        bed -> {
                            var post = oldest(bed, "mia");
                            USERS.forEach(user -> edge(bed, user, post).send("UnlikePost"));
                            USERS.reversed().forEach(user -> like(bed, user, post));
                            edge(bed, "zoe", post).send("UnlikePost");
                            like(bed, "mia", post);
                            view(bed, "bob", post, "s2");
                        }),
                new Scenario(
                        "an unfollow of a user with posts",
                        bed -> {
                            followed(bed);
                            bed.user("gus");
                            bed.follow("kim", "gus");
                            for (var number = 0; number < 4; number++) {
                                post(bed);
                                bed.post("gus", "Tide.");
                            }
                        },
                        bed ->
                                bed.as("kim")
                                        .at("userId", "kim")
                                        .at("followeeId", "mia")
                                        .send("UnfollowUser")
                                        .orFail()),
                new Scenario(
                        "a suspension",
                        Scenario::knownUser,
                        bed -> {
                            active(bed);
                            bed.suspend("mia", true);
                        }),
                new Scenario(
                        "the end of a suspension",
                        bed -> {
                            knownUser(bed);
                            bed.suspend("mia", true);
                        },
                        bed -> bed.suspend("mia", false)),
                new Scenario(
                        "a protection",
                        Scenario::knownUser,
                        bed -> {
                            active(bed);
                            bed.protect("mia", true);
                        }));
    }

    /// Mia writes a moment before something else happens.
    private static void active(TestBed bed) {
        post(bed);
        var other = bed.post("bob", "Sun.");
        like(bed, "mia", other);
        bed.reply("mia", other);
    }

    /// Mia with six followers.
    private static void followed(TestBed bed) {
        bed.user("mia");
        USERS.forEach(user -> {
            bed.user(user);
            bed.follow(user, "mia");
        });
    }

    private static PostId post(TestBed bed) {
        bed.clock().advance(Duration.ofMinutes(2));
        return bed.post("mia", "Fog.");
    }

    /// A post with likes, views and replies.
    private static PostId popular(TestBed bed) {
        var post = post(bed);
        USERS.reversed().forEach(user -> like(bed, user, post));
        USERS.forEach(user -> view(bed, user, post, "s1"));
        USERS.subList(1, 4).forEach(user -> bed.reply(user, post));
        return post;
    }

    /// Mia, who has posts, replies, followers, followed users and likes.
    private static void knownUser(TestBed bed) {
        bed.user("mia");
        bed.as("mia")
                .at("userId", "mia")
                .body("{\"name\": \"Mia Quinn Abel\"}")
                .send("PutUserInfo")
                .orFail();
        var posts = new ArrayList<PostId>();
        USERS.forEach(user -> {
            bed.user(user);
            bed.follow(user, "mia");
            bed.follow("mia", user);
            bed.clock().advance(Duration.ofMinutes(2));
            posts.add(bed.post(user, "Rain."));
        });
        posts.reversed().forEach(post -> like(bed, "mia", post));
        posts.subList(2, 5).forEach(post -> bed.reply("mia", post));
        popular(bed);
        popular(bed);
    }

    private static void like(TestBed bed, String user, PostId post) {
        edge(bed, user, post).send("LikePost").orFail();
    }

    private static TestRequest edge(TestBed bed, String user, PostId post) {
        return bed.as(user).at("postId", post.value()).at("userId", user);
    }

    private static void view(TestBed bed, String user, PostId post, String session) {
        bed.as(user)
                .at("postId", post.value())
                .at("sessionId", session)
                .send("RecordView")
                .orFail();
    }

    private static PostId oldest(TestBed bed, String author) {
        var posts = bed.as(author).at("userId", author).all("GetPostListByUserId", 100);
        return PostId.of(posts.getLast().path("postId").asText());
    }

    private static void delete(TestBed bed, String author, PostId post) {
        bed.as(author).at("userId", author).at("postId", post.value()).send("DeletePost").orFail();
    }

    private static void assertOne(PostId post) {
        if (post.value().isEmpty()) {
            throw new AssertionError("no post");
        }
    }

    // ---- favorites

    private static List<Scenario> favorites() {
        return List.of(
                new Scenario(
                        "a favorite with tags is unclipped",
                        Scenario::collection,
                        bed -> Owner.ok(ann(bed).unclip("d7"))),
                new Scenario(
                        "a favorite with tags changes its type",
                        Scenario::collection,
                        bed -> Owner.ok(ann(bed).clip("d7", "note", "Sea", Map.of()))),
                new Scenario(
                        "a tag is deleted",
                        Scenario::collection,
                        bed -> Owner.ok(ann(bed).deleteTag("t9"))),
                new Scenario(
                        "a tag is merged",
                        Scenario::collection,
                        bed -> Owner.ok(ann(bed).merge("t9", "t2"))),
                new Scenario(
                        "a chain of tags is merged",
                        Scenario::collection,
                        bed -> {
                            Owner.ok(ann(bed).merge("t9", "t2"));
                            Owner.ok(ann(bed).merge("t2", "t5"));
                            Owner.ok(ann(bed).merge("t7", "t5"));
                        }),
                new Scenario("an import", Scenario::collection, bed -> importing(bed))
                        .reportedBy(
                                importReport(FavoritesWork.ImportBookmarks.class, "done", "done")),
                new Scenario(
                                "an import is undone",
                                bed -> {
                                    collection(bed);
                                    importing(bed);
                                },
                                bed ->
                                        Owner.ok(
                                                ann(bed).call()
                                                        .at("importId", imported(bed))
                                                        .send("UndoImport")))
                        .reportedBy(
                                importReport(FavoritesWork.UndoImport.class, "removed", "undone")),
                new Scenario(
                                "many favorites are tagged",
                                Scenario::manyFavorites,
                                bed -> change(bed, "{\"action\": \"tag\", \"tagId\": \"t5\"}"))
                        .reportedBy(changeReport(FavoritesKeys.TAGGED)),
                new Scenario(
                                "many favorites are untagged",
                                Scenario::manyFavorites,
                                bed -> change(bed, "{\"action\": \"untag\", \"tagId\": \"t9\"}"))
                        .reportedBy(changeReport(FavoritesKeys.TAGGED)),
                new Scenario(
                                "many favorites are unclipped",
                                Scenario::manyFavorites,
                                bed -> change(bed, "{\"action\": \"unclip\"}"))
                        .reportedBy(changeReport(FavoritesKeys.FAVORITES)));
    }

    private static Report importReport(Class<? extends Work> work, String field, String done) {
        return new Report(
                work,
                "GetBookmarksImport",
                bed -> ann(bed).call().at("importId", imported(bed)),
                field,
                done,
                Set.of(FavoritesKeys.FAVORITES, FavoritesKeys.TAGS, FavoritesKeys.FOLDERS),
                UserId.of("ann"));
    }

    private static Report changeReport(Family result) {
        return new Report(
                FavoritesWork.ChangeFavorites.class,
                "GetFavoritesChange",
                bed -> ann(bed).call().at("changeId", changed(bed)),
                "changed",
                "done",
                Set.of(result),
                UserId.of("ann"));
    }

    private static String changed(TestBed bed) {
        return ((MemoryTable) bed.table())
                .items()
                .filter(item -> FavoritesKeys.CHANGE_RECORD.is(item.key()))
                .map(item -> FavoritesKeys.CHANGE_RECORD.parse(item.key(), (_, id) -> id.value()))
                .findFirst()
                .orElseThrow();
    }

    private static Owner ann(TestBed bed) {
        return new Owner(bed, "ann");
    }

    /// Four tags, and favorites of which each has several.
    private static void collection(TestBed bed) {
        var ann = ann(bed);
        List.of("t9", "t2", "t7", "t5").forEach(tag -> Owner.ok(ann.createTag(tag, "name " + tag)));
        for (var data : List.of("d7", "d1", "d9", "d4")) {
            Owner.ok(
                    ann.clip(
                            data,
                            "link",
                            "Sea " + data,
                            Map.of("contentUrl", "https://example.com/" + data)));
            List.of("t9", "t7").forEach(tag -> Owner.ok(ann.tag(data, tag)));
        }
        List.of("t2", "t5").forEach(tag -> Owner.ok(ann.tag("d7", tag)));
        Owner.ok(ann.tag("d1", "t2"));
    }

    private static String importing(TestBed bed) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<HR>\n");
        for (var folder = 0; folder < 3; folder++) {
            file.append("<DT><H3>Folder ").append(9 - folder).append("</H3>\n<DL><p>\n");
            for (var number = 0; number < 25; number++) {
                file.append(
                        "<DT><A HREF=\"https://example.com/%d/%d\" TAGS=\"%s\">Page %d</A>\n"
                                .formatted(
                                        folder,
                                        number * 7 % 25,
                                        number % 5 == 0 ? "name t5,w" + folder : "w" + number % 3,
                                        number));
            }
            file.append("<DT><A HREF=\"https://example.com/d1\">Sea</A>\n<HR>\n</DL><p>\n");
        }
        var response =
                ann(bed).call()
                        .header("content-type", "text/html")
                        .body(file.append("</DL><p>\n").toString())
                        .send("ImportBookmarks");
        Owner.ok(response);
        return response.json().path("importId").asText();
    }

    private static String imported(TestBed bed) {
        return ann(bed).call().all("ListBookmarksImports", 10).getFirst().path("importId").asText();
    }

    private static void manyFavorites(TestBed bed) {
        collection(bed);
        var ann = ann(bed);
        for (var number = 0; number < 105; number++) {
            var data = "n" + number * 37 % 105;
            Owner.ok(
                    ann.clip(
                            data,
                            "link",
                            "Sea " + data,
                            Map.of("contentUrl", "https://example.com/" + data)));
            if (number % 3 == 0) {
                Owner.ok(ann.tag(data, "t9"));
            }
        }
    }

    private static void change(TestBed bed, String body) {
        Owner.ok(ann(bed).call().query("q", "sea").body(body).send("ChangeFavorites"));
    }

    // ---- fantasy

    private static List<Scenario> fantasy() {
        return List.of(
                new Scenario("a gameweek is settled", Scenario::season, bed -> settle(bed, 2))
                        .reportedBy(settlementReport(2)),
                new Scenario(
                                "a settlement is corrected",
                                bed -> {
                                    season(bed);
                                    settle(bed, 2);
                                },
                                bed -> {
                                    new FantasyGame(bed).allPlay(1, 7).settle(1).orFail();
                                    new FantasyGame(bed).allPlay(2, 1).settle(2).orFail();
                                })
                        .reportedBy(settlementReport(1)),
                new Scenario(
                        "a gameweek is unsettled",
                        Scenario::season,
                        bed -> new FantasyGame(bed).unsettle(1).orFail()),
                new Scenario(
                        "a divided league is left and deleted",
                        Scenario::season,
                        bed -> {
                            var game = new FantasyGame(bed);
                            game.leave(GAMERS.get(2), "pub").orFail();
                            deleteLeague(bed, "inn");
                        }),
                // a settlement could move rows to positions that the erasures have passed
                new Scenario(
                        "leagues are deleted while totals fall",
                        Scenario::season,
                        bed -> {
                            new FantasyGame(bed).allPlay(1, 1).settle(1).orFail();
                            LEAGUES.forEach(league -> deleteLeague(bed, league));
                        }));
    }

    private static void deleteLeague(TestBed bed, String league) {
        bed.as(GAMERS.getFirst()).at("leagueId", league).send("DeleteLeague").orFail();
    }

    private static Report settlementReport(int gameweek) {
        return new Report(
                FantasyWork.SettleGamers.class,
                "GetSettlement",
                bed -> bed.as("anyone").at("gameweek", Integer.toString(gameweek)),
                "gamersDone",
                "settled",
                Set.of(FantasyKeys.GAMERS),
                null);
    }

    private static List<String> gamers() {
        var gamers = new ArrayList<String>();
        for (var number = 99; gamers.size() < 7; number--) {
            var id = "g" + number * 31 % 97;
            if (GamerItems.shardOf(GamerId.of(id)) == 3 || gamers.isEmpty()) {
                gamers.add(id);
            }
        }
        return gamers;
    }

    /// Three leagues, of which the stream has divided the index, a settled gameweek and one that is
    /// over.
    private static void season(TestBed bed) {
        var game = new FantasyGame(bed).withFootballers().withGameweeks(1, 2);
        for (var gamer : GAMERS) {
            game.gamer(gamer).orFail();
        }
        for (var league : LEAGUES) {
            game.league(GAMERS.getFirst(), league, league).orFail();
            GAMERS.forEach(gamer -> game.join(gamer, league).orFail());
        }
        var jobs = new Jobs(bed.table(), bed.clock());
        for (var league : LEAGUES) {
            jobs.beginLater(new FantasyWork.RankLeague(LeagueId.of(league)));
        }
        GAMERS.subList(0, 6).forEach(gamer -> game.sheet(gamer, 1, FantasyGame.SHEET).orFail());
        GAMERS.subList(2, 4).forEach(gamer -> game.sheet(gamer, 2, FantasyGame.SHEET).orFail());
        game.allPlay(1, 5);
        game.allPlay(2, 3);
        bed.drain();
        game.closed(1, 2);
        game.settle(1).orFail();
    }

    private static void settle(TestBed bed, int gameweek) {
        new FantasyGame(bed).settle(gameweek).orFail();
    }
}
