package plaza.text;

import java.util.Map;
import java.util.stream.Collectors;

/// Latin letters that Unicode does not decompose, as users type them on a keyboard without them:
/// `ø` as `o`, `æ` as `ae`, `þ` as `th`.
///
/// The table has the small letters of the Latin blocks that living languages use whose name in
/// Unicode is a letter of the alphabet with a stroke, a hook or another attached sign, and those of
/// living languages with other names, such as `ð`, `ŋ` and `ə`. A test compares it with these
/// names. The pages of the demo have the same table.
final class LatinLetters {
    static final String TABLE =
            """
            a ⱥɑ
            ae æ
            b ƀƃɓ
            c ƈȼɕ
            d đðƌȡɖɗ
            e ɇⱸǝəɛ
            f ƒ
            g ǥɠɡɣ
            h ħɦⱨ
            hv ƕ
            i ıɨɩ
            j ɉʝȷ
            k ƙⱪ
            l łƚȴɫɬɭⱡ
            ll ỻ
            m ɱ
            n ŋƞȵɲɳ
            o øɔɵⱺ
            oe œ
            oi ƣ
            ou ȣ
            p ƥ
            q ĸɋʠ
            r ɍɼɽɾ
            s ȿʂẜẝ
            ss ß
            t ŧƫƭȶʈⱦ
            th þ
            u ʉʊ
            v ʋⱱⱴỽ
            w ⱳ
            y ƴɏỿ
            z ƶȥɀʐʑʒⱬ
            """;

    private static final Map<Integer, String> TYPED =
            TABLE.lines()
                    .map(line -> line.split(" ", 2))
                    .flatMap(line ->
                            line[1].codePoints().boxed().map(letter -> Map.entry(letter, line[0])))
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

    private LatinLetters() {}

    /// Appends a letter as users type it, or any other character as it is.
    static void append(int codePoint, StringBuilder folded) {
        String typed = TYPED.get(codePoint);
        if (typed == null) {
            folded.appendCodePoint(codePoint);
        } else {
            folded.append(typed);
        }
    }
}
