package plaza.social.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.local.context.Demo;
import plaza.local.context.DemoResource;
import plaza.local.context.Village;
import plaza.local.context.Village.Person;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.image.Image;
import plaza.social.image.ImageFile;
import plaza.social.image.ImageName;
import plaza.social.image.ImageType;
import plaza.social.key.SocialKeys;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Item;
import plaza.table.Table;

/// The people of the demo: profiles with faces, follows, posts with their replies and pictures,
/// likes and reports. Faces and pictures are drawn for the demo, in the folder `pictures`. The
/// stream functions deliver the posts, count the likes and notify the people of both. The reports,
/// and what people did in the last two hours, are sent to the API.
final class SocialDemo implements Demo {
    private static final JsonMapper JSON = new JsonMapper();

    /// The age of the oldest post that is sent to the API.
    private static final int LATELY_HOURS = 2;

    /// The ages at which older posts are written with all that happened since the age before.
    private static final List<Integer> BATCH_HOURS = List.of(48, 24, 12, 6, LATELY_HOURS);

    @Override
    public boolean isLoaded(Table table, String person) {
        return table.get(SocialKeys.USER_INFO.key(UserId.of(person))) != null;
    }

    @Override
    public String load(Village village) {
        var texts = DemoResource.read(SocialDemo.class, new TypeReference<Texts>() {});
        var network = new Network(texts, village);
        network.items.forEach((time, items) -> {
            village.setClock(time);
            village.write(items);
            village.drain();
        });
        network.reports.stream()
                .sorted(
                        Comparator.comparingDouble((Reported each) -> each.report().hoursAgo())
                                .reversed())
                .forEach(reported -> report(village, reported));
        village.setClock(village.start().minus(age(LATELY_HOURS)));
        village.people().forEach(person -> see(village, person));
        perform(village, network.acts);
        return "%d people, %d follows, %d posts, %d likes"
                .formatted(
                        village.people().size(),
                        network.follows,
                        texts.allPosts().size(),
                        network.likes);
    }

    /// Sends a report at its time, and closes it at once if the demo marks it as closed.
    private static void report(Village village, Reported reported) {
        var report = reported.report();
        village.setClock(village.start().minus(age(report.hoursAgo())));
        village.send(
                report.reporter(),
                "POST",
                "/reports",
                JSON.createObjectNode()
                        .put(reported.kind() + "Id", reported.id())
                        .put("reason", report.reason())
                        .put("comment", report.comment()));
        if (report.isClosed()) {
            village.send(
                    Village.ADMINISTRATOR,
                    "PUT",
                    "/reports/" + reported.id() + "/closed",
                    JSON.createObjectNode().put("action", "none").put("kind", reported.kind()));
        }
    }

    /// Marks what a person is notified of as seen, until the time that the clock shows.
    private static void see(Village village, Person person) {
        village.send(
                person.id(),
                "PUT",
                "/users/%s/notifications/seen".formatted(person.id()),
                JSON.createObjectNode().put("at", village.start().toString()));
    }

    /// Sends requests at their times. The stream functions process each of them at its time.
    private static void perform(Village village, List<Act> acts) {
        var ordered = new ArrayList<>(acts);
        ordered.sort(Comparator.comparingDouble(Act::hoursAgo).reversed());
        for (var act : ordered) {
            village.setClock(village.start().minus(age(act.hoursAgo())));
            act.request().run();
            village.drain();
        }
    }

    private static Duration age(double hoursAgo) {
        return Duration.ofMinutes(Math.round(hoursAgo * 60));
    }

    /// The texts.
    ///
    /// @param people by their id
    /// @param posts those that reply to no other, the oldest first
    private record Texts(Map<String, Profile> people, List<Written> posts) {
        Profile of(Person person) {
            return Objects.requireNonNull(people.get(person.id()));
        }

        /// All posts, also those that reply to others.
        List<Written> allPosts() {
            return posts.stream().flatMap(Written::thread).toList();
        }
    }

    /// What a person states, and whom they follow.
    ///
    /// @param follows ids of other people
    /// @param followsLately follows of the last hours
    /// @param reports of the person
    private record Profile(
            String about,
            List<String> follows,
            List<LateFollow> followsLately,
            List<Report> reports) {}

