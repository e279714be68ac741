package plaza.social.key;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.StoredKeys.stored;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;

/// The templates are in the chart, and the golden items have a key of each kind. These have
/// variables of each number and type.
class SocialKeysTest {
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BOB = UserId.of("bob");
    private static final PostId POST = PostId.of("p1");

    @Test
    void keysAreWrittenAndReadWithTheirTypes() {
        stored("u#ann", "count#3", SocialKeys.FOLLOWER_COUNT_PART, ANN, 3);
        stored("NameWord#é", "émile#u#ann", SocialKeys.NAME_WORD, "é", "émile", ANN);
        stored("u#ann#timeline", "p#p1#u#bob", SocialKeys.TIMELINE_ENTRY, ANN, POST, BOB);
        stored(
                "p#p1#viewledger",
                "s#s1#0000000000123",
                SocialKeys.VIEW_LEDGER_ROW,
                POST,
                SessionId.of("s1"),
                Instant.ofEpochMilli(123));
        stored("Report#post#p1#2", "u#bob", SocialKeys.REPORT, "post", "p1", 2, BOB);
    }

    @Test
    void entriesAboveAPostAreNewer() {
        assertThat(SocialKeys.timelineAbove(POST))
                .isGreaterThan(SocialKeys.TIMELINE_ENTRY.key(ANN, POST, ANN).sk())
                .isLessThan(SocialKeys.TIMELINE_ENTRY.key(ANN, PostId.of("p2"), ANN).sk());
    }

    @Test
    void aWordIsListedUnderItsFirstLetter() {
        assertThat(SocialKeys.NAME_WORD.key("😀x", "😀x", ANN).pk())
                .isEqualTo(SocialKeys.NAME_WORDS.of("😀").pk())
                .isEqualTo("NameWord#😀");
    }
}
