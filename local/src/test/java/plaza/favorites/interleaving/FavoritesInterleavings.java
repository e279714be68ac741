package plaza.favorites.interleaving;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.favorites.Owner;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.tag.TaggingRemovals;
import plaza.interleaving.ContextInterleavings;
import plaza.interleaving.IgnoredWrite;
import plaza.interleaving.Intended;
import plaza.interleaving.Intended.Allowed;
import plaza.interleaving.Operation.Call;
import plaza.job.Work;
import plaza.simulation.MemoryTable;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// The operations of this context when others run in their gaps.
public final class FavoritesInterleavings implements ContextInterleavings {
    private static final List<Allowed> PROGRESS =
            List.of(Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "state"));

    private static final List<Allowed> FOUND =
            List.of(
                    Allowed.response(),
                    Allowed.of(FavoritesKeys.CHANGE_PART, "hits"),
                    Allowed.existence(FavoritesKeys.CHANGE_PART),
                    Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "matched"));

    /// The favorites of an import that a search did not find.
    private static final List<Allowed> FOUND_WITHOUT_IMPORT =
            List.of(
                    Allowed.response(),
                    Allowed.of(FavoritesKeys.CHANGE_PART, "hits"),
                    Allowed.existence(FavoritesKeys.CHANGE_PART),
                    Allowed.of(FavoritesKeys.CHANGE_RECORD, "changed", "skipped", "matched"),
                    Allowed.existence(FavoritesKeys.FAVORITE),
                    Allowed.existence(FavoritesKeys.TAGGED_FAVORITE),
                    Allowed.existence(FavoritesKeys.TAG),
                    Allowed.existence(FavoritesKeys.TAG_COUNT),
                    Allowed.of(FavoritesKeys.TAG_COUNT, "favoriteCount"),
                    // ids of favorites that the search found or not, which are numbered differently
                    Allowed.of(FavoritesKeys.FAVORITE, "generation"),
                    Allowed.of(FavoritesKeys.TAGGED_FAVORITE, "favoriteGeneration"));

    private static final String BEFORE_ITS_TURN =
            "A bulk change searches before it waits for its turn, so it does not affect a favorite"
                    + " that was added meanwhile.";

    private static final String SKIPPED =
            "A bulk change skips a favorite that was unclipped since the search, and stops if its"
                    + " tag accepts no favorites. Its record says so.";

    private static final String MERGED =
            "A bulk change removes the taggings of the tag that the request names, and not those of"
                    + " a tag into which it has been merged since.";

    private static final String TAGS_OF_AN_IMPORT =
            "A Query is not one moment: of the tags that an import gives a favorite meanwhile, a"
                    + " request that replaces them may remove some.";

    private static final Allowed[] SOME_TAGS = {
        Allowed.existence(FavoritesKeys.TAGGED_FAVORITE),
        Allowed.existence(FavoritesKeys.TAG_COUNT),
        Allowed.of(FavoritesKeys.TAG_COUNT, "favoriteCount")
    };

    private static final List<Intended> INTENDED =
            List.of(
                    new Intended("ClipFavorite (", "ImportBookmarks", TAGS_OF_AN_IMPORT, SOME_TAGS),
                    new Intended(
                            "PatchFavorite (", "ImportBookmarks", TAGS_OF_AN_IMPORT, SOME_TAGS),
                    new Intended("ChangeFavorites", "ChangeFavorites", BEFORE_ITS_TURN, FOUND),
                    new Intended(
                            "ChangeFavorites",
                            "ImportBookmarks",
                            BEFORE_ITS_TURN,
                            FOUND_WITHOUT_IMPORT),
                    new Intended("ChangeFavorites", "UndoImport", BEFORE_ITS_TURN, FOUND),
                    new Intended("ChangeFavorites", "ClipFavorite", BEFORE_ITS_TURN, FOUND),
                    new Intended("ChangeFavorites", "UnclipFavorite", SKIPPED, PROGRESS),
                    new Intended("ChangeFavorites", "Tag", SKIPPED, PROGRESS),
                    new Intended(
                            "ChangeFavorites",
                            "MergeTag",
                            MERGED,
                            Allowed.existence(FavoritesKeys.CHANGE_RECORD),
                            Allowed.existence(FavoritesKeys.CHANGE_PART)),
                    new Intended(
                            "MergeTag",
                            "ChangeFavorites",
                            MERGED,
                            Allowed.existence(FavoritesKeys.CHANGE_RECORD),
                            Allowed.existence(FavoritesKeys.CHANGE_PART)),
                    new Intended(
                            "UndoImport",
                            "+TagFavorite",
                            "The job asks for each tag when it reaches it, and keeps a tag that a"
                                    + " user has used since the job began.",
                            Allowed.of(FavoritesKeys.IMPORT_RECORD, "removed")));

    @Override
    public List<Call> variants() {
        var links = variant("ChangeFavorites").withQuery("type", "link");
        return List.of(
                links.as("untag").withBody("{\"action\": \"untag\", \"tagId\": \"t1\"}"),
                links.as("tag").withBody("{\"action\": \"tag\", \"tagId\": \"t3\"}"),
                links.as("unclip").withBody("{\"action\": \"unclip\"}"),
                variant("PatchFavorite").as("type").withBody("{\"dataType\": \"post\"}"),
                variant("PatchFavorite").as("tags").withBody("{\"tags\": [\"t1\", \"t3\"]}"),
                variant("PatchFavorite").as("no tags").withBody("{\"tags\": []}"),
                variant("ClipFavorite")
                        .at("dataId", "d3")
                        .as("tags")
                        .withBody(
                                """
                                {"dataType": "link", "title": "Example d3",
                                 "contentUrl": "https://example.com/", "tags": ["t1", "t3"]}
                                """),
                variant("ImportBookmarks")
                        .as("new")
                        .withBody(
                                """
                                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
                                <DL><p>
                                <DT><A HREF="https://example.com/new" TAGS="fresh">New</A>
                                <DT><A HREF="https://example.com/newer" TAGS="name of t1">Newer</A>
                                </DL><p>
                                """));
    }

    @Override
    public List<Intended> intended() {
        return INTENDED;
    }

    @Override
    public List<IgnoredWrite> ignored() {
        return List.of(
                new IgnoredWrite(
                        "^(?!re-creation).* of Tag#.* in ChangeFavorites"
                                + "|^re-creation of Tag#.* in ChangeFavorites \\(tag\\)",
                        "The job of the change stops if its tag accepts no favorites."),
                new IgnoredWrite(
                        "^((deletion|other (generation|mergingInto)|re-creation) of Tag#"
                                + "|re-creation of FavoriteDataTag#.* by tagGeneration).* in"
                                + " (TagFavorite|ClipFavorite|PatchFavorite|UndoImport)",
                        "The deletion of a tag and the begin of a merge close the item that"
                                + " counts its favorites, in the same transaction. The request"
                                + " writes that item."),
                new IgnoredWrite(
                        "^deletion of Tag#.* in ImportBookmarks",
                        "A tag is deleted together with the item that makes its name unique."),
                new IgnoredWrite(
                        "Tag#alice t1 in MergeTag, on the state \\[.*other mergingInto",
                        "The tag is being merged already, so the request can precede the"
                                + " change."),
                new IgnoredWrite(
                        "in ImportBookmarks.*, on the state \\[.*creation of FavoriteDataTag#",
                        "A tagging has the generations of its favorite and its tag."),
                new IgnoredWrite(
                        "^creation of FavoriteData#.* in ImportBookmarks",
                        "Only a user who chooses the id of a bookmark gives it to another"
                                + " address."),
                new IgnoredWrite(
                        "favorites of Usage#", "The number of favorites is documented as inexact."),
                new IgnoredWrite(
                        "^re-creation .* in UndoImport by bob",
                        "The job has deleted a part of what is created again."),
                IgnoredWrite.withOthers("^re-creation .*, on the state \\[.*other .*[gG]eneration"),
                IgnoredWrite.withOthers("normalisedName of Tag#"),
                IgnoredWrite.withOthers("addedBy of Tag#.* in (?!UndoImport)"),
                IgnoredWrite.withOthers(
                        "(gsiTwoPk|v) of FavoriteDataTag#.* in"
                                + " (PatchFavorite|ClipFavorite|MergeTag)"),
                IgnoredWrite.withOthers(
                        "clipTime of FavoriteData#.* in"
                                + " (MergeTag|TagFavorite|ChangeFavorites|ImportBookmarks)"),
                IgnoredWrite.withOthers(
                        "tagGeneration of .* in"
                                + " (UnclipFavorite|ClipFavorite|PatchFavorite|ChangeFavorites)"),
                IgnoredWrite.withOthers("^other .*[gG]eneration of Favorite.* in UndoImport"),
                IgnoredWrite.withOthers("^other folders of FavoriteData#"),
                IgnoredWrite.withOthers("other running of Usage#"));
    }

    /// A tag without favorites, for a bulk change.
    @Override
    public void prepare(TestBed bed) {
        new Owner(bed, "alice").createTag("t3", "name of t3").orFail();
    }

    /// Those that need more than fifty favorites.
    @Override
    public Set<Class<? extends Work>> singleSlices() {
        return Set.of(FavoritesWork.ImportBookmarks.class, FavoritesWork.ChangeFavorites.class);
    }

    @Override
    public Set<Family> shortLists() {
        return Set.of(FavoritesKeys.TAGGED);
    }

    @Override
    public List<Intended> intendedOfRepairs() {
        return List.of(
                new Intended(
                        "ChangeFavorites",
                        "Reconcile (favoriteAttributes)",
                        "A Query is not one moment: it may return a favorite twice, or not at"
                                + " all, that a repair of its order moves meanwhile.",
                        FOUND));
    }

    @Override
    public Set<String> incidentalAttributes() {
        return Set.of(FavoriteItems.TAGS_REVISION, QuotaUsage.FAVORITES, QuotaUsage.CHANGES);
    }

    @Override
    public Set<String> incidentalFields() {
        return Set.of("favoriteCount");
    }

    /// A part of the data of an import or bulk change that was refused, or the count of a tag that
    /// was deleted.
    @Override
    public boolean isIncidental(String key, @Nullable Item item, Set<String> keys) {
        var pk = key.split(" ", 2)[0];
        return FavoritesKeys.IMPORT_CHUNKS.matches(pk)
                || (FavoritesKeys.CHANGES.matches(pk) && !keys.contains(pk + " record"))
                || (FavoritesKeys.TAG_COUNTS.matches(pk)
                        && item != null
                        && item.has(TableSchema.TTL));
    }

    @Override
    public Set<String> attributesOfJobs() {
        return Set.of(FavoriteItems.ADDED_BY);
    }

    /// The record of a bulk change.
    @Override
    public Set<ItemKind> withForeignGenerations() {
        return Set.of(FavoritesKeys.CHANGE_RECORD);
    }

    /// A merge accepts every generation of its target.
    @Override
    public boolean acceptsAnyGeneration(String operation, Write write) {
        return write instanceof Write.Check
                && FavoritesKeys.TAG.is(write.key())
                && operation.startsWith("MergeTag");
    }

    @Override
    public void end(MemoryTable table, String generation, List<Key> kept) {
        var ended =
                table.items()
                        .filter(item -> FavoritesKeys.TAGGED_FAVORITE.is(item.key()))
                        .filter(item -> item.attributes().toString().contains(generation))
                        .filter(item -> !kept.contains(item.key()))
                        .toList();
        var _ = new TaggingRemovals(table).remove(ended);
    }

    private static Call variant(String function) {
        return Call.sample(TestBed.row(function));
    }
}
