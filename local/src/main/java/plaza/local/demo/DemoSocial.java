package plaza.local.demo;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.local.demo.DemoContent.Person;
import plaza.social.follow.Follow;
import plaza.social.follow.FollowItems;
import plaza.social.id.PostId;
import plaza.social.like.Like;
import plaza.social.like.LikeItems;
import plaza.social.post.Post;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.user.UserCounts;
import plaza.social.user.UserInfo;
import plaza.social.user.UserItems;
import plaza.table.Item;

/// The items of the demo's people: profiles, follows, posts with their replies, and likes. The
/// stream functions deliver the posts and count the likes. Reports are sent to the API later.
final class DemoSocial {
    /// A report of a post or a person.
    ///
    /// @param kind of the target, `post` or `user`
    /// @param id of the target
    record Reported(String kind, String id, DemoContent.Report report) {}

    private static final int SEED = 7;

    /// The share of people who like the most popular post.
    private static final double LIKED_MAX = 0.4;

    private final List<Item> items = new ArrayList<>();
    private final List<Reported> reports = new ArrayList<>();
    private int follows;
    private int likes;

    /// @param founded when the people joined and followed each other
    /// @param start when the demo starts
    DemoSocial(DemoContent content, Instant founded, Instant start) {
        var random = new Random(SEED);
        var followers = new HashMap<String, List<String>>();
        for (var person : content.people()) {
            for (var followee : person.follows()) {
                followers.computeIfAbsent(followee, _ -> new ArrayList<>()).add(person.id());
                follow(new Follow(UserId.of(person.id()), UserId.of(followee), founded));
            }
        }
        for (var person : content.people()) {
            join(person, followers, content, founded);
        }
        for (var post : content.posts()) {
            post(content, post, null, start, random);
        }
    }

    List<Item> items() {
        return items;
    }

    /// The reports, the oldest first.
    List<Reported> reports() {
        return reports.stream()
                .sorted(
                        Comparator.comparingDouble((Reported each) -> each.report().hoursAgo())
                                .reversed())
                .toList();
    }

    int follows() {
        return follows;
    }

    int likes() {
        return likes;
    }

    private void join(
            Person person,
            Map<String, List<String>> followers,
            DemoContent content,
            Instant founded) {
        var user = UserId.of(person.id());
        for (var report : person.reports()) {
            reports.add(new Reported("user", person.id(), report));
        }
        var info = new UserInfo(user, person.name(), person.about(), null, founded);
        items.add(UserItems.userInfo(info));
        items.addAll(UserItems.nameWords(info));
        items.add(
                UserItems.userCounts(
                        user,
                        new UserCounts(
                                followers.getOrDefault(person.id(), List.of()).size(),
                                person.follows().size(),
                                content.allPosts().stream()
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
    private void post(
            DemoContent content,
            DemoContent.Post post,
            @Nullable Item parent,
            Instant start,
            Random random) {
        var author = UserId.of(post.author());
        var age = Duration.ofMinutes(Math.round(post.hoursAgo() * 60));
        var clock = Clock.fixed(start.minus(age), ZoneOffset.UTC);
        var stamp = new Ulids(clock, random).next();
        var id = PostId.of(stamp.id());
        var above = parent == null ? null : parentOf(author, parent);
        items.add(PostItems.post(Post.written(author, stamp, post.content(), null, above)));
        for (var report : post.reports()) {
            reports.add(new Reported("post", id.value(), report));
        }
        var interest = random.nextDouble() * LIKED_MAX;
        for (var person : content.people()) {
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
        post.replies().forEach(reply -> post(content, reply, counter, start, random));
    }

    private static Post.Parent parentOf(UserId author, Item counter) {
        return new Post.Parent(
                PostItems.countedPost(counter), PostItems.authorIn(counter).equals(author));
    }
}
