package plaza.favorites.tag;

import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.DataId;
import plaza.id.TagId;

/// Converts tags and taggings to JSON.
public final class TagJson {
    static final Text<TagName> TAG_NAME =
            Text.of(TagName.RULE, TagName::parse, TagName::text, "Harbour");

    public static final Shape<StoredTag> TAG_REFERENCE =
            Shape.<StoredTag>named("TagReference")
                    .with("tagId", Ids.TAG, state -> state.tag().tagId())
                    .with("tagName", TAG_NAME, state -> state.tag().tagName());

    public static final Shape<StoredTag> TAG =
            Shape.<StoredTag>named("Tag")
                    .all(TAG_REFERENCE, state -> state)
                    .with("createTime", Text.TIME, state -> state.tag().createTime())
                    .with("lastAccessTime", Text.TIME, state -> state.tag().lastAccessTime())
                    .with("favoriteCount", Whole.COUNT, StoredTag::favoriteCount)
                    .optional("mergingInto", Ids.TAG, StoredTag::mergingInto);

    public static final Shape<Tagging> TAGGING =
            Shape.<Tagging>named("Tagging")
                    .with("dataId", Ids.DATA, Tagging::data)
                    .with("tagId", Ids.TAG, Tagging::tag);

    public static final Shape<Merge> TAG_MERGE =
            Shape.<Merge>named("TagMerge")
                    .with("tagId", Ids.TAG, Merge::tag)
                    .with("into", Ids.TAG, Merge::into);

    private TagJson() {}

    /// A tag of a favorite.
    record Tagging(DataId data, TagId tag) {}

    /// A tag whose favorites move to another one.
    record Merge(TagId tag, TagId into) {}
}
