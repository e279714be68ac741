package plaza.favorites.tag;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.evolution.Migration;
import plaza.evolution.MigrationSettings;
import plaza.favorites.Owner;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.migrate.MigrateFunctions;
import plaza.mutant.MutantTrial;
import plaza.reconcile.ReconcileRun;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;
import plaza.testkit.invocation.TestContext;

/// The counts of tags among requests of three releases, jobs, and the migrations between the
/// releases.
class TagCountsTest {
    private static final List<String> FAVORITES = List.of("d1", "d2", "d3");
    private static final List<String> TAGS = List.of("t1", "t2");
    private static final int REQUESTS = 40;
    private static final int SEEDS = Seeds.number(2, 20);

    /// The first seed that detects the wrong design.
    private static final int DETECTING_SEED = 1;

    private static final MigrationSettings HELD = TestBed.holding(TaggingItems.COUNTED_BY_WRITER);

    /// The wrong design that one count is for all generations of a tag.
    private static final GenerationId ANY = GenerationId.of("any");

    @Test
    void countsAreExactAmongThreeReleasesAndTheirMigrations() {
        Seeds.forEach(
                "tag counts",
                SEEDS,
                random -> new Traffic(random, table -> table, Traffic::checkEnd).run());
    }

    @Test
    void aCountOutsideTheGenerationOfItsTaggingsIsDetected() {
        var traffic =
                new Traffic(new SplittableRandom(DETECTING_SEED), OfAllGenerations::new, _ -> {});
        assertThatThrownBy(traffic::run)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the count of");
    }

    /// The functions check the tags instead of their counts, which follow through the stream. A tag
    /// of an import becomes the user's own.
    @Test
    void theStreamCountsWhileTheMigrationIsHeld() {
        try (var bed = new TestBed(functions -> functions.with(MigrationSettings.class, HELD))) {
            var ann = new Owner(bed, "ann");
            var undone = imported(ann, "https://one.example/", "a,b,c,d,e");
            bed.drain();
            var tags = new TreeMap<String, String>();
            ann.call()
                    .all("ListTags", 10)
                    .forEach(tag ->
                            tags.put(tag.path("tagName").asText(), tag.path("tagId").asText()));
            for (var data : List.of("d1", "d2")) {
                Owner.ok(ann.clip(data, List.of(tags.get("a"))));
                var patch = ann.call().at("dataId", data);
                patch.body("{\"tags\": [\"%s\"]}".formatted(tags.get("b")));
                Owner.ok(patch.send("PatchFavorite"));
                Owner.ok(ann.tag(data, requireNonNull(tags.get("c"))));
            }
            Owner.ok(ann.createTag("mine", "mine"));
            Owner.ok(ann.tag("d1", "mine"));
            Owner.ok(ann.merge("mine", requireNonNull(tags.get("e"))));
            var _ = imported(ann, "https://two.example/", "d");
            bed.drain();
            assertThat(ann.taggingsOf("d1")).hasSize(3).noneMatch(TaggingItems::isCountedByWriter);
            assertThat(tags.values().stream().map(ann::count))
                    .as("%s", tags.keySet())
                    .containsExactly(1L, 3L, 3L, 2L, 2L);

            Owner.ok(ann.call().at("importId", undone).send("UndoImport"));
            bed.drain();
            assertThat(Owner.column(ann.call().all("ListTags", 10), "tagName"))
                    .containsExactlyInAnyOrder("a", "b", "c", "d", "e");
        }
    }

    private static String imported(Owner owner, String url, String tags) {
        var file =
                "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF=\"%s\" TAGS=\"%s\">One</A></DL>"
                        .formatted(url, tags);
        var request = owner.call().header("content-type", "text/html").body(file);
        var response = request.send("ImportBookmarks");
        Owner.ok(response);
        return response.json().path("importId").asText();
    }

