/**
 * The IdentifierClass of PRECIS (RFC 8264) as the profile UsernameCaseMapped (RFC 8265) uses it, from the properties
 * that the JavaScript engine knows. It is stricter in two places, because the engine does not know the joining and
 * directional types of characters: a joiner of no width is refused everywhere, and a name with a letter that is written
 * from right to left has no letter that is written from left to right.
 */

/** Characters that are allowed or refused by name (RFC 5892, 2.6), and those that depend on their neighbours. */
const ALLOWED = new Set(['\u00df', '\u03c2', '\u06fd', '\u06fe', '\u0f0b', '\u3007']);
const REFUSED = new Set([
  '\u0640',
  '\u07fa',
  '\u302e',
  '\u302f',
  '\u3031',
  '\u3032',
  '\u3033',
  '\u3034',
  '\u3035',
  '\u303b',
]);
const LETTER_OR_DIGIT = /^[\p{Ll}\p{Lu}\p{Lo}\p{Nd}\p{Lm}\p{Mn}\p{Mc}]$/u;
/** Characters without an image of their own, joiners included, and those that are no characters. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Join_Control}]$/u;
/** The letters from which old Hangul syllables are joined. */
const OLD_HANGUL = /^[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]$/u;

/** Characters that are allowed beside certain others (RFC 5892, appendix A); each with its rule. */
const BESIDE: Readonly<Record<string, (text: string, at: number) => boolean>> = {
  '\u00b7': (text, at) => text[at - 1]?.toLowerCase() === 'l' && text[at + 1]?.toLowerCase() === 'l',
  '\u0375': (text, at) => /^\p{Script=Greek}/u.test(text.slice(at + 1)),
  '\u05f3': (text, at) => /\p{Script=Hebrew}$/u.test(text.slice(0, at)),
  '\u05f4': (text, at) => /\p{Script=Hebrew}$/u.test(text.slice(0, at)),
  '\u30fb': (text) => /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text),
};

const ARABIC_DIGIT = /[\u0660-\u0669]/;
const EXTENDED_DIGIT = /[\u06f0-\u06f9]/;

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}\p{Script=Mende_Kikakui}]/u;
const RIGHT_TO_LEFT_LETTER = new RegExp(`^(?=\\p{L})${RIGHT_TO_LEFT.source}`, 'u');

/** True when the class has the character at `at` of `text`. */
function isAllowed(character: string, text: string, at: number): boolean {
  if (ALLOWED.has(character)) return true;
  if (REFUSED.has(character) || INVISIBLE.test(character) || OLD_HANGUL.test(character)) return false;
  const rule = BESIDE[character];
  if (rule !== undefined) return rule(text, at);
  if (/^[!-~]$/.test(character)) return true;
  return LETTER_OR_DIGIT.test(character) && character.normalize('NFKC') === character.normalize('NFC');
}

/** The direction of a name (RFC 5893, simplified as said above). */
function isOneDirection(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return true;
  const letters = [...text].filter((one) => /\p{L}/u.test(one));
  const last = [...text].findLast((one) => !/\p{M}/u.test(one)) ?? '';
  if (!letters.every((one) => RIGHT_TO_LEFT_LETTER.test(one)) || !RIGHT_TO_LEFT_LETTER.test(text)) return false;
  return /[\p{L}\p{Nd}]/u.test(last);
}

/** Whether the class has every character of `text`, which is in NFC; a text without characters is in no class. */
export function isIdentifier(text: string): boolean {
  if (text === '' || (ARABIC_DIGIT.test(text) && EXTENDED_DIGIT.test(text))) return false;
  // A mark of no width of its own would join what stands before the name.
  if (/^\p{M}/u.test(text)) return false;
  let at = 0;
  for (const character of text) {
    if (!isAllowed(character, text, at)) return false;
    at += character.length;
  }
  return isOneDirection(text);
}

/** `text` with wide and narrow forms of characters as the usual ones, in NFC. */
export const widthMapped = (text: string): string =>
  text.replace(/[\u3000\uff01-\uffef]/g, (one) => one.normalize('NFKC')).normalize('NFC');
