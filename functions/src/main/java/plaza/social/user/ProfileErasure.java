package plaza.social.user;

import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.ArrayList;
import java.util.List;
import plaza.leaving.Erasing;
import plaza.table.Attempt;
import plaza.table.Item;
import plaza.table.Outcome;
import plaza.table.Write;

/// The removal of the profile of a user who leaves.
public final class ProfileErasure {
    private ProfileErasure() {}

    /// Deletes a part of a divided number of followers. What it counts moves to the undivided
    /// number, so that the sum stays exact while follows end.
    public static long part(Item part, Erasing erasing) {
        return erasing.table()
                .optimistically(() -> {
                    var item = erasing.table().getConsistent(part.key());
                    if (item == null) {
                        return Attempt.done(0L);
                    }
                    var number = item.number(UserItems.FOLLOWER_COUNT);
                    var writes =
                            List.<Write>of(
                                    Write.Delete.of(item.key())
                                            .onlyIf(attribute(UserItems.FOLLOWER_COUNT).is(number)),
                                    UserItems.count(
                                                    erasing.person(),
                                                    UserItems.FOLLOWER_COUNT,
                                                    number)
                                            .onlyIf(exists()));
                    return erasing.table().transact(writes) instanceof Outcome.Done
                            ? Attempt.done(1L)
                            : Attempt.tryAgain();
                });
    }

    /// Deletes a profile with the words of its name.
    public static long profile(Item info, Erasing erasing) {
        return erasing.table()
                .optimistically(() -> {
                    var item = erasing.table().getConsistent(info.key());
                    if (item == null) {
                        return Attempt.done(0L);
                    }
                    var read = UserItems.userInfo(item);
                    var writes = new ArrayList<Write>();
                    writes.add(
                            Write.Delete.of(item.key())
                                    .onlyIf(attribute(UserItems.NAME).is(read.name())));
                    UserItems.nameWords(read).stream()
                            .map(word -> Write.Delete.of(word.key()))
                            .forEach(writes::add);
                    return erasing.table().transact(writes) instanceof Outcome.Done
                            ? Attempt.done((long) writes.size())
                            : Attempt.tryAgain();
                });
    }
}
