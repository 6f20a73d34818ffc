/** Most characters of a word in the index; the rest of a longer one is left out. */
const MAX_WORD_LENGTH = 40;

/** Shortest word in which a typing error is looked for. */
export const MIN_CORRECTED_LENGTH = 4;

/** Least similarity of a correction: two exchanged letters of a word of six leave 3 of 11 trigrams in common. */
const MIN_SIMILARITY = 0.25;

/** Most trigrams that are not looked up: one and two letters at the beginning. */
const MAX_LEFT_OUT = 2;

/** Most corrections of one word. */
const MAX_CORRECTIONS = 3;

const WORD = /[\p{L}\p{N}]+/gu;
const MARKS = /\p{M}/gu;
const LETTERS = /^\p{L}+$/u;

/** The singular of an English word, by Harman's three rules; other words mostly stay as they are. */
function singular(word: string): string {
  if (word.length < 4) return word;
  if (/ies$/.test(word)) return /[ea]ies$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (/es$/.test(word)) return /[aeo]es$/.test(word) ? word : word.slice(0, -1);
  return /[^us]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * The first `limit` words of a text in the form in which they are compared: letters and digits only, lower case,
 * without accents, and in the singular. So no word can contain an operator of a query language.
 */
export function wordsOf(text: string, limit: number): readonly string[] {
  const words: string[] = [];
  for (const [word] of text.normalize('NFKD').replace(MARKS, '').toLowerCase().matchAll(WORD)) {
    if (words.length === limit) break;
    // By code points: half of a surrogate pair is no text that both engines store.
    words.push(singular(Array.from(word).slice(0, MAX_WORD_LENGTH).join('')));
  }
  return words;
}

/** True when typing errors in `word` are looked for: it has letters only, and enough of them. */
export const isCorrected = (word: string): boolean => word.length >= MIN_CORRECTED_LENGTH && LETTERS.test(word);

/** The distinct trigrams of a word, with two spaces before it and one after it, as pg_trgm forms them. */
export function trigramsOf(word: string): readonly string[] {
  const padded = Array.from(`  ${word} `);
  const trigrams = new Set<string>();
  for (let at = 2; at < padded.length; at += 1) trigrams.add(`${padded[at - 2]}${padded[at - 1]}${padded[at]}`);
  return [...trigrams];
}

/**
 * Trigrams of `word` of which every correction has one. The beginnings of a word, which many words share, are left out
 * while a correction still shares more trigrams than are left out.
 */
export function selectiveTrigrams(word: string): readonly string[] {
  const trigrams = trigramsOf(word);
  // With c of n and m trigrams in common, c / (n + m - c) is at least MIN_SIMILARITY; and c is at most m.
  const common = Math.ceil(trigrams.length * MIN_SIMILARITY);
  return trigrams.slice(Math.min(common - 1, MAX_LEFT_OUT));
}

/** The share of common trigrams among all trigrams of two words, 0 to 1. `ones`: the trigrams of the first word. */
function similarity(ones: ReadonlySet<string>, other: string): number {
  const others = trigramsOf(other);
  const common = others.filter((trigram) => ones.has(trigram)).length;
  return common / (ones.size + others.length - common);
}

/** The words of `known` that `word` may have meant, most similar first. */
export function correctionsOf(word: string, known: Iterable<string>): readonly string[] {
  const trigrams = new Set(trigramsOf(word));
  return [...known]
    .map((candidate) => ({ candidate, score: similarity(trigrams, candidate) }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MAX_CORRECTIONS)
    .map(({ candidate }) => candidate);
}
