import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './build/target.ts';

const TEMPLATES = 'scripts/templates/area';

/** The forms of a name that the template has: `things` for the area, `thing` for one of its items. */
export interface AreaNames {
  readonly area: string;
  readonly item: string;
}

/** The names of the area `area`, such as "bookmarks". Throws an error that says what a name must be. */
export function namesOf(area: string, item = area.replace(/s$/, '')): AreaNames {
  const isName = (text: string) => /^[a-z][a-z]+$/.test(text);
  if (!isName(area) || !isName(item) || area === item) {
    throw new Error(
      'give a plural of lower-case letters, such as bookmarks; --item NAME when its singular has another ending',
    );
  }
  return { area, item };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `text` with the names of the template's area replaced by `names`. */
const renamed = (text: string, { area, item }: AreaNames): string =>
  text
    .replaceAll('things', area)
    .replaceAll('Things', capital(area))
    .replaceAll('THINGS', area.toUpperCase())
    .replaceAll('thing', item)
    .replaceAll('Thing', capital(item))
    .replaceAll('THING', item.toUpperCase());

/** Lists that name every area, and the lines that a new one adds: after the last line that matches. */
const LISTS: readonly { readonly file: string; readonly after: RegExp; readonly line: string }[] = [
  {
    file: 'api/src/app.ts',
    after: /^import .* from '\.\/areas\/.*\n/gm,
    line: "import { things } from './areas/things/index.ts';\n",
  },
  { file: 'api/src/app.ts', after: /^ {2}operator,\n/gm, line: '  things,\n' },
  {
    file: 'storage/src/areas.ts',
    after: /^import .* from '\.\/usage\/index\.ts';\n/gm,
    line: "import { things } from './things/index.ts';\n",
  },
  { file: 'storage/src/areas.ts', after: /^ {2}usage,\n/gm, line: '  things,\n' },
  {
    file: 'storage/src/index.ts',
    after: /^.* from '\.\/usage\/.*\n/gm,
    line: "export type { ThingRow } from './things/index.ts';\n",
  },
  {
    file: 'storage/package.json',
    after: /^ {4}"\.\/wallets": .*\n/gm,
    line: '    "./things": "./src/things/index.ts",\n',
  },
  {
    // The tests of access and of undeclared members go through all operations, each with a resource of its own.
    file: 'api/test/support/resources.ts',
    after: /^ {2}const PARAMETERS: .*\n/gm,
    line: "    Things: { thingId: async () => (await own('/api/things', { name: 'first' })).thingId },\n",
  },
];

/** `text` with `line` after the last match of `after`. Throws when nothing matches. */
function withLine(file: string, text: string, after: RegExp, line: string): string {
  const last = [...text.matchAll(after)].at(-1);
  if (last === undefined) throw new Error(`${file} has no place for a new area: ${after}`);
  const at = last.index + last[0].length;
  return text.slice(0, at) + line + text.slice(at);
}

/** The files of a new area, and the lists of areas with it, by their paths. Throws when a file of the area exists. */
export function filesOf(names: AreaNames): {
  readonly own: ReadonlyMap<string, string>;
  readonly lists: ReadonlyMap<string, string>;
} {
  const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const own = new Map(
    globSync('**/*.txt', { cwd: join(ROOT, TEMPLATES) })
      .sort()
      .map((file) => [
        renamed(file.replace(/\.txt$/, '').replaceAll('\\', '/'), names),
        renamed(read(`${TEMPLATES}/${file}`), names),
      ]),
  );
  const taken = [...own.keys()].find((path) => existsSync(join(ROOT, path)));
  if (taken !== undefined) throw new Error(`${taken} is there already`);
  const lists = new Map<string, string>();
  for (const { file, after, line } of LISTS) {
    lists.set(file, withLine(file, lists.get(file) ?? read(file), after, renamed(line, names)));
  }
  return { own, lists };
}

/**
 * Writes a new area: its folders in api/ and storage/, a test, a line in each list of areas, its migrations, and its
 * errors in the API's README. Returns the
 * paths of its files. Throws when there is one of that name.
 */
export async function writeArea(names: AreaNames): Promise<readonly string[]> {
  const { own, lists } = filesOf(names);
  for (const [path, text] of [...own, ...lists]) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
  }
  run(['node_modules/.bin/biome', 'check', '--write', ...own.keys(), ...lists.keys()]);
  run([process.execPath, 'storage/scripts/migration.ts', '--name', names.area]);
  await documentErrors();
  return [...own.keys()];
}

/** Writes the table of all errors into the API's README. It loads the API, so that the lists must be written before. */
async function documentErrors(): Promise<void> {
  const { errorTable } = await import('@causeway/api');
  const readme = join(ROOT, 'api/README.md');
  const text = readFileSync(readme, 'utf8');
  const table = /^\| Status \| errorCode \|.*\n(?:\|.*\n)*/m;
  if (!table.test(text)) throw new Error('api/README.md has no table of errors');
  writeFileSync(
    readme,
    text.replace(table, () => `${errorTable().trimEnd()}\n`),
  );
}

function run([program, ...args]: readonly string[]): void {
  const { status } = spawnSync(program as string, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${args[0]} failed`);
}