    /// A follow of the last hours.
    ///
    /// @param followee the id of another person
    private record LateFollow(String followee, double hoursAgo) {}

    /// A report of a person or of a post.
    ///
    /// @param isClosed whether an administrator has closed it
    private record Report(
            String reporter, double hoursAgo, String reason, String comment, boolean isClosed) {}

    /// A post, with its age when the demo is loaded.
    ///
    /// @param picture null for none; posts of the last hours have none
    /// @param replies the oldest first
    private record Written(
            String author,
            double hoursAgo,
            String content,
            @Nullable Picture picture,
            List<Written> replies,
            List<Report> reports) {
        /// The post and all below it.
        Stream<Written> thread() {
            return Stream.concat(Stream.of(this), replies.stream().flatMap(Written::thread));
        }

        boolean isLate() {
            return hoursAgo < LATELY_HOURS;
        }
    }

    /// A picture of the demo.
    ///
    /// @param name that of its file
    private record Picture(String name, String alt) {}

    /// Something that a person did in the last hours.
    private record Act(double hoursAgo, Runnable request) {}

    /// A report of a post or a person.
    ///
    /// @param kind of the target, `post` or `user`
    /// @param id of the target
    private record Reported(String kind, String id, Report report) {}

    /// The items of the people by the time at which they are written, the reports, and what was
    /// done lately.
    private static final class Network {
        private static final int SEED = 7;

        /// The share of people who like the most popular post.
        private static final double LIKED_MAX = 0.4;

        private final Texts texts;
        private final Village village;
        private final Random random = new Random(SEED);
        private final Ulids imageIds;
        private final SortedMap<Instant, List<Item>> items = new TreeMap<>();
        private final List<Reported> reports = new ArrayList<>();
        private final List<Act> acts = new ArrayList<>();

        /// The ids of the posts that were sent.
        private final Map<Written, String> ids = new HashMap<>();

        private int follows;
        private int likes;

        Network(Texts texts, Village village) {
            this.texts = texts;
            this.village = village;
            imageIds = new Ulids(Clock.fixed(village.founded(), ZoneOffset.UTC), new Random(SEED));
            var followers = new HashMap<String, List<String>>();
            for (var person : village.people()) {
                for (var followee : texts.of(person).follows()) {
                    followers.computeIfAbsent(followee, _ -> new ArrayList<>()).add(person.id());
                    follow(
                            new Follow(
                                    UserId.of(person.id()),
                                    UserId.of(followee),
                                    village.founded()));
                }
            }
            for (var person : village.people()) {
                join(person, followers.getOrDefault(person.id(), List.of()).size());
            }
            for (var post : texts.posts()) {
                if (post.isLate()) {
                    postLately(post, null);
                } else {
                    post(post, null);
                }
            }
        }

        private void join(Person person, int followers) {
            var user = UserId.of(person.id());
            var profile = texts.of(person);
            for (var report : profile.reports()) {
                reports.add(new Reported("user", person.id(), report));
            }
            var face = image(person.id(), null);
            var info =
                    new UserInfo(
                            user,
                            person.name(),
                            profile.about(),
                            face.url(),
                            face.name(),
                            village.founded());
            var atFirst = itemsAt(village.founded());
            atFirst.add(UserItems.userInfo(info));
            atFirst.addAll(UserItems.nameWords(info));
            atFirst.add(
                    UserItems.userCounts(
                            user,
                            new UserCounts(
                                    followers,
                                    profile.follows().size(),
                                    texts.allPosts().stream()
                                            .filter(post -> post.author().equals(person.id()))
                                            .filter(post -> !post.isLate())
                                            .count())));
            profile.followsLately().forEach(follow -> followLately(person.id(), follow));
        }

        /// Stores a picture as an image of its own.
        private Image image(String picture, @Nullable String alt) {
            var bytes = DemoResource.bytes(SocialDemo.class, "pictures/" + picture + ".webp");
            var size = ImageFile.size(ImageType.WEBP, bytes);
            var name =
                    new ImageName(
                            imageIds.next().id(),
                            imageIds.next().id(),
                            size.width(),
                            size.height(),
                            ImageType.WEBP);
            return new Image(village.store(name.key(), bytes).toString(), name, alt);
        }

