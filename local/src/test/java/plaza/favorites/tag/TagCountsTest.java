package plaza.favorites.tag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import plaza.Seeds;
import plaza.favorites.Owner;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.mutant.MutantTrial;
import plaza.reconcile.ReconcileRun;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The counts of tags among requests and jobs.
class TagCountsTest {
    private static final List<String> FAVORITES = List.of("d1", "d2", "d3");
    private static final List<String> TAGS = List.of("t1", "t2");
    private static final int REQUESTS = 40;
    private static final int SEEDS = Seeds.number(2, 20);

    /// The wrong design that one count is for all generations of a tag.
    private static final GenerationId ANY = GenerationId.of("any");

    @Test
    void countsAreExactAmongRequestsAndJobs() {
        Seeds.forEach(
                "tag counts",
                SEEDS,
                random -> new Traffic(random, table -> table, Traffic::checkEnd).run());
    }

    /// A tagging of the deleted tag remains, and its removal reduces the count of the new tag.
    @Test
    void aCountOutsideTheGenerationOfItsTaggingsIsDetected() {
        var traffic = new Traffic(new SplittableRandom(), OfAllGenerations::new, _ -> {});
        try (var bed = traffic.bed()) {
            var ann = new Owner(bed, "ann");
            FAVORITES.forEach(data -> ann.clip(data, List.of()));
            Owner.ok(ann.createTag("t1", "one"));
            Owner.ok(ann.tag("d1", "t1"));
            Owner.ok(ann.deleteTag("t1"));
            Owner.ok(ann.createTag("t1", "one"));
            Owner.ok(ann.tag("d2", "t1"));
            traffic.check(bed, ann);
            Owner.ok(ann.untag("d1", "t1"));
            assertThatThrownBy(() -> traffic.check(bed, ann))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("the count of");
        }
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

    /// Random requests of one user. The stream is delivered now and then.
    private static final class Traffic {
        private final SplittableRandom random;
        private final UnaryOperator<Table> design;
        private final Consumer<TestBed> end;

        /// @param end what is checked when the stream is drained
        Traffic(SplittableRandom random, UnaryOperator<Table> design, Consumer<TestBed> end) {
            this.random = random;
            this.design = design;
            this.end = end;
        }

        TestBed bed() {
            return new TestBed(
                    functions -> functions.on(table -> MutantTrial.over(design.apply(table))));
        }

        void run() {
            try (var bed = bed()) {
                var ann = new Owner(bed, "ann");
                FAVORITES.forEach(data -> ann.clip(data, List.of()));
                TAGS.forEach(tag -> Owner.ok(ann.createTag(tag, "name of " + tag)));
                for (var number = 0; number < REQUESTS; number++) {
                    send(bed, ann);
                    check(bed, ann);
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
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> ann.tag(data, tag);
                case 3 -> ann.untag(data, tag);
                case 4 -> {
                    ann.unclip(data);
                    ann.clip(data, List.of(tag));
                }
                case 5 -> {
                    ann.deleteTag(tag);
                    ann.createTag(tag, "name of " + tag);
                }
                case 6 -> {
                    ann.merge(tag, TAGS.get(random.nextInt(TAGS.size())));
                    bed.drain();
                    ann.createTag(tag, "name of " + tag);
                }
                default -> bed.drain();
            }
        }

        /// The taggings of a tag are counted at each moment.
        private void check(TestBed bed, Owner ann) {
            for (var item : bed.items(FavoritesKeys.TAGS.of(ann.id()))) {
                var tag = TagItems.storedTag(item);
                var counted =
                        FAVORITES.stream()
                                .flatMap(data -> ann.taggingsOf(data).stream())
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
                case Write.Update update when FavoritesKeys.TAG_COUNT.is(update.key()) ->
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
            return FavoritesKeys.TAG_COUNT.is(key)
                    ? FavoritesKeys.TAG_COUNT.parse(
                            key, (user, tag, _) -> FavoritesKeys.TAG_COUNT.key(user, tag, ANY))
                    : key;
        }
    }
}
