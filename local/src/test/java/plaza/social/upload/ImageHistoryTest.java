package plaza.social.upload;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.local.objects.LocalObjects;
import plaza.objects.ObjectStore;
import plaza.social.image.Image;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.table.Table;
import plaza.testkit.InterceptedTable.Crash;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;

/// Random histories of uploads, posts, edits, profiles and erasures, in which a function stops
/// once: before or after one of its calls to the table or the store.
///
/// At that moment, and after each request, all images of posts and profiles exist. When the stream
/// is drained and the store has deleted what was never used, nothing else is stored.
///
/// `verify` lets a few histories stop at a few of their calls; `-Pdeep` lets each of many histories
/// stop at each call. `-Dplaza.seed=` runs one history, and `-Dplaza.call=` stops it at one call.
final class ImageHistoryTest {
    private static final List<String> USERS = List.of("ann", "bob");

    /// Requests of a history.
    private static final int REQUESTS = 14;

    private static final int HISTORIES = SharedData.isDeep() ? 10 : 2;

    /// The calls of a history at which `verify` lets a function stop.
    private static final int SAMPLE = 5;

    private final TestBed bed =
            new TestBed(functions ->
                    functions
                            .making(ObjectStore.class, () -> stopping(ObjectStore.class, objects()))
                            .on(table -> stopping(Table.class, table)));

    private final UploadBed uploads = new UploadBed(bed);

    /// How often a function has reached a place at which it may stop.
    private final AtomicLong reached = new AtomicLong();

    private long stop;

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void eachStoredImageExistsAndNothingElseIsLeft() {
        Long replayed = Long.getLong("plaza.seed");
        var first = replayed == null ? System.nanoTime() : replayed;
        var histories = replayed == null ? HISTORIES : 1;
        System.out.println("histories of images from seed " + first);
        var runs = 0;
        for (var seed = first; seed < first + histories; seed++) {
            var calls = run(seed, Long.MAX_VALUE);
            for (var call : calls(seed, calls)) {
                run(seed, call);
                runs++;
            }
        }
        System.out.println(runs + " histories of images in which a function stopped");
        assertThat(runs).isPositive();
    }

    /// The calls of a history at which a function stops.
    private static List<Long> calls(long seed, long all) {
        Long replayed = Long.getLong("plaza.call");
        if (replayed != null) {
            return List.of(replayed);
        }
        var random = new SplittableRandom(seed);
        return SharedData.isDeep()
                ? Stream.iterate(0L, call -> call < all, call -> call + 1).toList()
                : random.longs(SAMPLE, 0, all).boxed().toList();
    }

    /// Runs a history.
    ///
    /// @param call the place at which a function stops
    /// @return how many places the history has
    private long run(long seed, long call) {
        bed.clear();
        objects().keys().forEach(objects()::delete);
        stop = Long.MAX_VALUE;
        USERS.forEach(bed::user);
        bed.drain();
        reached.set(0);
        stop = call;
        var history = new History(new SplittableRandom(seed));
        try {
            for (var number = 0; number < REQUESTS; number++) {
                history.step();
                assertImagesExist();
            }
            bed.drain();
            var places = reached.get();
            stop = Long.MAX_VALUE;
            bed.clock().advance(ObjectStore.NEW_TIME.plusDays(1));
            objects().deleteUnused();
            assertThat(new HashSet<>(objects().keys())).isEqualTo(stored());
            return places;
        } catch (AssertionError failed) {
            throw new AssertionError(
                    "Replay with -Dplaza.seed=%d -Dplaza.call=%d: %s"
                            .formatted(seed, call, history.done),
                    failed);
        }
    }

    private LocalObjects objects() {
        return bed.objects();
    }

    private void assertImagesExist() {
        assertThat(objects().keys()).containsAll(stored());
    }

    /// The keys of the images of all posts and profiles.
    private Set<String> stored() {
        var keys = new HashSet<String>();
        posts().forEach(post -> post.images().forEach(image -> keys.add(image.name().key())));
        for (var user : USERS) {
            var item = bed.table().getConsistent(SocialKeys.USER_INFO.key(UserId.of(user)));
            var image = item == null ? null : UserItems.userInfo(item).image();
            if (image != null) {
                keys.add(image.key());
            }
        }
        return keys;
    }

    private List<Post> posts() {
        return USERS.stream()
                .flatMap(user -> bed.items(SocialKeys.POSTS.of(UserId.of(user))).stream())
                .map(PostItems::post)
                .toList();
    }

