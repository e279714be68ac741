package plaza.favorites.tag;

import plaza.favorites.id.DataId;
import plaza.favorites.id.FavoritesIds;
import plaza.favorites.id.TagId;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts tags and taggings to JSON.
public final class TagJson {
    static final Text<TagName> TAG_NAME =
            Text.of(TagName.RULE, TagName::parse, TagName::text, "Harbour");

    public static final Shape<StoredTag> TAG_REFERENCE =
            Shape.<StoredTag>named("TagReference")
                    .with("tagId", FavoritesIds.TAG, state -> state.tag().tagId())
                    .with("tagName", TAG_NAME, state -> state.tag().tagName());

    public static final Shape<StoredTag> TAG =
            Shape.<StoredTag>named("Tag")
                    .all(TAG_REFERENCE, state -> state)
                    .with("createTime", Text.TIME, state -> state.tag().createTime())
                    .with("lastAccessTime", Text.TIME, state -> state.tag().lastAccessTime())
                    .with("favoriteCount", Whole.COUNT, StoredTag::favoriteCount)
                    .optional("mergingInto", FavoritesIds.TAG, StoredTag::mergingInto);

    public static final Shape<Tagging> TAGGING =
            Shape.<Tagging>named("Tagging")
                    .with("dataId", FavoritesIds.DATA, Tagging::data)
                    .with("tagId", FavoritesIds.TAG, Tagging::tag);

    public static final Shape<Merge> TAG_MERGE =
            Shape.<Merge>named("TagMerge")
                    .with("tagId", FavoritesIds.TAG, Merge::tag)
                    .with("into", FavoritesIds.TAG, Merge::into);

    private TagJson() {}

    /// A tag of a favorite.
    record Tagging(DataId data, TagId tag) {}

    /// A tag whose favorites move to another one.
    record Merge(TagId tag, TagId into) {}
}
