package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.functions.ItemReaders;
import plaza.simulation.TableChange;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A write of no operation in particular: it deletes an item, creates it, or changes one attribute.
///
/// @param attribute the attribute that it changes; null if it deletes or creates the item
/// @param value the value of the attribute, or null to remove it
/// @param created what it creates
record ForeignWrite(
        Key key,
        String change,
        @Nullable String attribute,
        @Nullable AttributeValue value,
        @Nullable Item created)
        implements Operation.Step {
    /// Kinds of items that no operation deletes.
    private static final Set<ItemKind> PERMANENT =
            Set.of(
                    KeySpace.USER_INFO,
                    KeySpace.FOOTBALLER,
                    KeySpace.GAMER,
                    KeySpace.GAMEWEEK,
                    KeySpace.LEAGUE);

    private static final String CHANGES_WITH_OTHERS =
            "No operation changes this attribute alone, and the pairs of operations cover those"
                    + " that change it with others.";

    private static final String COUNT_IS_CLOSED =
            "A tag has another generation only after its deletion, which closes the item that"
                    + " counts its favorites. The request writes that item.";

    /// A foreign write on which a request need not act.
    ///
    /// @param write a regular expression that finds its name
    /// @param request the beginning of the request's name
    private record Ignored(String write, String request, String reason) {}

    private static final List<Ignored> IGNORED =
            List.of(
                    new Ignored(
                            "^deletion of p#",
                            "LikePost",
                            "The job that follows the deletion of a post removes its likes."),
                    new Ignored(
                            "^deletion of p#",
                            "RecordView",
                            "The job that follows the deletion of a post removes its views."),
                    new Ignored(
                            "",
                            "ChangeFavorites",
                            "The job of the change stops if its tag accepts no favorites."),
                    new Ignored(
                            "^other price of ",
                            "PutTeamSheet",
                            "A new price applies to the sheets that are put after it."),
                    new Ignored(
                            "^other (shards|fromGameweek|deletedAt) of League#",
                            "JoinLeague",
                            "The job that follows the change of the league changes the membership."),
                    new Ignored("normalisedName of Tag#", "", CHANGES_WITH_OTHERS),
                    new Ignored("^other generation of Tag#", "ClipFavorite", COUNT_IS_CLOSED),
                    new Ignored("^other generation of Tag#", "PatchFavorite", COUNT_IS_CLOSED),
                    new Ignored("(moves|startedAt|run) of Gameweek#", "", CHANGES_WITH_OTHERS),
                    new Ignored(
                            "^deletion of Tag#",
                            "ImportBookmarks",
                            "A tag is deleted together with the item that makes its name unique."),
                    new Ignored("addedBy of Tag#", "ImportBookmarks", CHANGES_WITH_OTHERS),
                    new Ignored("addedBy of Tag#", "MergeTag", CHANGES_WITH_OTHERS),
                    new Ignored("clipTime of FavoriteData#", "MergeTag", CHANGES_WITH_OTHERS),
                    new Ignored("tagGeneration of ", "UnclipFavorite", CHANGES_WITH_OTHERS),
                    new Ignored("tagGeneration of ", "PatchFavorite", CHANGES_WITH_OTHERS),
                    new Ignored("firstSheet of Gamer#", "PutTeamSheet", CHANGES_WITH_OTHERS),
                    new Ignored("version of .* Fixture#", "DeleteFixture", CHANGES_WITH_OTHERS));

    @Override
    public String name() {
        return "%s of %s %s".formatted(change, key.pk(), key.sk());
    }

    /// Writes, if the item is one that this changes.
    void write(Table table) {
        var found = table.getConsistent(key);
        if (attribute == null) {
            if ((found == null) != (created == null) && (created == null || isReadable(created))) {
                var _ = table.write(created == null ? Write.Delete.of(key) : Write.Put.of(created));
            }
        } else if (found != null) {
            var changed = changed(found, attribute, value);
            if (found.has(TableSchema.VERSION)) {
                changed =
                        changed(
                                changed,
                                TableSchema.VERSION,
                                next(changed.attributes(), TableSchema.VERSION));
            }
            if (!changed.equals(found) && isReadable(changed)) {
                var _ = table.write(Write.Put.of(changed));
            }
        }
    }

    /// Whether the functions accept the item.
    private static boolean isReadable(Item item) {
        try {
            ItemReaders.read(item);
            return true;
        } catch (RuntimeException _) {
            return false;
        }
    }

    private static Item changed(Item item, String name, @Nullable AttributeValue value) {
        var attributes = new HashMap<>(item.attributes());
        if (value == null) {
            attributes.remove(name);
        } else {
            attributes.put(name, value);
        }
        return new Item(attributes);
    }

    /// Whether a request with another result than in a serial order need not act on this.
    static boolean isIgnored(Explorer.Difference difference) {
        return IGNORED.stream()
                .anyMatch(ignored ->
                        Pattern.compile(ignored.write()).matcher(difference.between()).find()
                                && difference.interrupted().startsWith(ignored.request()));
    }

    /// Another value of an attribute, or null if there is none.
    private static @Nullable AttributeValue next(
            Map<String, AttributeValue> attributes, String name) {
        var value = attributes.get(name);
        if (value == null) {
            return null;
        }
        if (value.n() != null) {
            return AttributeValue.fromN(Long.toString((long) Double.parseDouble(value.n()) + 1));
        }
        if (value.s() != null) {
            return AttributeValue.fromS(value.s() + "x");
        }
        return value.bool() == null ? null : AttributeValue.fromBool(!value.bool());
    }

    /// The values of the attributes of each kind of item.
    static final class Examples {
        private final Map<ItemKind, Map<String, AttributeValue>> values = new HashMap<>();

        void add(@Nullable Item item) {
            if (item != null) {
                values.computeIfAbsent(KeySpace.kindOf(item.key()), _ -> new TreeMap<>())
                        .putAll(item.attributes());
            }
        }

        /// All changes of an item.
        ///
        /// @param changes what an operation changes
        List<ForeignWrite> writes(Key key, @Nullable Item found, List<TableChange> changes) {
            var writes = new ArrayList<ForeignWrite>();
            if (!PERMANENT.contains(KeySpace.kindOf(key))) {
                writes.add(new ForeignWrite(key, "deletion", null, null, null));
            }
            var last = found;
            for (var change : changes) {
                if (change.key().equals(key) && change.after() != null) {
                    last = change.after();
                }
            }
            if (last != null) {
                var created = last;
                for (var name : last.attributes().keySet()) {
                    if (isFree(name)) {
                        created = changed(created, name, next(created.attributes(), name));
                    }
                }
                writes.add(new ForeignWrite(key, "creation", null, null, created));
            }
            var ofKind = values.getOrDefault(KeySpace.kindOf(key), Map.of());
            ofKind.keySet()
                    .forEach(name -> {
                        if (isFree(name)) {
                            writes.add(
                                    new ForeignWrite(
                                            key, "other " + name, name, next(ofKind, name), null));
                            writes.add(
                                    new ForeignWrite(key, "removal of " + name, name, null, null));
                        }
                    });
            return writes;
        }

        private static boolean isFree(String name) {
            return !name.equals(TableSchema.PK) && !name.equals(TableSchema.SK);
        }
    }
}
