package plaza.favorites;

import static plaza.catalogue.Access.OWNER;
import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.BATCH_WRITE_ITEM;
import static plaza.catalogue.Action.CONDITION_CHECK_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.Contract.Header.ETAG;
import static plaza.catalogue.Contract.Header.LOCATION;
import static plaza.catalogue.HttpFunction.http;
import static plaza.http.Problem.Kind.CONFLICT;
import static plaza.http.Problem.Kind.NOT_FOUND;

import java.util.List;
import plaza.catalogue.FileType;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.catalogue.PathParameter;
import plaza.favorites.bookmarks.ExportBookmarks;
import plaza.favorites.bookmarks.GetBookmarksImport;
import plaza.favorites.bookmarks.ImportBookmarks;
import plaza.favorites.bookmarks.ImportRecord;
import plaza.favorites.bookmarks.ListBookmarksImports;
import plaza.favorites.bookmarks.UndoImport;
import plaza.favorites.change.BulkChange;
import plaza.favorites.change.ChangeFavorites;
import plaza.favorites.change.GetFavoritesChange;
import plaza.favorites.clip.ClipFavorite;
import plaza.favorites.clip.FavoriteFields;
import plaza.favorites.clip.PatchFavorite;
import plaza.favorites.favorite.FavoriteJson;
import plaza.favorites.favorite.FavoriteParsers;
import plaza.favorites.favorite.GetFavorite;
import plaza.favorites.favorite.UnclipFavorite;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Turn;
import plaza.favorites.search.ExpandedTags;
import plaza.favorites.search.FindFavoritesByUrl;
import plaza.favorites.search.FoundJson;
import plaza.favorites.search.ListFavorites;
import plaza.favorites.search.ListFavoritesByTag;
import plaza.favorites.search.ListFavoritesByTagAndType;
import plaza.favorites.search.ListFavoritesByType;
import plaza.favorites.search.SearchCriteria;
import plaza.favorites.search.SearchFavorites;
import plaza.favorites.tag.CreateTag;
import plaza.favorites.tag.DeleteTag;
import plaza.favorites.tag.ListTags;
import plaza.favorites.tag.ListTagsByFavorite;
import plaza.favorites.tag.MergeTag;
import plaza.favorites.tag.RenameTag;
import plaza.favorites.tag.TagFavorite;
import plaza.favorites.tag.TagJson;
import plaza.favorites.tag.TagReplacement;
import plaza.favorites.tag.TagWrites;
import plaza.favorites.tag.UntagFavorite;
import plaza.http.SortOrder;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;

/// The rows of the favorites context in the catalogue, in the order of the documentation.
public final class FavoritesFunctions {
    /// Imports and bulk changes: twice the imports that a user can begin in a day, since the other
    /// half can fail. Each can write thousands of units.
    public static final Limit IMPORTS = new Limit("imports", 40);

