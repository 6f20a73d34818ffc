import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Writes src/areas/avatars/usernames/confusables.json from the table of the crate `unicode-security`, which has
 * Unicode's confusables.txt. `--tables` is the path of the crate's src/tables.rs, which `cargo fetch` brings into
 * Cargo's folder.
 */
const { values } = parseArgs({ options: { tables: { type: 'string' } } });
if (!values.tables) {
  process.stderr.write('give the table: --tables ~/.cargo/registry/src/*/unicode-security-VERSION/src/tables.rs\n');
  process.exit(2);
}

/** The form in which names are compared before a skeleton is made of them. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFD');

const source = readFileSync(values.tables, 'utf8');
const [, version] = /UNICODE_VERSION: \(u64, u64, u64\) = \(([^)]+)\)/.exec(source) ?? [];
const start = source.indexOf('const CONFUSABLES');
const table = source.slice(start, source.indexOf('];', start));
const characters = (text: string): string =>
  [...text.matchAll(/\\u\{([0-9a-f]+)\}/g)]
    .map(([, hex]) => String.fromCodePoint(Number.parseInt(hex ?? '', 16)))
    .join('');
const prototypes = new Map(
  [...table.matchAll(/\(('[^']+'),\s*&\[([^\]]+)\]\)/g)].map(([, from, to]) => [
    characters(from ?? ''),
    characters(to ?? ''),
  ]),
);

/** `text` with each character replaced until nothing changes, in the form in which names are compared. */
function settled(text: string): string {
  let before = '';
  let now = text;
  for (let round = 0; before !== now && round < 10; round += 1) {
    before = now;
    now = [...now.toLowerCase().normalize('NFD')].map((one) => prototypes.get(one) ?? one).join('');
  }
  return now.toLowerCase().normalize('NFD');
}

/** By what people see: the characters that look like it. A character that no compared name has is left out. */
const alike = new Map<string, string>();
for (const from of prototypes.keys()) {
  const to = settled(from);
  if (folded(from) === from && to !== from) alike.set(to, `${alike.get(to) ?? ''}${from}`);
}
const hex = (text: string): string => [...text].map((one) => one.codePointAt(0)?.toString(16)).join(' ');
const facts = {
  unicode: version?.replaceAll(', ', '.'),
  alike: Object.fromEntries([...alike].map(([to, from]) => [hex(to), hex(from)])),
};
const file = new URL('../src/areas/avatars/usernames/confusables.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(facts, null, 2)}\n`);
process.stdout.write(
  `${prototypes.size} characters of Unicode ${version}, ${[...alike.values()].join('').length} kept\n`,
);
