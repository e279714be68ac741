package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Action;
import plaza.catalogue.Grant;
import plaza.social.key.SocialKeys;
import plaza.table.Family;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema.Index;

final class PermissionTest {
    @Test
    void allFamiliesOfAnActionShareOneStatement() {
        assertThat(
                        Permission.of(
                                List.of(
                                        grant(Action.BATCH_GET_ITEM, SocialKeys.POSTS),
                                        grant(Action.BATCH_GET_ITEM, SocialKeys.FOLLOWING))))
                .containsExactly(
                        new Permission(
                                Index.TABLE,
                                List.of(Action.BATCH_GET_ITEM),
                                List.of(SocialKeys.FOLLOWING, SocialKeys.POSTS)));
    }

    @Test
    void onlyActionsWithEqualFamiliesShareAStatement() {
        assertThat(
                        Permission.of(
                                List.of(
                                        grant(Action.QUERY, SocialKeys.POSTS),
                                        grant(Action.GET_ITEM, SocialKeys.POSTS),
                                        grant(Action.PUT_ITEM, SocialKeys.POSTS),
                                        grant(Action.PUT_ITEM, PlatformKeys.JOBS))))
                .containsExactly(
                        new Permission(
                                Index.TABLE,
                                List.of(Action.GET_ITEM, Action.QUERY),
                                List.of(SocialKeys.POSTS)),
                        new Permission(
                                Index.TABLE,
                                List.of(Action.PUT_ITEM),
                                List.of(SocialKeys.POSTS, PlatformKeys.JOBS)));
    }

    @Test
    void eachIndexHasItsOwnStatement() {
        assertThat(
                        Permission.of(
                                List.of(
                                        new Grant(Action.QUERY, Index.TABLE, SocialKeys.REQUESTS),
                                        new Grant(
                                                Action.QUERY, Index.LSI_ONE, SocialKeys.REQUESTS))))
                .extracting(Permission::index)
                .containsExactly(Index.TABLE, Index.LSI_ONE);
    }

    /// A local index has the partition keys of the table, so `u#*` matches the same other families.
    @Test
    void aLocalIndexIsLimitedLikeTheTable() {
        var users = List.<Family>of(SocialKeys.USERS);
        var ofTable = new Permission(Index.TABLE, List.of(Action.QUERY), users);
        var ofIndex = new Permission(Index.LSI_ONE, List.of(Action.QUERY), users);
        assertThat(conditions(ofIndex)).isEqualTo(conditions(ofTable)).contains("StringNotLike");
    }

    private static String conditions(Permission permission) {
        var statement = (Map<?, ?>) permission.statement("arn").toStatementJson();
        return String.valueOf(statement.get("Condition"));
    }

    @Test
    void aScanHasNoFamilies() {
        assertThat(Permission.of(List.of(grant(Action.SCAN, SocialKeys.USERS))))
                .containsExactly(new Permission(Index.TABLE, List.of(Action.SCAN), List.of()));
    }

    @Test
    void aStarMatchesAnyCharacters() {
        assertThat(Permission.matches("u#*", "u#anna#follower")).isTrue();
        assertThat(Permission.matches("u#*#post", "u#anna#post")).isTrue();
        assertThat(Permission.matches("u#*#post", "u#anna#posts")).isFalse();
        assertThat(Permission.matches("u#*", "p#anna")).isFalse();
    }

    private static Grant grant(Action action, Family family) {
        return new Grant(action, family.index(), family);
    }
}