    /// One Query reads the counts of the first 300 tags, by id.
    @Test
    void aListOfManyTagsHasTheCountOfEach() {
        try (var bed = new TestBed()) {
            var ann = new Owner(bed, "ann");
            var tags =
                    IntStream.range(0, 305)
                            .mapToObj(number ->
                                    StoredTag.created(
                                            Tag.created(
                                                    TagId.of("t%03d".formatted(number)),
                                                    TagName.parse("name " + number),
                                                    bed.clock().instant())))
                            .toList();
            bed.putAll(tags.stream().map(tag -> TagItems.tag(ann.id(), tag)));
            bed.putAll(tags.stream().map(tag -> TagCountItems.counting(ann.id(), tag, 7)));
            var listed = ann.call().query("sort", "tagId").all("ListTags", 100);
            assertThat(listed)
                    .hasSize(tags.size())
                    .allMatch(tag -> tag.path("favoriteCount").asInt() == 7);
        }
    }

    /// Sends a request to the release before a migration.
    private static TestResponse byReleaseBefore(
            Migration migration, TestBed bed, TestRequest request) {
        var functions = bed.functions().with(MigrationSettings.class, TestBed.holding(migration));
        return request.send("TagFavorite", functions.http(TestBed.row("TagFavorite")));
    }

    /// Random requests of one user, also before writes of Migrate. The stream is delivered now and
    /// then.
    private static final class Traffic {
        /// In the order in which they run.
        private static final List<Migration> MIGRATIONS =
                List.of(TaggingItems.WITHOUT_TYPE, TaggingItems.COUNTED_BY_WRITER);

        private final SplittableRandom random;
        private final UnaryOperator<Table> design;
        private final Consumer<TestBed> end;

        /// The migrations whose former release no longer writes.
        private int forgotten;

        private int migrationSteps;
        private boolean isMigrating;

        /// @param end what is checked when the stream is drained
        Traffic(SplittableRandom random, UnaryOperator<Table> design, Consumer<TestBed> end) {
            this.random = random;
            this.design = design;
            this.end = end;
        }

        void run() {
            try (var bed =
                    new TestBed(functions ->
                            functions.on(table -> MutantTrial.over(design.apply(table))))) {
                var ann = new Owner(bed, "ann");
                FAVORITES.forEach(data -> ann.clip(data, List.of()));
                TAGS.forEach(tag -> Owner.ok(ann.createTag(tag, "name of " + tag)));
                for (var number = 0; number < REQUESTS; number++) {
                    send(bed, ann);
                    check(bed, ann);
                }
                while (forgotten < MIGRATIONS.size()) {
                    migrate(bed, ann);
                }
                bed.drain();
                check(bed, ann);
                end.accept(bed);
            }
        }

        /// Checks the responses and the table when the stream is drained.
        static void checkEnd(TestBed bed) {
            var ann = new Owner(bed, "ann");
            bed.clock().advance(Duration.ofHours(1));
            for (var tag : ann.call().all("ListTags", 10)) {
                assertThat(tag.path("favoriteCount").asInt())
                        .isEqualTo(ann.underTag(tag.path("tagId").asText()).size());
                var ofType = ann.call().at("tagId", tag.path("tagId").asText());
                assertThat(ofType.at("dataType", "link").all("ListFavoritesByTagAndType", 10))
                        .hasSize(tag.path("favoriteCount").asInt());
            }
            assertThat(ReconcileRun.reporting(bed).found()).isEmpty();
        }

        private void send(TestBed bed, Owner ann) {
            var data = FAVORITES.get(random.nextInt(FAVORITES.size()));
            var tag = TAGS.get(random.nextInt(TAGS.size()));
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> ann.tag(data, tag);
                case 3 -> {
                    var release = random.nextInt(MIGRATIONS.size());
                    if (release >= forgotten) {
                        byReleaseBefore(
                                MIGRATIONS.get(release),
                                bed,
                                ann.call().at("dataId", data).at("tagId", tag));
                    }
                }
                case 4 -> ann.untag(data, tag);
                case 5 -> {
                    ann.unclip(data);
                    ann.clip(data, List.of(tag));
                }
                case 6 -> {
                    ann.deleteTag(tag);
                    ann.createTag(tag, "name of " + tag);
                }
                case 7 -> {
                    ann.merge(tag, TAGS.get(random.nextInt(TAGS.size())));
                    bed.drain();
                    ann.createTag(tag, "name of " + tag);
                }
                case 8 -> bed.drain();
                default -> migrate(bed, ann);
            }
        }

