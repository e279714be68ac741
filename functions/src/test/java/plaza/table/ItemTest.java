package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ItemTest {
    private static final Key POST = new Key("u#ann#post", "p#p1");
    private static final Key LIKE = new Key("p#p1#likelist", "u#ben");

    @Test
    void aJoinedItemHasTheVersionOfTheItemThatIsReferredTo() {
        var like = Item.at(LIKE).with("likedAt", 1).version(2).build();
        var post = Item.at(POST).with("content", "Fog.");

        assertThat(post.build().joinedTo(like))
                .isEqualTo(Item.at(LIKE).with("content", "Fog.").with("likedAt", 1).build());
        assertThat(post.version(3).build().joinedTo(like).version()).isEqualTo(3);
    }
}
