package plaza.social.user;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import plaza.leaving.Erasing;
import plaza.social.upload.StoredImages;
import plaza.table.Item;
import plaza.table.Write;

/// The removal of the profile of a user who leaves.
public final class ProfileErasure {
    private ProfileErasure() {}

    /// Deletes a part of a divided number of followers. What it counts moves to the undivided
    /// number, so that the sum stays exact while follows end.
    public static long part(Item part, Erasing erasing) {
        return erasing.transact(
                part.key(),
                item -> {
                    var number = item.number(UserItems.FOLLOWER_COUNT);
                    var isStill = attribute(UserItems.FOLLOWER_COUNT).is(number);
                    return List.of(
                            Write.Delete.of(item.key()).onlyIf(isStill),
                            UserItems.count(erasing.person(), UserItems.FOLLOWER_COUNT, number)
                                    .onlyIf(exists()));
                });
    }

    /// Deletes a profile with the words of its name, and starts the job that deletes its image.
    public static long profile(Item info, Erasing erasing) {
        return erasing.transact(
                info.key(),
                item -> {
                    var read = UserItems.userInfo(item);
                    var isStill =
                            attribute(UserItems.NAME)
                                    .is(read.name())
                                    .and(UserItems.isImageStill(read));
                    var writes = new ArrayList<Write>();
                    writes.add(Write.Delete.of(item.key()).onlyIf(isStill));
                    UserItems.nameWords(read).stream()
                            .map(word -> Write.Delete.of(word.key()))
                            .forEach(writes::add);
                    writes.addAll(StoredImages.jobs(read.imageNames(), List.of(), erasing.jobs()));
                    return writes;
                });
    }
}
