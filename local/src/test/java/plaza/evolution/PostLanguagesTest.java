package plaza.evolution;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import plaza.id.Ulids;
import plaza.id.UserId;
import plaza.migrate.Migrations;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// Runs the example of `docs/evolution.md`.
final class PostLanguagesTest {
    private static final Path PAGE = Path.of("../docs/evolution.md");
    private static final Path EXAMPLE = Path.of("src/test/java/plaza/evolution/PostLanguages.java");

    private static final MigrationSettings WRITING = MigrationSettings.NONE;
    private static final MigrationSettings HOLDING =
            new MigrationSettings(Set.of(PostLanguages.MIGRATION.id()), Set.of());
    private static final MigrationSettings PROVED =
            new MigrationSettings(Set.of(), Set.of(PostLanguages.MIGRATION.id()));

    @AutoClose private final TestBed bed = TestBed.declaring(PostLanguages.DECLARED);

    @Test
    void theCodeOfThePageIsThatOfTheExample() throws IOException {
        var example = compact(Files.readString(EXAMPLE));
        var blocks =
                Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(block -> compact(block.group(1)))
                        .toList();
        assertThat(blocks).hasSize(4).allMatch(example::contains);
    }

    private static String compact(String code) {
        return code.replaceAll("\\s+", "");
    }

    @Test
    void thePostsOfTheReleaseBeforeGetALanguage() {
        bed.user("ann");
        var old = post(bed.post("ann", "Fog."));
        var held = put(PostLanguages.post(written("2"), "de", HOLDING));
        var later = put(PostLanguages.post(written("3"), "de", WRITING));
        assertThat(languages(WRITING, old, held, later)).containsExactly("und", "und", "de");

        run(Map.of("action", "plan", "migration", PostLanguages.MIGRATION.id()));
        run(Map.of("action", "migrate", "migration", PostLanguages.MIGRATION.id()));
        var proof = prove();

        assertThat(proof).containsEntry("old", 0L).containsEntry("state", "done");
        assertThat(languages(PROVED, old, held, later)).containsExactly("und", "und", "de");
    }

    @Test
    void aPostOfTheReleaseBeforePreventsTheProof() {
        put(PostLanguages.post(written("1"), "de", HOLDING));
        assertThat(prove()).containsEntry("old", 1L);
    }

    @Test
    void theLanguageThatAnEditSetsIsKept() {
        var post = put(PostLanguages.post(written("1"), "de", HOLDING));
        var _ = bed.table().write(PostLanguages.edited(post, "fr"));

        var run = run(Map.of("action", "migrate", "migration", PostLanguages.MIGRATION.id()));

        assertThat(run).containsEntry("rewritten", 0L);
        assertThat(languages(WRITING, post)).containsExactly("fr");
    }

    @Test
    void aReleaseThatHoldsTheMigrationRefusesToRunIt() {
        try (var holding =
                new TestBed(functions ->
                        functions
                                .with(Migrations.class, PostLanguages.DECLARED)
                                .with(MigrationSettings.class, HOLDING))) {
            assertThatThrownBy(() ->
                            holding.migrate(
                                    Map.of(
                                            "action",
                                            "migrate",
                                            "migration",
                                            PostLanguages.MIGRATION.id())))
                    .hasMessageStartingWith("The functions still write version 1");
        }
    }

    private static Post written(String id) {
        return Post.written(
                UserId.of("ann"),
                new Ulids.Stamp(id, Instant.parse("2026-11-20T10:00:00Z")),
                "Rain.",
                null,
                null);
    }

    private Key put(Item item) {
        var _ = bed.table().write(Write.Put.of(item));
        return item.key();
    }

    private static Key post(PostId id) {
        return SocialKeys.POST.key(UserId.of("ann"), id);
    }

    private List<String> languages(MigrationSettings settings, Key... posts) {
        return List.of(posts).stream()
                .map(key -> requireNonNull(bed.table().getConsistent(key)))
                .map(item -> PostLanguages.language(item, settings))
                .toList();
    }

    private Map<String, Object> prove() {
        var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
        return run(
                Map.of(
                        "action",
                        "prove",
                        "migration",
                        PostLanguages.MIGRATION.id(),
                        "oldWritersGoneAt",
                        gone));
    }

    @SuppressWarnings("unchecked") // the response is JSON
    private Map<String, Object> run(Map<String, Object> request) {
        return (Map<String, Object>) requireNonNull(bed.migrate(request).get("run"));
    }
}
