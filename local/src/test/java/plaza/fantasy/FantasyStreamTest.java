package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.DynamodbEvent.DynamodbStreamRecord;
import com.amazonaws.services.lambda.runtime.events.models.dynamodb.AttributeValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.catalogue.StreamFunction;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.stream.Changes;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.StreamTap;
import plaza.testkit.TestBed;

/// What FanOut does with the records of this context.
class FantasyStreamTest {
    private static final StreamFunction FAN_OUT = TestBed.streamRow("FanOut");

    private final TestBed bed = new TestBed();
    private final StreamTap fanOut = new StreamTap(bed.emulator(), FAN_OUT);

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void joiningALargeLeagueStartsACount() {
        var key = FantasyKeys.MEMBERSHIP.key(GamerId.of("ann"), LeagueId.of("pub"));
        bed.table().write(Write.Put.of(Item.at(key).build()));
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(jobs()).isEmpty();

        var counted = FantasyKeys.SCORE_DISTRIBUTION.key(LeagueId.of("pub"));
        bed.table().write(Write.Put.of(Item.at(counted).build()));
        bed.table().write(Write.Delete.of(key));
        assertThat(fanOut.deliver(bed, fanOut.next())).isEmpty();
        assertThat(jobs()).singleElement().asString().contains("pub");
    }

    @Test
    void onlyJoiningAndLeavingChangeAMembership() {
        var key = FantasyKeys.MEMBERSHIP.key(GamerId.of("ann"), LeagueId.of("pub"));
        bed.table().write(Write.Put.of(Item.at(key).build()));
        bed.table().write(Write.Delete.of(key));

        var records = fanOut.next();
        assertThat(records)
                .extracting(this::event)
                .containsExactly(
                        new FantasyEvent.MembershipChanged(
                                LeagueId.of("pub"), GamerId.of("ann"), true),
                        new FantasyEvent.MembershipChanged(
                                LeagueId.of("pub"), GamerId.of("ann"), false));

        var joined = records.getFirst().getDynamodb();
        joined.setOldImage(joined.getNewImage());
        assertThat(event(records.getFirst())).isNull();
        var left = records.getLast().getDynamodb();
        left.setKeys(
                Map.of(
                        "pk", new AttributeValue(key.pk()),
                        "sk", new AttributeValue("Gamer#ann")));
        assertThat(event(records.getLast())).isNull();
    }

    private List<String> jobs() {
        return bed.everything().keySet().stream()
                .map(key -> key.pk())
                .filter(pk -> pk.startsWith("Job#"))
                .toList();
    }

    private @Nullable FantasyEvent event(DynamodbStreamRecord streamRecord) {
        return FantasyEvent.ofOrNull(Changes.of(streamRecord));
    }
}