    /// What users do.
    private final class History {
        final List<String> done = new ArrayList<>();
        private final SplittableRandom random;
        private final List<List<String>> uploadIds = List.of(new ArrayList<>(), new ArrayList<>());

        History(SplittableRandom random) {
            this.random = random;
        }

        /// A request that stops is sent again, or not.
        void step() {
            var number = random.nextInt(20);
            var user = random.nextInt(USERS.size());
            var request = request(number, user);
            done.add(number + " by " + USERS.get(user));
            var isRepeated = random.nextBoolean();
            try {
                request.run();
            } catch (Crash _) {
                if (isRepeated) {
                    request.run();
                }
            }
        }

        private Runnable request(int number, int user) {
            var name = USERS.get(user);
            return switch (number) {
                case 0, 1, 2, 3 -> () -> upload(user, true);
                case 4 -> () -> upload(user, false);
                case 5, 6, 7, 8, 9 -> sent(name, "CreatePost", post(user));
                case 10, 11, 12 -> edit(name, user);
                case 13, 14 -> delete(name);
                case 15, 16 -> sent(name, "PutUserInfo", profile(user));
                case 17 -> {
                    var days = random.nextInt(2);
                    yield () -> {
                        bed.clock().advance(Duration.ofDays(days));
                        objects().deleteUnused();
                    };
                }
                case 18 -> bed::drain;
                default ->
                        random.nextInt(3) == 0
                                ? sent(name, "EraseUser", "{\"userId\":\"" + name + "\"}")
                                : bed::drain;
            };
        }

        /// Creates an upload, unless the user has left.
        private void upload(int user, boolean isSent) {
            var file = UploadBed.jpeg();
            var created = uploads.create(USERS.get(user), "image/jpeg", file);
            if (created.status() == 201) {
                uploadIds.get(user).add(created.json().path("uploadId").asText());
                if (isSent) {
                    var _ = uploads.send(UploadBed.signed(created.json(), file));
                }
            }
        }

        private String post(int user) {
            return "{\"content\":\"Fog.\",\"images\":[" + uploaded(user) + "]}";
        }

        /// One upload or two; often those that other posts have, too.
        private String uploaded(int user) {
            var known = uploadIds.get(user);
            if (known.isEmpty()) {
                return "";
            }
            var images = new ArrayList<String>();
            for (var count = random.nextInt(3); count > 0; count--) {
                images.add("{\"uploadId\":\"" + known.get(random.nextInt(known.size())) + "\"}");
            }
            return String.join(",", images);
        }

        private Runnable edit(String name, int user) {
            var own = own(name);
            if (own.isEmpty()) {
                return () -> {};
            }
            var post = own.get(random.nextInt(own.size()));
            var images = new ArrayList<String>();
            for (var image : post.images()) {
                if (random.nextBoolean()) {
                    images.add("{\"url\":\"" + image.url() + "\"}");
                }
            }
            var added = uploaded(user);
            if (!added.isEmpty() && images.size() + added.split(",").length <= Image.COUNT_MAX) {
                images.add(added);
            }
            var body = "{\"images\":[" + String.join(",", images) + "]}";
            return () ->
                    bed.as(name)
                            .at("userId", name)
                            .at("postId", post.id().value())
                            .body(body)
                            .send("EditPost");
        }

        private Runnable delete(String name) {
            var own = own(name);
            if (own.isEmpty()) {
                return () -> {};
            }
            var post = own.get(random.nextInt(own.size())).id().value();
            return () -> bed.as(name).at("userId", name).at("postId", post).send("DeletePost");
        }

        private List<Post> own(String name) {
            return posts().stream().filter(post -> post.author().value().equals(name)).toList();
        }

        private String profile(int user) {
            var known = uploadIds.get(user);
            return known.isEmpty() || random.nextInt(3) == 0
                    ? "{\"name\":\"A\"}"
                    : "{\"name\":\"A\",\"imageUploadId\":\"%s\"}"
                            .formatted(known.get(random.nextInt(known.size())));
        }

        private Runnable sent(String user, String function, String body) {
            return () -> bed.as(user).at("userId", user).body(body).send(function);
        }
    }

    /// Stops a function before or after one of its calls.
    private <T> T stopping(Class<T> type, T calls) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) -> {
                            reach();
                            try {
                                var result = method.invoke(calls, arguments);
                                reach();
                                return result;
                            } catch (InvocationTargetException thrown) {
                                throw thrown.getCause();
                            }
                        }));
    }

    private void reach() {
        if (reached.getAndIncrement() == stop) {
            assertImagesExist();
            throw new Crash();
        }
    }
}