        private List<Item> itemsAt(Instant time) {
            return items.computeIfAbsent(time, _ -> new ArrayList<>());
        }

        private void follow(Follow follow) {
            var atFirst = itemsAt(village.founded());
            atFirst.add(FollowItems.follower(follow));
            atFirst.add(FollowItems.following(follow));
            follows++;
        }

        private void followLately(String follower, LateFollow follow) {
            var path = "/users/%s/following/%s".formatted(follower, follow.followee());
            acts.add(new Act(follow.hoursAgo(), () -> village.send(follower, "PUT", path, null)));
            follows++;
        }

        /// Adds a post and those below it.
        ///
        /// @param parent the counter of the post to which it replies, or null
        private void post(Written post, @Nullable Item parent) {
            var author = UserId.of(post.author());
            var clock = Clock.fixed(village.start().minus(age(post.hoursAgo())), ZoneOffset.UTC);
            var stamp = new Ulids(clock, random).next();
            var id = PostId.of(stamp.id());
            var above = parent == null ? null : parentOf(author, parent);
            var items = itemsAt(village.start().minus(age(batch(post))));
            var picture = post.picture();
            var images =
                    picture == null
                            ? List.<Image>of()
                            : List.of(image(picture.name(), picture.alt()));
            items.add(
                    PostItems.post(
                            Post.written(author, stamp, post.content(), null, images, above)));
            for (var report : post.reports()) {
                reports.add(new Reported("post", id.value(), report));
            }
            for (var liker : likers(post)) {
                items.add(LikeItems.like(new Like(id, UserId.of(liker), stamp.time())));
            }
            var counter =
                    PostItems.counter(
                            id,
                            author,
                            parent == null ? List.of() : PostItems.ancestorsOfReplyTo(parent),
                            Map.of(PostCounter.REPLIES, (long) post.replies().size()));
            items.add(counter);
            if (above != null) {
                items.add(PostItems.replyEdge(above.post(), id, author));
            }
            post.replies().forEach(reply -> post(reply, counter));
        }

        /// The age at which the items of a post are written.
        private static int batch(Written post) {
            return BATCH_HOURS.stream()
                    .filter(hours -> hours <= post.hoursAgo())
                    .findFirst()
                    .orElseThrow();
        }

        /// Adds a post of the last hours, its likes, and the posts below it.
        ///
        /// @param parent the post to which it replies, or null
        private void postLately(Written post, @Nullable Written parent) {
            acts.add(new Act(post.hoursAgo(), () -> send(post, parent)));
            for (var liker : likers(post)) {
                acts.add(new Act(post.hoursAgo() / 2, () -> like(liker, post)));
            }
            post.replies().forEach(reply -> postLately(reply, post));
        }

        private void send(Written post, @Nullable Written parent) {
            var body = JSON.createObjectNode().put("content", post.content());
            if (parent != null) {
                body.putObject("inReplyTo").put("postId", idOf(parent));
            }
            var path = "/users/%s/posts".formatted(post.author());
            var written = village.send(post.author(), "POST", path, body);
            ids.put(post, written.path("postId").asText());
        }

        private void like(String person, Written post) {
            var path = "/posts/%s/likes/%s".formatted(idOf(post), person);
            village.send(person, "PUT", path, null);
        }

        private String idOf(Written post) {
            return Objects.requireNonNull(ids.get(post));
        }

        /// Chooses the people who like a post.
        private List<String> likers(Written post) {
            var interest = random.nextDouble() * LIKED_MAX;
            var likers = new ArrayList<String>();
            for (var person : village.people()) {
                if (!person.id().equals(post.author()) && random.nextDouble() < interest) {
                    likers.add(person.id());
                }
            }
            likes += likers.size();
            return likers;
        }

        private static Post.Parent parentOf(UserId author, Item counter) {
            return new Post.Parent(
                    PostItems.countedPost(counter), PostItems.authorIn(counter).equals(author));
        }
    }
}
