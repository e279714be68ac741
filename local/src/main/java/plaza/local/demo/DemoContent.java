package plaza.local.demo;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/// The texts of the demo, from the resource `plaza/demo/lowmere.json`. All people, clubs and
/// footballers are invented.
///
/// @param posts those that reply to no other, the oldest first
/// @param givenNames of footballers
/// @param surnames of footballers
record DemoContent(
        List<Person> people,
        List<Post> posts,
        List<String> clubs,
        List<String> givenNames,
        List<String> surnames) {
    private static final String RESOURCE = "/plaza/demo/lowmere.json";

    /// A list that the file omits is empty.
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .withConfigOverride(
                            List.class,
                            list ->
                                    list.setSetterInfo(
                                            JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
                    .build();

    /// A person of the village.
    ///
    /// @param id the subject of the person's tokens, and thereby the id of the user and gamer
    /// @param follows ids of other people
    /// @param reports of the person
    /// @param country where the person was born, in two letters
    record Person(
            String id,
            String name,
            String about,
            List<String> follows,
            String country,
            List<Favorite> favorites,
            List<Report> reports) {}

    /// A report of a person or of a post.
    ///
    /// @param isClosed whether an administrator has closed it
    record Report(
            String reporter, double hoursAgo, String reason, String comment, boolean isClosed) {}

    /// A link that a person saved.
    record Favorite(String title, String url, List<String> tags) {}

    /// A post, with its age when the demo is loaded.
    ///
    /// @param replies the oldest first
    record Post(
            String author,
            double hoursAgo,
            String content,
            List<Post> replies,
            List<Report> reports) {
        /// The post and all below it.
        Stream<Post> thread() {
            return Stream.concat(Stream.of(this), replies.stream().flatMap(Post::thread));
        }
    }

    /// All posts, also those that reply to others.
    List<Post> allPosts() {
        return posts.stream().flatMap(Post::thread).toList();
    }

    static DemoContent read() {
        try (var in = DemoContent.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("the content of the demo is missing");
            }
            return JSON.readValue(in, DemoContent.class);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
