package plaza.evolution;

import java.util.List;
import plaza.migrate.Migrations;
import plaza.social.key.SocialKeys;
import plaza.social.post.Post;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.TableSchema;
import plaza.table.Write;

/// The example of `docs/evolution.md`: posts get a language, and old posts get the language `und`.
/// No release of Plaza has it.
public final class PostLanguages {
    static final String LANGUAGE = "language";

    /// The language of a post whose author names none.
    static final String UNKNOWN = "und";

    public static final Migration MIGRATION =
            new Migration(
                    "post-language",
                    SocialKeys.POST,
                    2,
                    post -> List.of(Write.Update.of(post.key()).set(LANGUAGE, UNKNOWN)),
                    List.of(new Migration.Access(SocialKeys.POSTS, Write.Update.class)),
                    "Every post has a language.");

    /// The migrations of a release with the example.
    public static final Migrations DECLARED = new Migrations(List.of(MIGRATION));

    /// The attributes of a post of version 2, as `item-shapes.txt` would list them.
    static final String SHAPE =
            """
            u#{user}#post p#{post} v2: audience S?, content S, editedAt N?, imageUrl S?, inReplyTo S?, language S, removed BOOL?, repliesToOwn BOOL?, timestamp N, v N, version N\
            """;

    private PostLanguages() {}

    /// The item of a new post, in the version that the release writes.
    static Item post(Post post, String language, MigrationSettings migrations) {
        var item = PostItems.post(post);
        return migrations.written(MIGRATION) < MIGRATION.to()
                ? item
                : edited(item.key(), language).appliedTo(item);
    }

    /// The update that sets the language of a post. The post then has the new version.
    static Write.Update edited(Key post, String language) {
        return Write.Update.of(post)
                .set(LANGUAGE, language)
                .set(TableSchema.VERSION, MIGRATION.to());
    }

    /// The language of a post. Before the proof, the table can have posts of both versions.
    static String language(Item post, MigrationSettings migrations) {
        return migrations.isProved(MIGRATION.id()) || post.version() >= MIGRATION.to()
                ? post.text(LANGUAGE)
                : UNKNOWN;
    }
}
