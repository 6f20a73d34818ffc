import confusables from './confusables.json' with { type: 'json' };

const characters = (hex: string): string =>
  hex
    .split(' ')
    .map((one) => String.fromCodePoint(Number.parseInt(one, 16)))
    .join('');

/** What people see in a character, by the character. */
const SEEN = new Map(
  Object.entries(confusables.alike).flatMap(([to, from]) => {
    const seen = characters(to);
    return [...characters(from)].map((one) => [one, seen] as const);
  }),
);

/**
 * What people see in a name (UTS 39, 4): names with the same skeleton cannot be distinguished, such as those that
 * differ by a Cyrillic letter, a zero in place of an o, or a character without an image. `key` is a name in the form in
 * which names are compared; a skeleton is for comparison alone.
 */
export function skeletonOf(key: string): string {
  const visible = key.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return [...visible]
    .map((one) => SEEN.get(one) ?? one)
    .join('')
    .normalize('NFD');
}
