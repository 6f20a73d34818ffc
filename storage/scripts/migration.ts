import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { BREAKPOINT } from '../src/core/migrate.ts';
import { difference, folderOf, SNAPSHOT, TARGETS } from './schema-difference.ts';

/**
 * Writes a migration of each schema that changed, for each engine; `--name` says what changed.
 */
const { values } = parseArgs({ options: { name: { type: 'string' } } });
if (!values.name || !/^[a-z0-9-]+$/.test(values.name)) {
  process.stderr.write('give what changes in lower-case words: --name what-changes\n');
  process.exit(2);
}

for (const target of TARGETS) {
  const { statements, snapshot } = await difference(target);
  if (statements.length === 0) continue;
  const folder = folderOf(target);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  const last = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .at(-1);
  const number = last === undefined ? 0 : Number.parseInt(last, 10) + 1;
  const file = new URL(`${String(number).padStart(4, '0')}_${values.name.replaceAll('-', '_')}.sql`, folder);
  writeFileSync(file, `${statements.join(`\n${BREAKPOINT}\n`)}\n`);
  writeFileSync(new URL(SNAPSHOT, folder), `${JSON.stringify(snapshot, null, 2)}\n`);
  process.stdout.write(`${target.schema.name}, ${target.engine}: ${file.pathname.split('/').at(-1)}\n`);
}