    private static final FileType BOOKMARKS =
            new FileType(
                    "text/html",
                    "A bookmarks file, as browsers export it.",
                    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n</DL><p>\n");

    private static final String OF_TAGS =
            "`tags` adds a Query of 0.5 RRU for each favorite, and one for the tags.";

    private static final String TAGGED_PAGE =
            "a page of 25 favorites of 300 bytes, with a next page; 26 Queries at the same time";

    /// The path parameters of the routes, except those of the social context.
    public static final List<PathParameter> PATH_PARAMETERS =
            List.of(
                    new PathParameter(
                            "dataId",
                            FavoritesIds.DATA,
                            "The id of the favorite, which the client chooses."),
                    new PathParameter(
                            "dataType", FavoriteParsers.DATA_TYPE, "The type of the favorites."),
                    new PathParameter(
                            "tagId",
                            FavoritesIds.TAG,
                            "The id of the tag, which the client chooses."),
                    new PathParameter("importId", FavoritesIds.IMPORT, "The id of the import."),
                    new PathParameter(
                            "changeId", FavoritesIds.CHANGE, "The id of the bulk change."));

    public static final List<HttpFunction> ALL =
            List.of(
                    http(ClipFavorite.class, "PUT", "/users/{userId}/favorites/{dataId}", OWNER)
                            .summary("Save a favorite or replace its description")
                            .puts(FavoriteJson.FAVORITE)
                            .fails(NOT_FOUND, CONFLICT)
                            .body(
                                    FavoriteFields.DATA_TYPE,
                                    FavoriteFields.TITLE,
                                    FavoriteFields.CONTENT_URL,
                                    FavoriteFields.THUMBNAIL_URL,
                                    FavoriteFields.CREATOR_ID,
                                    FavoriteFields.CLIP_TIME,
                                    FavoriteFields.NOTE,
                                    TagReplacement.FIELD)
                            .grant(
                                    FavoritesKeys.FAVORITES,
                                    GET_ITEM,
                                    BATCH_GET_ITEM,
                                    PUT_ITEM,
                                    UPDATE_ITEM)
                            .grant(FavoritesKeys.TAGS, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                            .grant(
                                    FavoritesKeys.TAGGED,
                                    QUERY,
                                    PUT_ITEM,
                                    DELETE_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .grant(FavoritesKeys.USAGES, GET_ITEM)
                            .costs(0.5, 4, 2, "the first call, below 1 KB; 1 less without address"),
                    http(GetFavorite.class, "GET", "/users/{userId}/favorites/{dataId}", OWNER)
                            .summary("Get a favorite")
                            .returns(200, FavoriteJson.FAVORITE, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.FAVORITES, GET_ITEM)
                            .costs(0.5, 0, 1, "below 4 KB"),
                    http(PatchFavorite.class, "PATCH", "/users/{userId}/favorites/{dataId}", OWNER)
                            .summary("Change single fields of a favorite")
                            .conditional()
                            .returns(200, FavoriteJson.FAVORITE, ETAG)
                            .fails(NOT_FOUND, CONFLICT)
                            .body(
                                    PatchFavorite.DATA_TYPE,
                                    PatchFavorite.TITLE,
                                    FavoriteFields.CONTENT_URL,
                                    FavoriteFields.THUMBNAIL_URL,
                                    FavoriteFields.CREATOR_ID,
                                    FavoriteFields.NOTE,
                                    TagReplacement.FIELD)
                            .grant(FavoritesKeys.FAVORITES, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                            .grant(FavoritesKeys.TAGS, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                            .grant(
                                    FavoritesKeys.TAGGED,
                                    QUERY,
                                    PUT_ITEM,
                                    DELETE_ITEM,
                                    CONDITION_CHECK_ITEM)
                            .costs(
                                    1,
                                    4,
                                    2,
                                    "a title, below 1 KB with an address; 1 more for a type, 1 or 2 for an address"),
                    http(
                                    UnclipFavorite.class,
                                    "DELETE",
                                    "/users/{userId}/favorites/{dataId}",
                                    OWNER)
                            .summary("Remove a favorite")
                            .grant(FavoritesKeys.FAVORITES, DELETE_ITEM)
                            .costs(
                                    0,
                                    4,
                                    1,
                                    "a favorite below 1 KB with an address; then 5 per tag"),
                    http(ListFavorites.class, "GET", "/users/{userId}/favorites", OWNER)
                            .summary("List favorites by clip time")
                            .query(SortOrder.PARAMETER, ExpandedTags.EXPAND)
                            .pages(FoundJson.EXPANDED_FAVORITE)
                            .grant(FavoritesKeys.FAVORITES, Index.LSI_ONE, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .expands("tags", 14, 27, TAGGED_PAGE)
                            .rule(OF_TAGS)
                            .costs(2, 0, 1, "50 favorites of 300 bytes"),
                    http(
                                    ListFavoritesByType.class,
                                    "GET",
                                    "/users/{userId}/favorites/types/{dataType}",
                                    OWNER)
                            .summary("List favorites of one type by clip time")
                            .query(SortOrder.PARAMETER, ExpandedTags.EXPAND)
                            .pages(FoundJson.EXPANDED_FAVORITE)
                            .grant(FavoritesKeys.FAVORITES_BY_TYPE, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .expands("tags", 14, 27, TAGGED_PAGE)
                            .rule(OF_TAGS)
                            .costs(2, 0, 1, "50 favorites of 300 bytes"),
                    http(SearchFavorites.class, "GET", "/users/{userId}/search/favorites", OWNER)
                            .summary("Search favorites by words, tags, type and time, newest first")
                            .query(SearchCriteria.parameters(ExpandedTags.EXPAND))
                            .pages(FoundJson.EXPANDED_FAVORITE)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.FAVORITES, Index.LSI_ONE, QUERY)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                            .expands("tags", 14.5, 28, TAGGED_PAGE)
                            .rule(OF_TAGS)
                            .costs(
                                    38.5,
                                    0,
                                    2,
                                    "in 1,000 favorites of 300 bytes, no tag of that name"),
                    http(ChangeFavorites.class, "POST", "/users/{userId}/favorites-changes", OWNER)
                            .limitedBy(IMPORTS)
                            .summary("Tag, untag or unclip all favorites that a search finds")
                            .query(SearchCriteria.parameters())
                            .returns(202, BulkChange.SHAPE, LOCATION)
                            .fails(NOT_FOUND)
                            .conflicts(Turn.IMPORT, Turn.CHANGE)
                            .body(ChangeFavorites.ACTION, ChangeFavorites.TAG_ID)
                            .grant(FavoritesKeys.FAVORITES, Index.LSI_ONE, QUERY)
                            .grant(FavoritesKeys.TAGS, GET_ITEM, QUERY)
                            .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                            .grant(FavoritesKeys.CHANGES, PUT_ITEM, BATCH_WRITE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(FavoritesKeys.USAGES, GET_ITEM, UPDATE_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .costs(
                                    2,
                                    7,
                                    5,
                                    "unclips one of a few favorites; then 3 or more for each that is found"),
                    http(
                                    GetFavoritesChange.class,
                                    "GET",
                                    "/users/{userId}/favorites-changes/{changeId}",
                                    OWNER)
                            .summary("Get the progress of a bulk change of favorites")
                            .returns(200, BulkChange.SHAPE, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.CHANGES, GET_ITEM)
                            .costs(0.5, 0, 1, "below 4 KB"),
                    http(FindFavoritesByUrl.class, "GET", "/users/{userId}/search/urls", OWNER)
                            .summary("Find the favorites saved from a URL")
                            .query(FindFavoritesByUrl.URL, ExpandedTags.EXPAND)
                            .pages(FoundJson.FOUND_FAVORITE)
                            .grant(FavoritesKeys.FAVORITES_BY_URL, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .expands("tags", 1.5, 3, "a URL saved once")
                            .rule(OF_TAGS)
                            .costs(0.5, 0, 1, "a URL saved once"),
                    http(CreateTag.class, "PUT", "/users/{userId}/tags/{tagId}", OWNER)
                            .summary("Create a tag")
                            .puts(TagJson.TAG)
                            .conflicts(TagWrites.EXISTING_TAG_ID, TagWrites.EXISTING_TAG_NAME)
                            .body(CreateTag.TAG_NAME)
                            .grant(FavoritesKeys.TAGS, PUT_ITEM, UPDATE_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, GET_ITEM)
                            .grant(FavoritesKeys.TAG_NAMES, PUT_ITEM, DELETE_ITEM)
                            .costs(0, 10, 1, "the first call"),
                    http(RenameTag.class, "PATCH", "/users/{userId}/tags/{tagId}", OWNER)
                            .summary("Rename a tag")
                            .returns(200, TagJson.TAG)
                            .fails(NOT_FOUND)
                            .conflicts(TagWrites.EXISTING_TAG_ID, TagWrites.EXISTING_TAG_NAME)
                            .body(CreateTag.TAG_NAME)
                            .grant(FavoritesKeys.TAGS, GET_ITEM, UPDATE_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, GET_ITEM)
                            .grant(FavoritesKeys.TAG_NAMES, PUT_ITEM, DELETE_ITEM)
                            .costs(2, 14, 3, "a different name"),
                    http(DeleteTag.class, "DELETE", "/users/{userId}/tags/{tagId}", OWNER)
                            .summary("Delete a tag")
                            .fails(CONFLICT)
                            .grant(FavoritesKeys.TAGS, GET_ITEM, DELETE_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM)
                            .grant(FavoritesKeys.TAG_NAMES, DELETE_ITEM)
                            .costs(1, 12, 2, "an existing tag; then 2.0 WRU per favorite"),
                    http(ListTags.class, "GET", "/users/{userId}/tags", OWNER)
                            .summary("List tags by name, creation time, last access or id")
                            .query(ListTags.SORT, SortOrder.PARAMETER)
                            .pages(TagJson.TAG)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .grant(FavoritesKeys.TAGS, Index.LSI_ONE, QUERY)
                            .grant(FavoritesKeys.TAGS, Index.LSI_TWO, QUERY)
                            .grant(FavoritesKeys.TAGS, Index.LSI_THREE, QUERY)
                            .grant(FavoritesKeys.TAG_COUNTS, QUERY, BATCH_GET_ITEM)
                            .costs(3, 0, 2, "50 tags of 300 bytes; 2 Queries at the same time"),
                    http(MergeTag.class, "POST", "/users/{userId}/tags/{tagId}/merge", OWNER)
                            .summary("Move a tag's favorites to another tag and delete it")
                            .returns(202, TagJson.TAG_MERGE)
                            .fails(NOT_FOUND, CONFLICT)
                            .body(MergeTag.INTO)
                            .grant(FavoritesKeys.TAGS, GET_ITEM, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, PUT_ITEM)
                            .costs(1, 14, 2, "without Idempotency-Key; then the rows of the tag"),
                    http(
                                    TagFavorite.class,
                                    "PUT",
                                    "/users/{userId}/favorites/{dataId}/tags/{tagId}",
                                    OWNER)
                            .summary("Tag a favorite")
                            .puts(TagJson.TAGGING)
                            .fails(NOT_FOUND, CONFLICT)
                            .grant(FavoritesKeys.FAVORITES, BATCH_GET_ITEM, CONDITION_CHECK_ITEM)
                            .grant(FavoritesKeys.TAGS, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM, CONDITION_CHECK_ITEM)
                            .grant(FavoritesKeys.TAGGED, PUT_ITEM)
                            .costs(2, 7, 2, "the first call"),
                    http(
                                    UntagFavorite.class,
                                    "DELETE",
                                    "/users/{userId}/favorites/{dataId}/tags/{tagId}",
                                    OWNER)
                            .summary("Remove a tag from a favorite")
                            .grant(FavoritesKeys.TAGGED, GET_ITEM, DELETE_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, UPDATE_ITEM)
                            .costs(1, 5, 2, "a favorite that has the tag"),
                    http(
                                    ListTagsByFavorite.class,
                                    "GET",
                                    "/users/{userId}/favorites/{dataId}/tags",
                                    OWNER)
                            .summary("List a favorite's tags")
                            .pages(TagJson.TAG)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGS, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAG_COUNTS, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.FAVORITES, GET_ITEM, BATCH_GET_ITEM)
                            .rule("Each tag costs 1 RRU.")
                            .costs(4, 0, 2, "3 tags"),
                    http(
                                    ListFavoritesByTag.class,
                                    "GET",
                                    "/users/{userId}/tags/{tagId}/favorites",
                                    OWNER)
                            .summary("List a tag's favorites by clip time")
                            .query(SortOrder.PARAMETER, ExpandedTags.EXPAND)
                            .pages(FoundJson.EXPANDED_FAVORITE)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.FAVORITES, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAGS, QUERY, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                            .expands("tags", 27.5, 28, TAGGED_PAGE)
                            .rule("Each favorite costs 0.5 RRU. " + OF_TAGS)
                            .costs(
                                    27.5,
                                    0,
                                    2,
                                    "50 favorites of a tag listed within the last minute"),
                    http(
                                    ListFavoritesByTagAndType.class,
                                    "GET",
                                    "/users/{userId}/tags/{tagId}/favorites/types/{dataType}",
                                    OWNER)
                            .summary("List a tag's favorites of one type by clip time")
                            .query(SortOrder.PARAMETER, ExpandedTags.EXPAND)
                            .pages(FoundJson.EXPANDED_FAVORITE)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.FAVORITES, BATCH_GET_ITEM)
                            .grant(FavoritesKeys.TAGS, QUERY, GET_ITEM, BATCH_GET_ITEM, UPDATE_ITEM)
                            .expands("tags", 27.5, 28, TAGGED_PAGE)
                            .rule("Each favorite costs 0.5 RRU. " + OF_TAGS)
                            .costs(
                                    27.5,
                                    0,
                                    2,
                                    "50 favorites, all of the type; 0.5 more for each favorite of another type"),
                    http(ImportBookmarks.class, "POST", "/users/{userId}/bookmarks", OWNER)
                            .limitedBy(IMPORTS)
                            .summary("Import a browser's bookmarks file")
                            .query(ImportBookmarks.STRICT, ImportBookmarks.FLAG_TAGS)
                            .file(BOOKMARKS)
                            .returns(202, ImportRecord.SHAPE, LOCATION)
                            .conflicts(Turn.IMPORT, Turn.CHANGE)
                            .grant(FavoritesKeys.IMPORTS, PUT_ITEM)
                            .grant(FavoritesKeys.IMPORT_LIST, PUT_ITEM)
                            .grant(FavoritesKeys.IMPORT_CHUNKS, BATCH_GET_ITEM, BATCH_WRITE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .grant(FavoritesKeys.USAGES, GET_ITEM, UPDATE_ITEM)
                            .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                            .costs(
                                    1.5,
                                    9,
                                    4,
                                    "a chunk below 1 KB; then 1 per KB and 3 or more per bookmark"),
                    http(
                                    GetBookmarksImport.class,
                                    "GET",
                                    "/users/{userId}/bookmarks/imports/{importId}",
                                    OWNER)
                            .summary("Get the progress of a bookmarks import")
                            .returns(200, ImportRecord.SHAPE, ETAG)
                            .fails(NOT_FOUND)
                            .grant(FavoritesKeys.IMPORTS, GET_ITEM)
                            .costs(0.5, 0, 1, "below 4 KB"),
                    http(
                                    ListBookmarksImports.class,
                                    "GET",
                                    "/users/{userId}/bookmarks/imports",
                                    OWNER)
                            .summary("List the bookmarks imports of the last 14 days")
                            .pages(ImportRecord.LISTED)
                            .grant(FavoritesKeys.IMPORT_LIST, QUERY)
                            .grant(FavoritesKeys.IMPORTS, BATCH_GET_ITEM)
                            .costs(1.5, 0, 2, "two imports below 4 KB each"),
                    http(
                                    UndoImport.class,
                                    "DELETE",
                                    "/users/{userId}/bookmarks/imports/{importId}",
                                    OWNER)
                            .summary("Remove what an import added")
                            .returns(202, ImportRecord.SHAPE, LOCATION)
                            .fails(NOT_FOUND)
                            .conflicts(Turn.IMPORT, Turn.CHANGE)
                            .grant(FavoritesKeys.IMPORTS, GET_ITEM, UPDATE_ITEM)
                            .grant(FavoritesKeys.USAGES, GET_ITEM, UPDATE_ITEM)
                            .grant(PlatformKeys.JOBS, PUT_ITEM)
                            .costs(2, 6, 3, "a record below 1 KB; then 3 or more per favorite"),
                    http(ExportBookmarks.class, "GET", "/users/{userId}/bookmarks", OWNER)
                            .summary("Export favorites as one bookmarks file")
                            .query(ExportBookmarks.LIMIT, ExportBookmarks.LAYOUT)
                            .files(BOOKMARKS)
                            .grant(FavoritesKeys.FAVORITES, Index.LSI_ONE, QUERY)
                            .grant(FavoritesKeys.FOLDERS, QUERY)
                            .grant(FavoritesKeys.TAGS, QUERY)
                            .grant(FavoritesKeys.TAGGED, QUERY)
                            .grant(FavoritesKeys.TAGGED_BY_TAG, QUERY)
                            .costs(2.5, 0, 5, "one favorite, and one Query for each of two tags"));

    private FavoritesFunctions() {}
}
