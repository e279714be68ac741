package plaza.favorites.local;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Quotas;
import plaza.id.UserId;
import plaza.local.context.Demo;
import plaza.local.context.ExampleRule;
import plaza.local.context.ExportReader;
import plaza.local.context.KnownIds;
import plaza.local.context.LocalPart;
import plaza.local.context.SettingsReader;
import plaza.local.emulator.Functions;

/// The favorites on this machine.
///
/// @param quotas `plaza.favoritesMax` and `plaza.importsPerDayMax`, the limits of one user
public record FavoritesLocal(Quotas quotas) implements LocalPart {
    public FavoritesLocal() {
        this(Quotas.STANDARD);
    }

    @Override
    public FavoritesLocal configured(SettingsReader settings) {
        return new FavoritesLocal(
                new Quotas(
                        settings.value(
                                "plaza.favoritesMax",
                                quotas.favoritesMax(),
                                SettingsReader::number),
                        settings.value(
                                "plaza.importsPerDayMax",
                                quotas.importsPerDayMax(),
                                SettingsReader::number)));
    }

    @Override
    public Functions arguments(Functions functions) {
        return functions.with(Quotas.class, quotas);
    }

    @Override
    public Demo demo() {
        return new FavoritesDemo();
    }

    @Override
    public Set<String> urlAttributes() {
        return Set.of(FavoriteItems.CONTENT_URL, FavoriteItems.THUMBNAIL_URL);
    }

    @Override
    public ExportReader exportReader(UserId user, Instant now) {
        return new FavoritesExportReader(user);
    }

    @Override
    public Map<String, KnownIds> knownIds() {
        return Map.of(
                "userId",
                KnownIds.of(FavoritesKeys.FAVORITE, (user, _) -> new KnownIds.Id(user.value()))
                        .ofCallers(),
                "dataId",
                KnownIds.ofUser(FavoritesKeys.FAVORITE, data -> data.value()),
                "tagId",
                KnownIds.ofUser(FavoritesKeys.TAG, tag -> tag.value()),
                "importId",
                KnownIds.ofUser(FavoritesKeys.IMPORT_RECORD, run -> run.value()),
                "changeId",
                KnownIds.ofUser(FavoritesKeys.CHANGE_RECORD, run -> run.value()));
    }

    @Override
    public Map<String, ExampleRule> exampleRules() {
        return FavoritesExamples.RULES;
    }
}
