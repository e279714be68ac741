package plaza.social.user;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import plaza.job.Jobs;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.social.upload.StoredImages;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Write;

/// The writes of profiles, with the words of their names ([UserItems#nameWords]).
final class ProfileWrites {
    private ProfileWrites() {}

    /// The writes of a new profile with its counts and the words of its name.
    static List<Write> creation(UserInfo info, boolean isProtected, Jobs jobs) {
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(UserItems.newUserInfo(info, isProtected)).onlyIf(absent()));
        writes.add(
                Write.Put.of(UserItems.newUserCounts(info.user(), isProtected))
                        .onlyIf(Standing.isActive()));
        UserItems.nameWords(info).stream().map(Write.Put::of).forEach(writes::add);
        writes.addAll(StoredImages.jobs(List.of(), info.imageNames(), jobs));
        return writes;
    }

    /// The write of the profile and, if the words of the name change, the writes of these words. If
    /// the uploaded image changes, the jobs that keep and delete objects.
    ///
    /// @param isStill the condition on what the user has written, apart from the name
    static List<Write> change(
            UserInfo before,
            UserInfo info,
            boolean wasProtected,
            boolean isProtected,
            Condition isStill,
            Jobs jobs) {
        var writes = new ArrayList<Write>();
        writes.add(update(info, before, wasProtected, isProtected, isStill));
        var old = UserItems.nameWords(before);
        var words = UserItems.nameWords(info);
        if (!words.equals(old)) {
            var kept = words.stream().map(Item::key).collect(Collectors.toSet());
            old.stream()
                    .map(Item::key)
                    .filter(key -> !kept.contains(key))
                    .map(Write.Delete::of)
                    .forEach(writes::add);
            words.stream().map(Write.Put::of).forEach(writes::add);
        }
        writes.addAll(StoredImages.jobs(before.imageNames(), info.imageNames(), jobs));
        return writes;
    }

    /// The profile states whether the user is protected as well, so that a write of the profile
    /// alone is refused if that has changed.
    private static Write update(
            UserInfo info,
            UserInfo before,
            boolean wasProtected,
            boolean isProtected,
            Condition isStill) {
        var update =
                Write.Update.of(SocialKeys.USER_INFO.key(info.user()))
                        .set(UserItems.NAME, info.name())
                        .setOrRemove(UserItems.CONTENT, info.content())
                        .setOrRemove(UserItems.IMAGE_URL, info.imageUrl())
                        .setOrRemove(UserItems.IMAGE, UserItems.text(info.image()));
        return Standing.protect(update, isProtected)
                .onlyIf(
                        attribute(UserItems.NAME)
                                .is(before.name())
                                .and(isStill)
                                .and(Standing.isProtected(wasProtected)));
    }
}
