// The search in a list of the page, by the rules of the API (docs/search.md), except that a word of
// a script without spaces begins only after a space.

/** Latin letters that Unicode does not decompose, as users type them. */
const LETTERS = new Map(
  `
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
`
    .trim()
    .split("\n")
    .map((line) => line.split(" "))
    .flatMap(([typed, letters]) => [...letters].map((letter) => [letter, typed])),
);

/** What stands between two parts of a word, and is left out by many users. */
const JOINERS = "-'`\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u055a\u05f3\ua78c\u2010\u058a\u05be\u30a0\u00b7\u2027\u30fb_";

const WITHIN_WORDS = new RegExp(`(?<=[\\p{L}\\p{N}])[${JOINERS}]+(?=[\\p{L}\\p{N}])`, "gu");
const ELSEWHERE = new RegExp(`[${JOINERS}]`, "gu");

/** Letters that many users type as two. @type {Record<string, string>} */
const DIGRAPHS = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", đ: "dj" };

/**
 * Whether every word of a query begins a word of a text.
 *
 * @param {string} query
 * @param {string} text
 */
export function finds(query, text) {
  const words = spellings(text).flatMap(compounds).flatMap(wordsOf);
  const has = (start) => words.some((word) => word.startsWith(start));
  const [typed, ...others] = spellings(query).map(compounds);
  return typed.every((_, i) =>
    [typed, ...others].some(
      (spelling) => spelling[i].split("'").every(has) || has(spelling[i].replaceAll("'", "")),
    ),
  );
}

/** The words of a compound: each extends over the joiners after it. @param {string} compound */
function wordsOf(compound) {
  const parts = compound.split("'");
  return parts.map((_, i) => parts.slice(i).join(""));
}

/** The sequences of letters and digits in a text, folded. @param {string} text */
function compounds(text) {
  return fold(text).match(/[\p{L}\p{N}']*[\p{L}\p{N}]/gu) ?? [];
}

/** @param {string} text */
function spellings(text) {
  const composed = text.normalize("NFC").toLowerCase();
  return [composed, composed.replaceAll("å", "aa"), composed.replace(/[äöüøåđ]/g, (letter) => DIGRAPHS[letter])];
}

/** A text as users type it, with an apostrophe for each joiner. @param {string} text */
function fold(text) {
  const plain = text
    .replaceAll("´", "'")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toUpperCase()
    .toLowerCase();
  const typed = [...plain].map((letter) => LETTERS.get(letter) ?? letter).join("");
  return typed.replace(WITHIN_WORDS, "\u0000").replace(ELSEWHERE, " ").replaceAll("\u0000", "'");
}
