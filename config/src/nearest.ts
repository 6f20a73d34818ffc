/** Letters and digits alone, in lower case: `destination_address` is near `destinationAddress`. */
const folded = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '');

/** The number of letters to insert, delete or replace between two words (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = (row[column - 1] as number) + (a[line - 1] === b[column - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[column] as number) + 1, (next[column - 1] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}

/** Longest unknown name that is compared; longer ones are not misspellings. */
const MAX_LENGTH = 60;

/** The known name that is nearest to `name`; undefined when more than a third of the letters differ from every one. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const word = folded(name.slice(0, MAX_LENGTH));
  const [best] = known
    .map((candidate) => ({ candidate, apart: distance(word, folded(candidate)) }))
    .sort((a, b) => a.apart - b.apart);
  return best && best.apart <= Math.max(2, Math.floor(word.length / 3)) && best.apart < word.length
    ? best.candidate
    : undefined;
}
