package plaza.evolution;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.functions.ItemReaders;
import plaza.leaving.Erasures;
import plaza.leaving.Traces;
import plaza.local.emulator.ItemJson;
import plaza.migrate.Migrations;
import plaza.reconcile.ContestedTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.document.GeneratedText;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/// The shapes of stored items by kind and version, and a golden item of each.
///
/// `-Dplaza.docs=write` adds what is missing. It never changes what exists: tables have such items,
/// so items with other attributes need a new version (`docs/evolution.md`).
@Order(1)
final class StoredItemsTest {
    /// Has a folder for each context.
    private static final Path FOLDER = Path.of("src/test/resources/plaza");

    /// The folder of the kinds of items of the platform.
    private static final String PLATFORM = "evolution";

    /// An [ItemShape] per line.
    private static final String SHAPES = "item-shapes.txt";

    /// An item of each shape per line, in JSON with DynamoDB's types.
    private static final String GOLDEN_ITEMS = "golden-items.jsonl";

    /// The attributes with text that users wrote, in which a word may be an id by chance. What a
    /// user wrote is deleted with its item; what others wrote about them stays.
    private static final Set<String> WRITTEN_BY_USERS =
            Set.of("content", "name", "words", "title", "note", "comment", "displayName");

    private static final Erasures ERASURES = Declarations.registered().erasures();

    private static Map<String, List<Item>> written = Map.of();

    @BeforeAll
    static void write() throws IOException {
        written = WrittenItems.all().stream().collect(groupingBy(ItemShape::versionOf));
        if (GeneratedText.isWritten()) {
            addMissing();
        }
    }

    @Test
    void itemsHaveTheAttributesOfTheirVersion() throws IOException {
        var shapes = shapes();
        var wrong = new TreeSet<String>();
        written.forEach((version, items) -> {
            var shape = shapes.get(version);
            if (shape == null) {
                wrong.add(version + " is not listed; run with -Dplaza.docs=write");
            } else {
                items.forEach(item -> wrong.addAll(shape.differences(item)));
            }
        });
        assertThat(wrong)
                .as(
                        "Tables have items of these versions. To change the attributes of a kind, declare a new version of it: docs/evolution.md. An attribute that the version always had, but no sample wrote, is added to %s with `?`.",
                        SHAPES)
                .isEmpty();
    }

    /// The attributes of a version that no sample writes are not compared.
    @Test
    void samplesWriteTheNewestVersionOfEveryKindUnlessANoteSaysWhyNot() throws IOException {
        var shapes = shapes();
        for (var family : Catalogue.ALL.keySpace().families()) {
            for (var kind : family.kinds()) {
                if (!SampleEvents.areOfThisProject(folderOf(version(kind, 1)))) {
                    continue;
                }
                var newest =
                        shapes.values().stream()
                                .filter(shape -> shape.kind().equals(kind.toString()))
                                .max(Comparator.comparingInt(ItemShape::number));
                assertThat(newest).as("%s in %s", kind, SHAPES).isPresent();
                newest.ifPresent(shape ->
                        assertThat(written.containsKey(shape.version()))
                                .as(
                                        "A sample writes %s, unless a note in %s says why not. If the kind has a newer version, run with -Dplaza.docs=write",
                                        shape.version(), SHAPES)
                                .isEqualTo(shape.note().isEmpty()));
            }
        }
    }

    @Test
    void everyGoldenItemHasItsShapeAndCanBeRead() throws IOException {
        var shapes = shapes();
        var golden = goldenItems();
        assertThat(golden.keySet()).isEqualTo(shapes.keySet());
        golden.forEach((version, item) -> {
            var shape = shapes.get(version);
            assertThat(shape == null ? null : shape.differences(item)).isEmpty();
            // the golden job is that of a context, which may be missing
            if (SampleEvents.areOfThisProject(folderOf(version))) {
                assertThatCode(() -> new ItemReaders(Catalogue.ALL).read(item))
                        .as("the reader of %s", version)
                        .doesNotThrowAnyException();
            }
        });
    }

