import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { clockAt } from '@causeway/runtime/test-support';
import Database from 'better-sqlite3';
import pg from 'pg';

/**
 * Runs one maintenance command, and kills itself before step number `killAt` of its work on files and databases. When
 * it comes to its end, it prints the names of its steps.
 */
const [command = '', from = '', to = '', killAt = '0'] = process.argv.slice(2);

const steps: string[] = [];
function step(name: string): void {
  steps.push(name);
  if (steps.length === Number(killAt)) process.kill(process.pid, 'SIGKILL');
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Makes a step of every call of the named methods of `owner` as a step. */
function count(owner: object, ...names: readonly string[]): void {
  const methods = owner as Record<string, Method>;
  for (const name of names) {
    const method = methods[name] as Method;
    methods[name] = function counted(...given) {
      step(name);
      return method.apply(this, given);
    };
  }
}

const statement = Object.getPrototypeOf(new Database(':memory:').prepare('select 1')) as object;
count(fs, 'renameSync', 'rmSync');
syncBuiltinESMExports();
count(Database.prototype, 'exec', 'pragma', 'close');
count(statement, 'run');
count(pg.Client.prototype, 'query');
const copy = Database.prototype.backup;
Database.prototype.backup = function counted(this: Database.Database, file: string) {
  return copy.call(this, file, {
    progress() {
      step('copy');
      return 100;
    },
  });
};

// Imported only now, because it imports functions of node:fs by name.
const { backup, prune, restore } = await import('../../src/maintenance/index.ts');
if (command === 'backup') await backup(from, to, { force: true });
else if (command === 'restore') await restore(from, to, { force: true });
else await prune(from, { olderThanMs: 0, clock: clockAt(() => Number(to)) });
console.log(steps.join('\n'));
