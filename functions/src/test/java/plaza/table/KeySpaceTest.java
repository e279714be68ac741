package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.StoredKeys.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.functions.Catalogue;

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

    @Test
    void platformKeysAreWrittenAndReadWithTheirTypes() {
        stored("Job#deliver#ann#p1", "job", PlatformKeys.JOB, "deliver", List.of("ann", "p1"));
        stored("Redrive#run", "run", PlatformKeys.REDRIVE_RUN.key(), PlatformKeys.REDRIVE_RUN);
    }

    @Test
    void differentItemsNeverShareAKey() {
        Seeds.forEach(
                "differentItemsNeverShareAKey",
                Seeds.number(100, 300),
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
        var own = new Families();
        var clubs = own.family("Club#{club}", Variable.TEXT);
        var member = clubs.item("m#{user}", Variable.TEXT, "members");
        var job = PlatformKeys.JOB.key("deliver", List.of("ann"));
        assertThatThrownBy(() -> member.parse(job, List::of))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> clubs.parse(job)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Catalogue.ALL.keySpace().familyOf("Nothing#x"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> keysWith(own).kindOf(new Key("Club#c", "nothing")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(member.is(new Key("Club#c", "nothing"))).isFalse();
    }

    @Test
    void aQueryOfAKindReadsItsItemsOnly() {
        var own = new Families();
        var clubs = own.family("Club#{club}", Variable.TEXT);
        var points =
                clubs.item(
                        "GW#{week}#Match#{match}",
                        Variable.TEXT,
                        Variable.TEXT,
                        "points of a match");
        var ofWeek = points.query("c", "07");
        assertThat(ofWeek.collection()).isEqualTo(clubs.of("c"));
        assertThat(points.key("c", "07", "x1").sk()).startsWith(ofWeek.prefix());
        assertThat(ofWeek.prefix()).isEqualTo("GW#07#Match#");
        assertThat(points.query("c").prefix()).isEqualTo("GW#");
        assertThat(clubs.item("run#{run}", Variable.TEXT, "runs").query("c").prefix())
                .isEqualTo("run#");
    }

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
        for (var template : List.of("u#{club}", "{kind}#ann", "Week#07", "u#ann#{rest...}")) {
            var own = new Families();
            var _ = own.family("u#{user}", Variable.TEXT);
            var _ = own.family("Week#{week}", Variable.TEXT);
            var _ = own.family("u#{user}#follower", Variable.TEXT);
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
                Stream.concat(PlatformKeys.families().stream(), own.families().stream()).toList());
    }

    @Test
    void grantsAndStreamPatternsFollowFromTheTemplates() {
        var own = new Families();
        var members = own.family("c#{club}#members", Variable.TEXT);
        var clubs = own.family("Club#{club}", Variable.TEXT);
        assertThat(members.pattern()).isEqualTo("c#*#members");
        assertThat(own.family("LargeClubs").pattern()).isEqualTo("LargeClubs");
        assertThat(clubs.pattern()).isEqualTo("Club#*");
        assertThat(members.streamPattern()).isEqualTo("{\"suffix\": \"#members\"}");
        assertThat(clubs.streamPattern()).isEqualTo("{\"prefix\": \"Club#\"}");
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

    private static String regex(String pattern) {
        return pattern.replace("*", ".*");
    }
}
