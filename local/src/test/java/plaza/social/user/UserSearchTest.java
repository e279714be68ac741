package plaza.social.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.id.UserId;
import plaza.local.emulator.Meter.Cost;
import plaza.reconcile.ReconcileRun;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Write;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// `GET /users?q=`, the search for users by the beginnings of the words of their names and by the
/// beginnings of their ids.
class UserSearchTest {
    private final TestBed bed = new TestBed();

    @BeforeEach
    void createUsers() {
        name("u1", "Ann Marie Andersson");
        name("u2", "Jürgen Müller");
        name("u3", "ANNA");
        name("u4", "三笘 薫");
        name("u5", "Marie-Ann O’Shea");
        name("u6", "Martin Ødegård");
        name("u7", "佐藤花子");
        name("u8", "山田 太郎");
        name("lighthouse_ben", "Benjamin");
        name("Ad-Am", "Eva");
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    /// The order is that of the word that the longest word of the query begins, then of the id.
    @ParameterizedTest
    @CsvSource({
        "ann,         u1 u5 u3",
        "AN,          u1 u5 u3",
        "anna,        u3",
        "marie,       u1 u5",
        "marie an,    u1 u5",
        "and m,       u1",
        "jürgen,      u2",
        "jurgen mu,   u2",
        "juergen,     u2",
        "三,           u4",
        "三笘薫,       u4",
        "shea,        u5",
        "oshea,       u5",
        "o'shea,      u5",
        "marieann,    u5",
        "marie-ann o, u5",
        "odegard,     u6",
        "odegaard,    u6",
        "ødegård m,   u6",
        "佐藤,         u7",
        "花子,         u7",
        "子,           u7",
        "太郎,         u8",
        "山田太郎,     u8",
        "太郎 山田,    u8",
        "lighthouse_ben, lighthouse_ben",
        "lighthouse_b,   lighthouse_ben",
        "LIGHT,          lighthouse_ben",
        "ben,            lighthouse_ben",
        "benjamin light, lighthouse_ben",
        "lighthouse-x,   ''",
        "ad-am,          Ad-Am",
        "adam,           Ad-Am",
        "eva ada,        Ad-Am",
        "nn,          ''",
        "ann x,       ''",
    })
    void everyWordOfTheQueryBeginsAWordOfTheName(String query, String users) {
        assertThat(String.join(" ", search(query).column("userId"))).isEqualTo(users);
    }

    @Test
    void theItemsAreProfiles() {
        var profile = bed.as("x").at("userId", "u3").send("GetUserInfoByUserId").json();
        assertThat(search("anna").json().path("items").path(0)).isEqualTo(profile);
    }

    @Test
    void anotherNameReplacesTheWords() {
        name("u3", "Anna Lind");
        assertThat(search("lind anna").column("userId")).containsExactly("u3");
        name("u3", "Lind");
        assertThat(search("anna").column("userId")).isEmpty();
        assertThat(search("lind").column("userId")).containsExactly("u3");
        name("u3", "Vera Lind");
        assertThat(search("lind vera").column("userId")).containsExactly("u3");
        name("u3", "☆");
        assertThat(search("lind").column("userId")).isEmpty();
    }

    @Test
    void pagesContainEachUserOnce() {
        for (var number = 10; number < 40; number++) {
            name("p" + number, "Ann Ansgar Ant" + number);
        }
        var found = new ArrayList<String>();
        String cursor = null;
        do {
            var request = bed.as("x").query("q", "an").query("limit", "7");
            var page = (cursor == null ? request : request.query("cursor", cursor));
            var response = page.send("GetUsersByIds");
            assertThat(response.status()).isEqualTo(200);
            found.addAll(response.column("userId"));
            cursor = response.json().path("nextCursor").textValue();
        } while (cursor != null);
        assertThat(found).hasSize(33).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "☆"})
    void aQueryNeedsALetterOrDigit(String query) {
        assertThat(search(query).status()).isEqualTo(400);
        assertThat(search(query).badFields()).containsExactly("q");
    }

    @Test
    void idsAndAQueryExcludeEachOther() {
        var response = bed.as("x").query("q", "ann").query("ids", "u1").send("GetUsersByIds");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("ids");
    }

