package plaza.evolution;

import java.util.List;
import java.util.stream.Stream;
import plaza.context.Declarations;
import plaza.migrate.Migrations;
import plaza.table.PlatformKeys;
import plaza.table.Write;

/// A migration for the tests of Migrate with any contexts: stored responses get a mark. No release
/// has it. Its items are those of requests with an `Idempotency-Key`.
public final class SampleMigration {
    public static final String ID = "sample";

    private static final Migration MIGRATION =
            new Migration(
                    ID,
                    PlatformKeys.IDEMPOTENCY_RECORD,
                    2,
                    response -> List.of(Write.Update.of(response.key()).set("mark", 1)),
                    List.of(new Migration.Access(PlatformKeys.IDEMPOTENCY, Write.Update.class)),
                    "Every stored response has a mark.");

    /// The migrations of this release, and the sample.
    public static final Migrations DECLARED =
            new Migrations(
                    Stream.concat(
                                    Migrations.of(Declarations.registered().migrations())
                                            .all()
                                            .stream(),
                                    Stream.of(MIGRATION))
                            .toList());

    /// The attributes of a marked response, as `item-shapes.txt` would list them.
    static final ItemShape SHAPE =
            ItemShape.parse(
                    "Idempotency#{user} {digest} v2: contentDigest S, location S?, mark N,"
                            + " response S?, status N, ttl N, v N");

    private SampleMigration() {}
}