    @Test
    void everyVersionAfterTheFirstHasADeclaredMigration() throws IOException {
        for (var shape : shapes().values()) {
            if (shape.number() > 1) {
                assertThat(Migrations.of(Declarations.registered().migrations()).all())
                        .as(
                                "Add the migration to %s to the migrations of its context",
                                shape.version())
                        .anyMatch(each -> version(each.kind(), each.to()).equals(shape.version()));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void aMigrationRewritesTheGoldenItemAsTheNextVersion(Migration migration) throws IOException {
        var old = golden(migration);
        try (var bed = TestBed.declaring(SampleMigration.DECLARED)) {
            proveBefore(bed, migration);
            bed.putAll(Stream.of(old));

            bed.migrate(Map.of("action", "migrate", "migration", migration.id()));

            var item = requireNonNull(bed.table().getConsistent(old.key()));
            assertThat(item.version()).isEqualTo(migration.to());
            var shapes = shapes();
            shapes.put(SampleMigration.SHAPE.version(), SampleMigration.SHAPE);
            var shape = requireNonNull(shapes.get(ItemShape.versionOf(item)));
            assertThat(shape.differences(item)).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void aMigrationLeavesAnItemThatIsDeletedMeanwhile(Migration migration) throws IOException {
        var old = golden(migration);
        try (var bed = TestBed.declaring(SampleMigration.DECLARED)) {
            proveBefore(bed, migration);
            bed.putAll(Stream.of(old));
            var deletion =
                    new ExecutionInterceptor() {
                        @Override
                        public void beforeExecution(
                                Context.BeforeExecution context, ExecutionAttributes attributes) {
                            if (context.request() instanceof UpdateItemRequest
                                    || context.request() instanceof TransactWriteItemsRequest) {
                                var _ = bed.table().write(Write.Delete.of(old.key()));
                            }
                        }
                    };

            var run =
                    bed.migrate(
                            bed.functions().observedBy(deletion),
                            Map.of("action", "migrate", "migration", migration.id()));

            assertThat(run).containsEntry("superseded", 1L).containsEntry("rewritten", 0L);
            assertThat(bed.table().getConsistent(old.key())).isNull();
        }
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void aMigrationLeavesAnItemThatChangesMeanwhile(Migration migration) throws IOException {
        var old = golden(migration);
        try (var bed = TestBed.declaring(SampleMigration.DECLARED)) {
            proveBefore(bed, migration);
            bed.putAll(Stream.concat(Stream.of(old), joined(migration, old)));
            var accepted = new ArrayList<String>();
            var contested = new ContestedTable(bed.table(), bed.table(), accepted);

            var run =
                    bed.migrate(
                            bed.functions().with(Table.class, contested),
                            Map.of("action", "migrate", "migration", migration.id()));

            assertThat(run).containsEntry("rewritten", 1L);
            assertThat(accepted).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("migrations")
    void anItemOfAnUnknownVersionIsListedAndLeft(Migration migration) throws IOException {
        try (var bed = TestBed.declaring(SampleMigration.DECLARED)) {
            var attributes = new HashMap<>(golden(migration).attributes());
            attributes.put(TableSchema.VERSION, AttributeValue.fromN("9"));
            var unknown = new Item(attributes);
            bed.putAll(Stream.of(unknown));

            var run = bed.migrate(Map.of("action", "plan", "migration", migration.id()));

            assertThat(run).containsEntry("unknown", 1L).containsEntry("found", 1L);
            assertThat(run.get("findings")).asString().contains(unknown.key().sk());
        }
    }

    /// The items that a migration joins with an old one: the golden items of their kinds.
    private static Stream<Item> joined(Migration migration, Item old) throws IOException {
        var golden = goldenItems().values();
        return migration.joinedKeys(old).stream()
                .flatMap(key ->
                        golden.stream()
                                .filter(item ->
                                        Catalogue.ALL.keySpace().kindOf(item.key())
                                                == Catalogue.ALL.keySpace().kindOf(key))
                                .limit(1)
                                .map(item -> {
                                    var attributes = new HashMap<>(item.attributes());
                                    attributes.putAll(Item.at(key).build().attributes());
                                    return new Item(attributes);
                                }));
    }

    /// Proves the earlier migrations of the same kind.
    private static void proveBefore(TestBed bed, Migration migration) {
        var gone = bed.clock().instant().minus(Duration.ofHours(1)).toString();
        for (var before : migrations()) {
            if (before.kind() == migration.kind() && before.to() < migration.to()) {
                bed.migrate(
                        Map.of(
                                "action",
                                "prove",
                                "migration",
                                before.id(),
                                "oldWritersGoneAt",
                                gone));
            }
        }
    }

    static List<Migration> migrations() {
        return SampleMigration.DECLARED.all();
    }

    private static Item golden(Migration migration) throws IOException {
        var version = version(migration.kind(), migration.from());
        return requireNonNull(
                goldenItems().get(version),
                () -> "%s has no %s; run with -Dplaza.docs=write".formatted(GOLDEN_ITEMS, version));
    }

    private static String version(ItemKind kind, int number) {
        return kind + " v" + number;
    }

    /// An attribute with an id that is a person's in another item has to be declared for erasures
    /// ([plaza.leaving.Place]), unless the same item names the person in a declared place as well:
    /// the keys of an index follow from others.
    @Test
    void noItemNamesAPersonInAnUndeclaredAttribute() {
        var items = written.values().stream().flatMap(List::stream).toList();
        var persons = items.stream().flatMap(StoredItemsTest::owners).collect(Collectors.toSet());
        assertThat(persons).contains("alice", "bob");
        var undeclared = new TreeSet<String>();
        for (var item : items) {
            var declared = persons(item).collect(Collectors.toSet());
            item.attributes()
                    .forEach((name, value) -> {
                        if (!WRITTEN_BY_USERS.contains(name)) {
                            Traces.ids(value)
                                    .filter(id -> persons.contains(id) && !declared.contains(id))
                                    .forEach(id ->
                                            undeclared.add(
                                                    Traces.kind(item) + " " + name + ": " + id));
                        }
                    });
        }
        assertThat(undeclared).isEmpty();
    }

    /// The persons to whom an item belongs: the values of a variable that never is anything else.
    private static Stream<String> owners(Item item) {
        var kind = Traces.kind(item);
        return Stream.of("user", "gamer")
                .filter(kind.variables()::contains)
                .map(variable -> kind.textOf(variable, item.key()));
    }

    private static Stream<String> persons(Item item) {
        var personal = ERASURES.kindOrNull(item.key());
        return personal == null ? Stream.of() : personal.ids(item);
    }

    private static Map<String, ItemShape> shapes() throws IOException {
        var shapes = new TreeMap<String, ItemShape>();
        for (var line : lines(SHAPES)) {
            var shape = ItemShape.parse(line);
            shapes.put(shape.version(), shape);
        }
        return shapes;
    }

    static Map<String, Item> goldenItems() throws IOException {
        var items = new TreeMap<String, Item>();
        for (var line : lines(GOLDEN_ITEMS)) {
            var item = new Item(ItemJson.parse(WrittenItems.parse(line)));
            items.put(ItemShape.versionOf(item), item);
        }
        return items;
    }

    private static void addMissing() throws IOException {
        var shapes = shapes();
        var golden = goldenItems();
        written.forEach((version, items) -> {
            shapes.putIfAbsent(version, ItemShape.of(version, items));
            golden.putIfAbsent(version, fullest(items));
        });
        for (var folder : folders()) {
            if (!SampleEvents.areOfThisProject(folder)) {
                continue;
            }
            write(folder, SHAPES, shapes, ItemShape::line);
            write(
                    folder,
                    GOLDEN_ITEMS,
                    golden,
                    item -> ItemJson.typed(item.attributes()).toString());
        }
    }

    /// Writes the lines of the versions of a context.
    private static <T> void write(
            String folder, String file, Map<String, T> byVersion, Function<T, String> line)
            throws IOException {
        var lines =
                byVersion.entrySet().stream()
                        .filter(each -> folderOf(each.getKey()).equals(folder))
                        .map(each -> line.apply(each.getValue()))
                        .toList();
        Files.write(Files.createDirectories(FOLDER.resolve(folder)).resolve(file), lines);
    }

    private static List<String> folders() {
        return Stream.concat(Declarations.registered().names().stream(), Stream.of(PLATFORM))
                .toList();
    }

    /// The context that has the kind of a version.
    private static String folderOf(String version) {
        return Declarations.registered().all().stream()
                .filter(context ->
                        context.families().stream()
                                .flatMap(family -> family.kinds().stream())
                                .anyMatch(kind -> version.startsWith(kind + " v")))
                .findFirst()
                .map(Declaration::name)
                .orElse(PLATFORM);
    }

    private static List<String> lines(String file) throws IOException {
        var lines = new ArrayList<String>();
        for (var folder : folders()) {
            var path = FOLDER.resolve(folder, file);
            if (Files.exists(path)) {
                lines.addAll(Files.readAllLines(path));
            } else if (!SampleEvents.areOfThisProject(folder)) {
                lines.addAll(linesOfOtherProject("/plaza/" + folder + "/" + file));
            }
        }
        return lines;
    }

    private static List<String> linesOfOtherProject(String resource) throws IOException {
        try (var in = requireNonNull(StoredItemsTest.class.getResourceAsStream(resource))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /// The item with the most attributes.
    private static Item fullest(List<Item> items) {
        return items.stream()
                .max(Comparator.comparingInt(item -> item.attributes().size()))
                .orElseThrow();
    }
}
