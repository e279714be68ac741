package plaza.social.standing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.Interruption;

/// The job that copies a standing while other writers change the same items. The test runs it
/// itself; no stream function runs meanwhile.
final class StandingCopiesTest {
    /// A post comes after the items that are found through it.
    private static final List<ItemKind> COPIES =
            List.of(
                    SocialKeys.REPLY,
                    SocialKeys.POST_COUNTER,
                    SocialKeys.POST,
                    SocialKeys.FOLLOWEE,
                    SocialKeys.FOLLOWER,
                    SocialKeys.LIKE,
                    SocialKeys.NAME_WORD);

    private final StandingBed users = new StandingBed();

    @AfterEach
    void stop() {
        users.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aStandingThatIsCopiedMeanwhileIsTheLast(boolean isSuspension) {
        var before = copies();
        change(isSuspension, true);
        var other =
                Interruption.beforeAnyWrite(() -> {
                    change(isSuspension, false);
                    copy(users.bed.table());
                });
        copy(other.on(users.bed.table()));
        assertThat(other.hasRun()).isTrue();
        assertThat(copies()).isEqualTo(before);
    }

    private void change(boolean isSuspension, boolean isSet) {
        if (isSuspension) {
            users.bed.suspend("ann", isSet);
        } else {
            users.bed.protect("ann", isSet);
        }
    }

    /// One item of each kind is deleted before the job changes it, also of those that count rows.
    @Test
    void aCopyThatIsDeletedMeanwhileIsNotCreatedAgain() {
        users.bed.suspend("ann", true);
        var deleted = new HashMap<ItemKind, Key>();
        copy(
                new ForwardingTable(users.bed.table()) {
                    @Override
                    public Outcome<Key> transact(List<Write> writes) {
                        writes.stream()
                                .filter(write -> write instanceof Write.Update)
                                .map(Write::key)
                                .filter(key ->
                                        !deleted.containsKey(Catalogue.ALL.keySpace().kindOf(key)))
                                .min(Comparator.comparingInt(StandingCopiesTest::order))
                                .ifPresent(key -> {
                                    deleted.put(Catalogue.ALL.keySpace().kindOf(key), key);
                                    users.bed.table().write(Write.Delete.of(key));
                                });
                        return super.transact(writes);
                    }
                });
        assertThat(deleted.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(COPIES.stream(), Stream.of(SocialKeys.USER_COUNT)).toList());
        assertThat(users.bed.everything()).doesNotContainKeys(deleted.values().toArray(Key[]::new));
    }

    private static int order(Key copy) {
        return COPIES.indexOf(Catalogue.ALL.keySpace().kindOf(copy));
    }

    private static void copy(Table table) {
        var work = new SocialWork.CopyStanding(UserId.of("ann"), "test");
        assertThat(new StandingCopies(table).copy(work, new Texts()))
                .isEqualTo(new Progress.Finished());
    }

    private Map<Key, Item> copies() {
        var copies = users.bed.everything();
        copies.keySet().removeIf(key -> order(key) < 0);
        return copies;
    }
}
