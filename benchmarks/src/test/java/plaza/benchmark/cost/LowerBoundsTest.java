package plaza.benchmark.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import plaza.Catalogue;
import plaza.catalogue.FunctionRow;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.social.SocialItems;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.UserCounts;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace.Family;

class LowerBoundsTest {
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BEN = UserId.of("ben");

    @Test
    void everyHttpFunctionHasABound() {
        assertThat(LowerBounds.byFunction().keySet())
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.httpFunctions().stream().map(FunctionRow::name).toList());
    }

    @Test
    void changesInATransactionCostTwiceAsMuch() {
        var follow = new Follow(ANN, BEN, Instant.EPOCH);
        var one = table(SocialItems.follower(follow));
        var two = table(SocialItems.follower(follow), SocialItems.following(follow));
        assertThat(LowerBound.none().minimum(Map.of(), one).writeUnits()).isEqualTo(1);
        assertThat(LowerBound.none().minimum(Map.of(), two).writeUnits()).isEqualTo(4);
        assertThat(LowerBound.writtenOnce(Map.of(), two)).isEqualTo(2);
        assertThat(LowerBound.none().minimum(two, two).roundTrips()).isZero();
    }

    @Test
    void aConditionCheckCostsAsMuchAsATransactionalWrite() {
        var before = table(SocialItems.userCounts(ANN, new UserCounts(0, 0, 0)));
        var like = SocialItems.like(new Like(PostId.of("p"), ANN, Instant.EPOCH));
        var after = table(SocialItems.userCounts(ANN, new UserCounts(0, 0, 0)), like);
        var minimum = LowerBound.none().checking(Family.USER).minimum(before, after);
        assertThat(minimum.writeUnits()).isEqualTo(4);
        assertThat(minimum.roundTrips()).isEqualTo(1);
    }

    @Test
    void aBatchGetRoundsUpEachItemAndIsOneRoundTrip() {
        var before =
                table(
                        SocialItems.userCounts(ANN, new UserCounts(0, 0, 0)),
                        SocialItems.userCounts(BEN, new UserCounts(0, 0, 0)));
        var byKey = LowerBound.none().batchGetConsistent(Family.USER, 2).minimum(before, before);
        assertThat(byKey.readUnits()).isEqualTo(2);
        assertThat(byKey.roundTrips()).isEqualTo(1);
        assertThat(LowerBound.none().query(Family.USER, 2).minimum(before, before).readUnits())
                .isEqualTo(0.5);
    }

    private static Map<Key, Item> table(Item... items) {
        return Stream.of(items).collect(Collectors.toMap(Item::key, item -> item));
    }
}
