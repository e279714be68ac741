package plaza.social.local;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
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

/// The people of the demo: profiles, follows, posts with their replies, likes and reports. The
/// stream functions deliver the posts and count the likes; the reports are sent to the API.
final class SocialDemo implements Demo {
    private static final JsonMapper JSON = new JsonMapper();

    @Override
    public boolean isLoaded(Table table, String person) {
        return table.get(SocialKeys.USER_INFO.key(UserId.of(person))) != null;
    }

    @Override
    public String load(Village village) {
        var texts = DemoResource.read(SocialDemo.class, new TypeReference<Texts>() {});
        var network = new Network(texts, village);
        village.write(network.items);
        village.drain();
        network.reports.stream()
                .sorted(
                        Comparator.comparingDouble((Reported each) -> each.report().hoursAgo())
                                .reversed())
                .forEach(reported -> report(village, reported));
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
    /// @param reports of the person
    private record Profile(String about, List<String> follows, List<Report> reports) {}

    /// A report of a person or of a post.
    ///
    /// @param isClosed whether an administrator has closed it
    private record Report(
            String reporter, double hoursAgo, String reason, String comment, boolean isClosed) {}

    /// A post, with its age when the demo is loaded.
    ///
    /// @param replies the oldest first
    private record Written(
            String author,
            double hoursAgo,
            String content,
            List<Written> replies,
            List<Report> reports) {
        /// The post and all below it.
        Stream<Written> thread() {
            return Stream.concat(Stream.of(this), replies.stream().flatMap(Written::thread));
        }
    }

    /// A report of a post or a person.
    ///
    /// @param kind of the target, `post` or `user`
    /// @param id of the target
    private record Reported(String kind, String id, Report report) {}

    /// The items of the people, and the reports.
    private static final class Network {
        private static final int SEED = 7;

        /// The share of people who like the most popular post.
        private static final double LIKED_MAX = 0.4;

        private final Texts texts;
        private final Village village;
        private final Random random = new Random(SEED);
        private final List<Item> items = new ArrayList<>();
        private final List<Reported> reports = new ArrayList<>();
        private int follows;
        private int likes;

        Network(Texts texts, Village village) {
            this.texts = texts;
            this.village = village;
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
                post(post, null);
            }
        }

        private void join(Person person, int followers) {
            var user = UserId.of(person.id());
            var profile = texts.of(person);
            for (var report : profile.reports()) {
                reports.add(new Reported("user", person.id(), report));
            }
            var info = new UserInfo(user, person.name(), profile.about(), null, village.founded());
            items.add(UserItems.userInfo(info));
            items.addAll(UserItems.nameWords(info));
            items.add(
                    UserItems.userCounts(
                            user,
                            new UserCounts(
                                    followers,
                                    profile.follows().size(),
                                    texts.allPosts().stream()
                                            .filter(post -> post.author().equals(person.id()))
                                            .count())));
        }

        private void follow(Follow follow) {
            items.add(FollowItems.follower(follow));
            items.add(FollowItems.following(follow));
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
            items.add(PostItems.post(Post.written(author, stamp, post.content(), null, above)));
            for (var report : post.reports()) {
                reports.add(new Reported("post", id.value(), report));
            }
            var interest = random.nextDouble() * LIKED_MAX;
            for (var person : village.people()) {
                if (!person.id().equals(post.author()) && random.nextDouble() < interest) {
                    var like = new Like(id, UserId.of(person.id()), stamp.time());
                    items.add(LikeItems.like(like));
                    likes++;
                }
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

        private static Post.Parent parentOf(UserId author, Item counter) {
            return new Post.Parent(
                    PostItems.countedPost(counter), PostItems.authorIn(counter).equals(author));
        }
    }
}
