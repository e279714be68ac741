package plaza.favorites.bookmarks;

import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The character references of HTML in bookmarks files: `&amp;`, `&eacute;`, `&#233;`, `&#xE9;`.
///
/// A reference ends with a semicolon. Without it, an ampersand is text: addresses that no writer
/// has escaped contain `&copy=1`. So is a reference to no character.
final class CharacterReferences {
    /// The names of U+00A0 to U+00FF, in their order (HTML 4.01, 24.2).
    private static final String LATIN =
            """
            nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
            plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34
            iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml
            Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave
            Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil
            egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde
            ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """;

    /// The other names of HTML 4.01 (24.3 and 24.4), and `apos`, with their characters in
    /// hexadecimal.
    private static final String OTHERS =
            """
            quot 22 amp 26 apos 27 lt 3C gt 3E OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178
            fnof 192 circ 2C6 tilde 2DC Alpha 391 Beta 392 Gamma 393 Delta 394 Epsilon 395 Zeta 396
            Eta 397 Theta 398 Iota 399 Kappa 39A Lambda 39B Mu 39C Nu 39D Xi 39E Omicron 39F Pi 3A0
            Rho 3A1 Sigma 3A3 Tau 3A4 Upsilon 3A5 Phi 3A6 Chi 3A7 Psi 3A8 Omega 3A9 alpha 3B1 beta
            3B2 gamma 3B3 delta 3B4 epsilon 3B5 zeta 3B6 eta 3B7 theta 3B8 iota 3B9 kappa 3BA lambda
            3BB mu 3BC nu 3BD xi 3BE omicron 3BF pi 3C0 rho 3C1 sigmaf 3C2 sigma 3C3 tau 3C4 upsilon
            3C5 phi 3C6 chi 3C7 psi 3C8 omega 3C9 thetasym 3D1 upsih 3D2 piv 3D6 ensp 2002 emsp 2003
            thinsp 2009 zwnj 200C zwj 200D lrm 200E rlm 200F ndash 2013 mdash 2014 lsquo 2018 rsquo
            2019 sbquo 201A ldquo 201C rdquo 201D bdquo 201E dagger 2020 Dagger 2021 bull 2022 hellip
            2026 permil 2030 prime 2032 Prime 2033 lsaquo 2039 rsaquo 203A oline 203E frasl 2044 euro
            20AC image 2111 weierp 2118 real 211C trade 2122 alefsym 2135 larr 2190 uarr 2191 rarr
            2192 darr 2193 harr 2194 crarr 21B5 lArr 21D0 uArr 21D1 rArr 21D2 dArr 21D3 hArr 21D4
            forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209 ni 220B prod
            220F sum 2211 minus 2212 lowast 2217 radic 221A prop 221D infin 221E ang 2220 and 2227 or
            2228 cap 2229 cup 222A int 222B there4 2234 sim 223C cong 2245 asymp 2248 ne 2260 equiv
            2261 le 2264 ge 2265 sub 2282 sup 2283 nsub 2284 sube 2286 supe 2287 oplus 2295 otimes
            2297 perp 22A5 sdot 22C5 lceil 2308 rceil 2309 lfloor 230A rfloor 230B lang 27E8 rang
            27E9 loz 25CA spades 2660 clubs 2663 hearts 2665 diams 2666
            """;

    private static final int LATIN_FIRST = 0xA0;

    /// The longest reference between `&` and `;`.
    private static final int LENGTH_MAX = 10;

    /// Old programs for Windows write its code page as numbers, which HTML accepts.
    private static final Charset WINDOWS = Charset.forName("windows-1252");

    private static final Map<String, String> BY_NAME = byName();

    private CharacterReferences() {}

    private static Map<String, String> byName() {
        var byName = new HashMap<String, String>();
        var codePoint = LATIN_FIRST;
        for (var name : LATIN.strip().split("\\s+", 0)) {
            byName.put(name, Character.toString(codePoint++));
        }
        var others = OTHERS.strip().split("\\s+", 0);
        for (var index = 0; index < others.length; index += 2) {
            byName.put(others[index], Character.toString(Integer.parseInt(others[index + 1], 16)));
        }
        return byName;
    }

    /// Replaces the references of a text by their characters.
    static String decoded(String text) {
        var from = text.indexOf('&');
        if (from < 0) {
            return text;
        }
        var decoded = new StringBuilder(text.length());
        var copied = 0;
        for (; from >= 0; from = text.indexOf('&', from + 1)) {
            var end = end(text, from + 1);
            var character = end < 0 ? null : character(text.substring(from + 1, end));
            if (character != null) {
                decoded.append(text, copied, from).append(character);
                copied = end + 1;
            }
        }
        return decoded.append(text, copied, text.length()).toString();
    }

    /// Writes a text so that no reader of HTML or of bookmarks files finds markup in it.
    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static int end(String text, int from) {
        var limit = Math.min(text.length(), from + LENGTH_MAX + 1);
        for (var index = from; index < limit; index++) {
            if (text.charAt(index) == ';') {
                return index;
            }
        }
        return -1;
    }

    private static @Nullable String character(String reference) {
        if (reference.isEmpty() || reference.charAt(0) != '#') {
            return BY_NAME.get(reference);
        }
        var isHexadecimal = reference.startsWith("#x") || reference.startsWith("#X");
        var digits = reference.substring(isHexadecimal ? 2 : 1);
        if (!digits.matches(isHexadecimal ? "[0-9a-fA-F]+" : "[0-9]+")) {
            return null;
        }
        var codePoint = Long.parseLong(digits, isHexadecimal ? 16 : 10);
        if (codePoint >= 0x80 && codePoint < LATIN_FIRST) {
            return new String(new byte[] {(byte) codePoint}, WINDOWS);
        }
        var isCharacter =
                codePoint > 0
                        && codePoint <= Character.MAX_CODE_POINT
                        && (codePoint < Character.MIN_SURROGATE
                                || codePoint > Character.MAX_SURROGATE);
        return isCharacter ? Character.toString((int) codePoint) : null;
    }
}
