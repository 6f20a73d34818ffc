import { sharedConfig } from '@causeway/chains';
import { ConfigError, loadConfig, numberOption } from '@causeway/config';
import { isPostgresUrl, locateDatabase } from '@causeway/storage/location';
import type { Command } from 'commander';

const DAY_MS = 86_400_000;

const CONFIG = ['-c, --config <file>', 'configuration file that names the database', 'causeway.yaml'] as const;
const JSON_OUTPUT = ['--json', 'print JSON, for scripts'] as const;
const FORCE = ['--force', 'write over what is there'] as const;

interface Common {
  readonly config: string;
  readonly json?: boolean;
}

/** Registers `causeway backup`, `causeway restore` and `causeway prune`. */
export function registerCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the SQLite database to a file, also while it is in use, and verify the copy')
    .argument('<file>', 'file to write')
    .option(...CONFIG)
    .option(...FORCE)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nFor PostgreSQL: pg_dump --format=custom --file=FILE URL\n\nExample:\n  causeway backup /backups/relayer.db',
    )
    .action(async (file: string, { config, json, force = false }: Common & { readonly force?: boolean }) => {
      const { backup } = await import('@causeway/storage/maintenance');
      const copy = await backup(sqliteOf(config), file, { force });
      print(json, copy, [`${copy.file}: ${bytes(copy.bytes)}, verified`, ...rowLines(copy.rows)]);
    });
  program
    .command('restore')
    .description('put a backup in the place of the SQLite database; every process that uses it must have ended')
    .argument('<file>', 'backup to restore')
    .option(...CONFIG)
    .option(...FORCE)
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nOrders that the service would still lock expire, and transfers that it would still sign fail, because they may have\n' +
        'been sent after the backup. When the relayer sees such a lock, its order goes on.\n' +
        '\nFor PostgreSQL: pg_restore --clean --dbname=URL FILE\n\nExample:\n  causeway restore /backups/relayer.db --force',
    )
    .action(async (file: string, { config, json, force = false }: Common & { readonly force?: boolean }) => {
      const { restore } = await import('@causeway/storage/maintenance');
      const copy = await restore(file, sqliteOf(config), { force });
      print(json, copy, [`${copy.file}: ${bytes(copy.bytes)}, restored and verified`, ...rowLines(copy.rows)]);
    });
  program
    .command('prune')
    .description('delete what orders no longer need that ended for good long ago; orders stay')
    .option(...CONFIG)
    .option(
      '--older-than <days>',
      'what ended at least this many days ago',
      numberOption({ least: 1, most: 36_500 }),
      90,
    )
    .option('--dry-run', 'only say what would go')
    .option(...JSON_OUTPUT)
    .addHelpText(
      'after',
      '\nDeletes events, submissions, messages, outcomes and roots of such orders, and old signatures and idempotency keys.\n' +
        'Messages go by whole committed intervals, so that whatever is undelivered can still be proven.\n' +
        'A SQLite file shrinks only when no other process has it open; otherwise its free pages are used again.\n' +
        '\nExample:\n  causeway prune --older-than 30 --dry-run',
    )
    .action(async (options: Common & { readonly olderThan: number; readonly dryRun?: boolean }) => {
      const { prune } = await import('@causeway/storage/maintenance');
      const { olderThan, dryRun = false } = options;
      const pruned = await prune(databaseOf(options.config), { olderThanMs: olderThan * DAY_MS, dryRun });
      const sizes = dryRun
        ? `the database has ${bytes(pruned.bytesBefore)}; this would go:`
        : `the database had ${bytes(pruned.bytesBefore)} and has ${bytes(pruned.bytesAfter)}; deleted:`;
      print(options.json, { dryRun, ...pruned }, [sizes, ...rowLines(pruned.rows)]);
    });
}

/** The path or URL that the configuration file names. Throws ConfigError. */
const databaseOf = (config: string): string =>
  locateDatabase(loadConfig(config, sharedConfig.pick({ database: true })));

/** The path of the SQLite database that the configuration file names. Throws ConfigError. */
function sqliteOf(config: string): string {
  const database = databaseOf(config);
  if (isPostgresUrl(database)) {
    throw new ConfigError(`database: ${config} names a PostgreSQL database: use pg_dump and pg_restore`);
  }
  return database;
}

function print(json: boolean | undefined, value: unknown, lines: readonly string[]): void {
  process.stdout.write(`${json ? JSON.stringify(value, null, 2) : lines.join('\n')}\n`);
}

const rowLines = (rows: Readonly<Record<string, number>>): readonly string[] =>
  Object.entries(rows).map(([table, count]) => `  ${table.padEnd(20)} ${count} rows`);

const bytes = (count: number): string => `${(count / 1_000_000).toFixed(1)} MB`;