    @Test
    void aUserWhoseWordsRemainWithoutAProfileIsLeftOut() {
        bed.table().write(Write.Delete.of(SocialKeys.USER_INFO.key(UserId.of("u3"))));
        assertThat(search("anna").column("userId")).isEmpty();
    }

    /// A page of fifty users: the caller's gate, the words, and two items of each user.
    @Test
    void theCostOfASearch() {
        for (var number = 10; number < 70; number++) {
            name("p" + number, "Zoe Walker");
        }
        var page =
                bed.meter()
                        .measure(() ->
                                bed.as("x")
                                        .query("q", "zoe")
                                        .query("limit", "50")
                                        .send("GetUsersByIds"));
        assertThat(page.answer().column("userId")).hasSize(50);
        assertThat(page.cost()).isEqualTo(new Cost(51.5, 0, 0, 3));
    }

    /// The id of a user whose subject is no id by itself.
    @Test
    void anIdThatIsADigestIsNotSearched() {
        var user = UserId.ofSubject("auth0|ann");
        bed.as("auth0|ann")
                .at("userId", user.value())
                .body("{\"name\": \"Zoe\"}")
                .send("PutUserInfo")
                .orFail();
        assertThat(search("zoe").column("userId")).containsExactly(user.value());
        assertThat(search("sha256").column("userId")).isEmpty();
    }

    /// The words that an earlier rule made of a name: Reconcile finds and replaces them.
    @Test
    void reconcileReplacesTheWordsOfAnEarlierRule() {
        var user = UserId.of("u6");
        for (var word : List.of("martin", "odegaard", "odegard", "oedegaard", "u6")) {
            bed.table().write(Write.Delete.of(SocialKeys.NAME_WORD.key(word, word, user)));
        }
        for (var word : List.of("martin", "ødegard")) {
            bed.table()
                    .write(
                            Write.Put.of(
                                    Item.at(SocialKeys.NAME_WORD.key(word, word, user))
                                            .with(UserItems.WORDS, "martin ødegard")
                                            .build()));
        }
        assertThat(search("odegard").column("userId")).isEmpty();
        bed.clock().advance(Duration.ofHours(1));

        assertThat(ReconcileRun.reporting(bed).checks()).containsExactly("nameWords");
        assertThat(ReconcileRun.repairing(bed).repaired()).isEqualTo(6);

        assertThat(ReconcileRun.reporting(bed).drift()).isZero();
        assertThat(search("odegard").column("userId")).containsExactly("u6");
        assertThat(bed.table().get(SocialKeys.NAME_WORD.key("ødegard", "ødegard", user))).isNull();
    }

    /// A word costs two units. The id is a word of its own, unless it begins one of the name or a
    /// word of the name begins it; joiners make no further words.
    @ParameterizedTest
    @CsvSource({
        "zoe,   Zoe,            6",
        "zoe,   Pia Stone,      10",
        "zoe,   Zoey Stone,     8",
        "zoe_1, Zoe Stone,      8",
        "zoe,   Zoe Stone-Hill, 10",
        "zoe,   Zoe O’Hill,     10",
        "zoe,   Zoe O Hill,     10",
        "zoe,   佐藤花子,        14",
    })
    void theCostOfANewUser(String user, String name, int writeUnits) {
        var cost = bed.meter().measure(() -> name(user, name)).cost();
        assertThat(cost).isEqualTo(new Cost(1, writeUnits, 0, 2));
    }

    /// A new user with two words, the same name again, and another name with two new words, which
    /// also checks that the user is not suspended.
    @Test
    void theCostOfANameIsTheCostOfItsWords() {
        assertThat(cost("Zoe Walker")).isEqualTo(new Cost(1, 8, 0, 2));
        assertThat(cost("Zoe Walker")).isEqualTo(new Cost(1, 1, 0, 2));
        assertThat(cost("Pia Stone")).isEqualTo(new Cost(1, 12, 0, 2));
    }

    private Cost cost(String name) {
        return Objects.requireNonNull(bed.meter().measure(() -> name("zoe", name)).cost());
    }

    private TestResponse name(String user, String name) {
        return bed.as(user)
                .at("userId", user)
                .body("{\"name\": \"" + name + "\"}")
                .send("PutUserInfo")
                .orFail();
    }

    private TestResponse search(String query) {
        return bed.as("x").query("q", query).send("GetUsersByIds");
    }
}