        private void sendPerhaps(TestBed bed, Owner ann) {
            if (random.nextInt(3) == 0) {
                send(bed, ann);
            }
        }

        /// Performs the next migration while its former release writes, or without it, with the
        /// proof.
        private void migrate(TestBed bed, Owner ann) {
            if (isMigrating || forgotten == MIGRATIONS.size()) {
                return;
            }
            isMigrating = true;
            var migration = MIGRATIONS.get(forgotten).id();
            var isForgotten = migrationSteps++ % 2 == 1;
            forgotten += isForgotten ? 1 : 0;
            invoke(bed, ann, Map.of("action", "migrate", "migration", migration));
            if (isForgotten) {
                var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
                var proof =
                        invoke(
                                bed,
                                ann,
                                Map.of(
                                        "action",
                                        "prove",
                                        "migration",
                                        migration,
                                        "oldWritersGoneAt",
                                        gone));
                assertThat(proof.get("run"))
                        .as("proof of %s", migration)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .containsEntry("old", 0L);
            }
            isMigrating = false;
        }

        private Map<String, Object> invoke(TestBed bed, Owner ann, Map<String, Object> request) {
            return bed.functions()
                    .on(table ->
                            new InterceptedTable(
                                    MutantTrial.over(design.apply(table)),
                                    _ -> sendPerhaps(bed, ann)))
                    .scheduled(MigrateFunctions.MIGRATE)
                    .handleRequest(request, new TestContext("Migrate", Duration.ofMinutes(15)));
        }

        /// The taggings that their writers count are counted at each moment.
        private void check(TestBed bed, Owner ann) {
            for (var item : bed.items(KeySpace.TAGS.of(ann.id()))) {
                var tag = TagItems.storedTag(item);
                var counted =
                        FAVORITES.stream()
                                .flatMap(data -> ann.taggingsOf(data).stream())
                                .filter(TaggingItems::isCountedByWriter)
                                .filter(row ->
                                        TaggingItems.tagOf(row).equals(tag.tag().tagId())
                                                && TaggingItems.tagGeneration(row)
                                                        .equals(tag.generation()))
                                .count();
                var key = TagCountItems.key(ann.id(), tag);
                assertThat(TagCountItems.count(design.apply(bed.table()).getConsistent(key)))
                        .as("the count of %s", tag.tag().tagId())
                        .isEqualTo(counted);
            }
        }
    }

    /// The wrong design: one count for all generations of a tag, which begins again with each.
    private static final class OfAllGenerations extends ForwardingTable {
        OfAllGenerations(Table table) {
            super(table);
        }

        @Override
        public @Nullable Item getConsistent(Key key) {
            return super.getConsistent(replaced(key));
        }

        @Override
        public Outcome<Key> transact(List<Write> writes) {
            return super.transact(writes.stream().map(OfAllGenerations::replaced).toList());
        }

        private static Write replaced(Write write) {
            return switch (write) {
                case Write.Check check -> new Write.Check(replaced(check.key()), check.condition());
                case Write.Update update when KeySpace.TAG_COUNT.is(update.key()) ->
                        update.changes().containsKey(TableSchema.TTL)
                                ? Write.Update.of(replaced(update.key()))
                                        .remove(TagCountItems.COUNT)
                                : new Write.Update(
                                        replaced(update.key()),
                                        update.changes(),
                                        update.condition());
                case Write.Update _, Write.Put _, Write.Delete _ -> write;
            };
        }

        private static Key replaced(Key key) {
            return KeySpace.TAG_COUNT.is(key)
                    ? KeySpace.TAG_COUNT.parse(
                            key, (user, tag, _) -> KeySpace.TAG_COUNT.key(user, tag, ANY))
                    : key;
        }
    }
}
