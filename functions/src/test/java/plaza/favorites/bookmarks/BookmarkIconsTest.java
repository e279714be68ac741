package plaza.favorites.bookmarks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which bytes of a bookmarks file are removed before it is read.
class BookmarkIconsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "<a href=\"x\" icon=\"data:1\">t</a> | <a href=\"x\" >t</a>",
                "<A HREF=\"x\" ICON='data:\"1' ID=\"y\">t | <A HREF=\"x\"  ID=\"y\">t",
                "<A ICON_URI=\"http://i\" ICON=\"data:1\" HREF=\"x\">t | <A   HREF=\"x\">t",
                // the value of another attribute, of another element, or text
                "<A HREF=\"x icon='y'\">t | <A HREF=\"x icon='y'\">t",
                "<A HREF='x icon=\"y\"' ICON=\"1\">t | <A HREF='x icon=\"y\"' >t",
                "<H3 ICON=\"1\">t | <H3 ICON=\"1\">t",
                "<AB ICON=\"1\">t | <AB ICON=\"1\">t",
                "<A HREF=\"x\"> ICON=\"1\" | <A HREF=\"x\"> ICON=\"1\"",
                "x a ICON=\"1\" | x a ICON=\"1\"",
                // another attribute
                "<A MYICON=\"1\">t | <A MYICON=\"1\">t",
                "<A ICONS=\"1\">t | <A ICONS=\"1\">t",
                "<A DATA=\"1\" ICON_URL=\"1\">t | <A DATA=\"1\" ICON_URL=\"1\">t",
                // without quotes, or without their end
                "<A ICON=1 ID=\"y\">t | <A ICON=1 ID=\"y\">t",
                "<A ICON=\"1 ID='y'>t | <A ICON=\"1 ID='y'>t",
                "<A ID=\"y | <A ID=\"y",
                "<A ICON= | <A ICON=",
                "<A ICON=\" | <A ICON=\"",
                "<A ICON=\"\" | <A",
                "<A HREF='' ICON=\"1\" | <A HREF=''",
                "<A ICON=\"a>b\">t</A><A ICON=\"2\">u | <A >t</A><A >u",
            })
    void iconsOfLinksAreRemoved(String file, String kept) {
        assertThat(removed(file).stripTrailing()).isEqualTo(kept.stripTrailing());
    }

    @Test
    void anyWhiteSpaceSeparatesAttributes() {
        for (var space : new String[] {" ", "\t", "\n", "\r", "\f"}) {
            assertThat(removed("<A" + space + "ICON='1' ID='y'>"))
                    .isEqualTo("<A" + space + " ID='y'>");
            assertThat(removed("<A ID='y'" + space + "ICON='1'>"))
                    .isEqualTo("<A ID='y'" + space + ">");
        }
    }

    @Test
    void noLineChangesItsNumber() {
        assertThat(removed("1\n<A ICON=\"a\nb\n\" ID='y'>4\n")).isEqualTo("1\n<A \n\n ID='y'>4\n");
    }

    @Test
    void otherBytesStay() {
        assertThat(removed("<A HREF=\"ä\" ICON=\"ö\">ü\u2028</A>"))
                .isEqualTo("<A HREF=\"ä\" >ü\u2028</A>");
        assertThat(removed("")).isEmpty();
        assertThat(removed("<")).isEqualTo("<");
        assertThat(removed("<A")).isEqualTo("<A");
    }

    private static String removed(String file) {
        return new String(BookmarkIcons.removed(file.getBytes(UTF_8)), UTF_8);
    }
}
