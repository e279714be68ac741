package plaza.local.development;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.key.FantasyKeys;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The ids of a path parameter that exist in the table.
///
/// @param kind the items of which each has such an id in its key
/// @param id reads it
record KnownIds(ItemKind kind, Function<Key, Id> id) {
    private static final KnownIds USERS = of(SocialKeys.USER_INFO, user -> user.value());

    private static final Map<String, KnownIds> BY_PARAMETER =
            Map.ofEntries(
                    Map.entry("userId", USERS),
                    Map.entry("followeeId", USERS),
                    Map.entry("followerId", USERS),
                    Map.entry("requesterId", USERS),
                    Map.entry("blockedId", USERS),
                    Map.entry("mutedId", USERS),
                    Map.entry("postId", ofUser(SocialKeys.POST, post -> post.value())),
                    Map.entry("dataId", ofUser(FavoritesKeys.FAVORITE, data -> data.value())),
                    Map.entry("tagId", ofUser(FavoritesKeys.TAG, tag -> tag.value())),
                    Map.entry("importId", ofUser(FavoritesKeys.IMPORT_RECORD, run -> run.value())),
                    Map.entry("changeId", ofUser(FavoritesKeys.CHANGE_RECORD, run -> run.value())),
                    Map.entry(
                            "sessionId",
                            of(
                                    SocialKeys.VIEW,
                                    (post, session) -> new Id(session.value(), post.value()))),
                    Map.entry(
                            "fixtureId",
                            of(
                                    FantasyKeys.FIXTURE,
                                    (week, fixture) ->
                                            new Id(
                                                    fixture.value(),
                                                    Integer.toString(week.number())))),
                    Map.entry("gamerId", of(FantasyKeys.GAMER, gamer -> gamer.value())),
                    Map.entry("leagueId", of(FantasyKeys.LEAGUE, league -> league.value())),
                    Map.entry("footballerId", of(FantasyKeys.FOOTBALLER, player -> player.value())),
                    Map.entry(
                            "gameweek",
                            of(FantasyKeys.GAMEWEEK, week -> Integer.toString(week.number()))));

    /// An id.
    ///
    /// @param owner the id to which it belongs, such as the author of a post; empty if to none
    record Id(String value, String owner) {
        private static Id of(String value) {
            return new Id(value, "");
        }
    }

    private static <A> KnownIds of(ItemKind.Of1<A> kind, Function<A, String> id) {
        return new KnownIds(kind, key -> Id.of(id.apply(kind.parse(key))));
    }

    private static <A, B> KnownIds of(ItemKind.Of2<A, B> kind, BiFunction<A, B, Id> id) {
        return new KnownIds(kind, key -> kind.parse(key, id));
    }

    private static <B> KnownIds ofUser(ItemKind.Of2<UserId, B> kind, Function<B, String> id) {
        return of(kind, (user, one) -> new Id(id.apply(one), user.value()));
    }

    /// Returns the ids of a path parameter, or null if it names none that the table contains.
    static @Nullable KnownIds ofParameterOrNull(String name) {
        return BY_PARAMETER.get(name);
    }

    /// Returns the ids that contain a text: first those of the given owners, and each part in
    /// alphabetical order.
    ///
    /// @param text in lower case
    Stream<String> in(
            Collection<Map<String, AttributeValue>> items, Set<String> owners, String text) {
        return items.stream()
                .map(attributes -> new Item(attributes).key())
                .filter(kind::is)
                .map(id)
                .filter(found -> found.value().toLowerCase(Locale.ROOT).contains(text))
                .sorted(
                        Comparator.comparing((Id found) -> !owners.contains(found.owner()))
                                .thenComparing(Id::value))
                .map(Id::value)
                .distinct();
    }
}
