package plaza.social.user;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;

/// Reads the profiles and counts of several users, and decides what a caller sees of profiles.
final class Profiles {
    private Profiles() {}

    /// The profiles of users, in their order, with eventual consistency. Users without a profile
    /// are left out.
    static List<UserItems.Profile> read(Table table, Collection<UserId> users) {
        var found = table.getByKeyEventually(users.stream().flatMap(Profiles::keys).toList());
        var parts = parts(table, found.values());
        var profiles = new ArrayList<UserItems.Profile>();
        for (var user : users) {
            var items =
                    Stream.concat(
                                    keys(user).flatMap(key -> Stream.ofNullable(found.get(key))),
                                    parts.getOrDefault(user, List.of()).stream())
                            .toList();
            var profile = UserItems.profile(user, items);
            if (profile != null) {
                profiles.add(profile);
            }
        }
        return profiles;
    }

    private static Stream<Key> keys(UserId user) {
        return Stream.of(SocialKeys.USER_INFO.key(user), SocialKeys.USER_COUNT.key(user));
    }

    /// Reads the parts of the numbers of followers that are divided.
    private static Map<UserId, List<Item>> parts(Table table, Collection<Item> items) {
        var divided =
                items.stream()
                        .filter(FollowerCount::isDivided)
                        .map(counts -> SocialKeys.USER_COUNT.parse(counts.key()))
                        .toList();
        return table
                .concurrently(
                        divided.size(),
                        divided,
                        user -> table.read(FollowerCount.parts(user), FollowerCount.PARTS, null))
                .stream()
                .flatMap(parts -> parts.items().stream())
                .collect(Collectors.groupingBy(part -> SocialKeys.USERS.parse(part.key())));
    }

    /// 200 with a profile. The entity tag has two parts: the version of what the user has written,
    /// and a digest of the body. The counts change the second part only, so that a new follower
    /// does not refuse the user's edit ([#isVersion]).
    static Response response(Json json, UserItems.Profile profile) {
        return Response.ok(json).tagged(version(profile) + Response.entityTag(json));
    }

    /// Whether an entity tag is of a profile in which the user has written the same.
    static boolean isVersion(String entityTag, UserItems.Profile profile) {
        return entityTag.startsWith(version(profile));
    }

    private static String version(UserItems.Profile profile) {
        var isProtected = profile.standing().isProtected();
        var written =
                new UserItems.Profile(
                        profile.info(),
                        UserCounts.NONE,
                        new Standing(isProtected, false, false, null, 0));
        return Response.entityTag(UserJson.USER_PROFILE.of(written)) + ".";
    }

    /// The profiles of the users whom the caller sees.
    static List<UserItems.Profile> shown(List<UserItems.Profile> profiles, ReaderGate gate) {
        gate.lookUp(
                profiles.stream()
                        .collect(
                                Collectors.toMap(
                                        profile -> profile.info().user(),
                                        profile -> profile.standing().audience())));
        return profiles.stream()
                .flatMap(profile -> Stream.ofNullable(shown(profile, gate)))
                .toList();
    }

    /// A profile as the caller sees it: without the content if only followers may see that; null if
    /// the caller does not see the user.
    static UserItems.@Nullable Profile shown(UserItems.Profile profile, ReaderGate gate) {
        return switch (gate.sight(profile.info().user(), profile.standing().audience())) {
            case SEEN -> profile;
            case PROTECTED -> profile.withoutContent();
            case HIDDEN -> null;
        };
    }
}
