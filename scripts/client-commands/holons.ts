import { readFileSync } from 'node:fs';
import type { Holon, ListedHolon } from '@causeway/client';
import type { Command } from 'commander';
import { clientCommand } from '../lib/client/command.ts';
import { FULL, fullOption, limitOption, take } from '../lib/client/flags.ts';
import type { Column, Output } from '../lib/client/output.ts';
import { usageError } from '../lib/keys/key-flags.ts';

const HOLON = 'id of the holon';
const COLUMNS: readonly Column<ListedHolon>[] = [
  { title: 'HOLON', of: ({ id }) => id },
  { title: 'TYPE', of: ({ holonType }) => holonType },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'VERSION', of: ({ version }) => version, align: 'right' },
  { title: 'SAVED', of: ({ savedAt }) => savedAt },
];

/** A version that is given on the command line. */
function versionOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw usageError('a version must be a number');
  return Number(text);
}

/** The JSON object in a file, or on standard input for `-`. */
function metadataOf(file: string | undefined): Record<string, unknown> {
  if (file === undefined) return {};
  const value: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError(`${file} has no JSON object`);
  return value as Record<string, unknown>;
}

const show = (out: Output, holon: Holon): void =>
  out.thing(holon, [
    ['holon', holon.id],
    ['type', holon.holonType],
    ['name', holon.name],
    ['version', holon.version],
    ['lies with', holon.providers.join(', ')],
    ['metadata', JSON.stringify(holon.metadata)],
  ]);

interface SaveFlags {
  readonly id?: string;
  readonly file?: string;
  readonly replaces?: string;
}

/** Adds `holon` to the `causeway` command. */
export function registerCommands(program: Command): void {
  const holon = program.command('holon').description('save, load, find, delete and restore holons');
  clientCommand<SaveFlags>(
    holon
      .command('save')
      .description('save a holon, or the next version of one')
      .argument('<type>', 'kind of record, such as AgentMemory')
      .argument('<name>', 'name of the record')
      .option('--file <path>', 'JSON object with the metadata; - for standard input')
      .option('--id <id>', 'the holon to change')
      .option('--replaces <version>', 'refuse unless the holon has this version'),
    async ({ client, out }, [holonType = '', name = ''], { id, file, replaces }) => {
      const expected = versionOf(replaces);
      const input = { name, holonType, metadata: metadataOf(file), ...(id !== undefined && { id }) };
      show(out, await client.holons.save({ ...input, ...(expected !== undefined && { version: expected }) }));
    },
  );
  clientCommand<{ readonly saved?: string }>(
    holon
      .command('load')
      .description('show a holon')
      .argument('<holon>', HOLON)
      .option('--saved <version>', 'an earlier version'),
    async ({ client, out }, [id = ''], { saved }) => show(out, await client.holons.load(id, versionOf(saved))),
  );
  clientCommand<{
    readonly type?: string;
    readonly metadata?: string;
    readonly limit: number;
    readonly full?: true;
  }>(
    holon
      .command('list')
      .description('list your holons, newest first')
      .option('--type <type>', 'only of this type')
      .option('--metadata <field:value>', 'only with this field of the metadata')
      .addOption(limitOption())
      .addOption(fullOption()),
    async ({ client: { holons }, out }, _args, { type, metadata, limit, full }) => {
      const filter = { ...(type !== undefined && { holonType: type }), ...(metadata !== undefined && { metadata }) };
      const found = full ? holons.list({ ...filter, ...FULL }) : holons.list(filter);
      await out.list(take<ListedHolon>(found, limit), COLUMNS, 'you have no such holons');
    },
  );
  clientCommand<{ readonly limit: number }>(
    holon
      .command('search')
      .description('find your holons by words, best first')
      .argument('<words>', 'all of them must occur')
      .addOption(limitOption()),
    async ({ client, out }, [words = ''], { limit }) =>
      out.list(take(client.holons.search(words), limit), COLUMNS, 'no holon of yours has these words'),
  );
  clientCommand<{ readonly limit: number }>(
    holon
      .command('versions')
      .description('list the versions of a holon, newest first')
      .argument('<holon>', HOLON)
      .addOption(limitOption()),
    async ({ client, out }, [id = ''], { limit }) =>
      out.list(
        take(client.holons.versions(id), limit),
        [
          { title: 'VERSION', of: ({ version }) => version, align: 'right' },
          { title: 'SAVED', of: ({ savedAt }) => savedAt },
          { title: 'BYTES', of: ({ bytes }) => bytes, align: 'right' },
          { title: 'LIES WITH', of: ({ providers }) => providers.join(', ') },
        ],
        'there are no versions',
      ),
  );
  clientCommand(
    holon.command('delete').description('delete a holon so that it can be restored').argument('<holon>', HOLON),
    async ({ client, out }, [id = '']) => {
      const deleted = await client.holons.delete(id);
      out.thing(deleted, [['deleted', deleted.id]]);
    },
  );
  clientCommand(
    holon.command('restore').description('bring a deleted holon back').argument('<holon>', HOLON),
    async ({ client, out }, [id = '']) => show(out, await client.holons.restore(id)),
  );
}
