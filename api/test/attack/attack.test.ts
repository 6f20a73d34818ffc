import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG, SEED, timeLimit } from '@causeway/protocol/test-support/cases';
import { columns } from '@causeway/storage/test-support/columns';
import { KEY_COLUMNS, openDumper, textOf } from '@causeway/storage/test-support/dump';
import { onEngines } from '../support/engines.ts';
import { attack, PAIRS, report, schedule, surfaceOf } from './play.ts';
import { METHODS } from './requests.ts';
import { KNOWN_TABLES, PRIVATE_COLUMNS } from './rules.ts';
import { buildWorld, ROLES, type World } from './world.ts';

/** Cases on SQLite and on PostgreSQL in the long mode, 20,000 together; CAUSEWAY_ATTACK_CASES is another number. */
const LONG_CASES = { sqlite: 12_000, postgres: 8_000 };
/** Only these operations, by every role and method, in place of every operation once. */
const ONLY = process.env.CAUSEWAY_ATTACK_ONLY?.split(',');

const ATTACK_MS = timeLimit(300_000);

/** The usual mode attacks on SQLite alone, each operation once: settling a world costs more than its cases. */
const onTheEngines: typeof onEngines =
  LONG || ONLY ? onEngines : (title, tests) => describe(`${title}, on SQLite`, () => tests(() => undefined));

describe('the plan of the attack', () => {
  it('has an owner, or a reason, for every table', () => {
    assert.deepEqual(KNOWN_TABLES.toSorted(), Object.keys(KEY_COLUMNS).sort());
  });

  it('reaches every operation by every role and method, and each operation in each pass', () => {
    const operations = ['one', 'two', 'three'];
    const cases = schedule(operations, SEED, operations.length * PAIRS);
    for (const operationId of operations) {
      const pairs = cases
        .filter((one) => one.operationId === operationId)
        .map(({ role, method }) => `${role} ${method}`);
      assert.equal(new Set(pairs).size, ROLES.length * METHODS.length);
    }
    assert.deepEqual(columns(cases.slice(3, 6), 'operationId').sort(), operations.toSorted());
    assert.deepEqual(cases, schedule(operations, SEED, operations.length * PAIRS));
  });
});

onTheEngines('an attack by every operation, role and method', (database) => {
  let world: World;
  let folder: string;
  before('settle victims and attackers', async function settle() {
    this.timeout(ATTACK_MS);
    folder = mkdtempSync(join(tmpdir(), 'causeway-attack-'));
    world = await buildWorld(database() ?? join(folder, 'world.sqlite'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('has a mark of each victim in every private column', async () => {
    const dumper = await openDumper(world.database);
    const stored = await dumper.read();
    await dumper.close();
    for (const [table, names] of Object.entries(PRIVATE_COLUMNS)) {
      for (const name of names) {
        const texts = (stored[table] ?? []).map((row) => textOf(row[name]) ?? '');
        for (const victim of ['ann', 'bob']) {
          const isMarked = texts.some((text) => text.includes(`canary-${victim}-`));
          assert.ok(isMarked, `${table}.${name} has no mark of ${victim}`);
        }
      }
    }
  });

  it('changes nothing, moves nothing and shows nothing that is not the caller’s', async function attackAll() {
    this.timeout(ATTACK_MS);
    const surface = await surfaceOf(world, folder);
    const all = columns(surface.targets, 'operationId');
    const operationIds = all.filter((id) => ONLY?.includes(id) ?? true);
    assert.ok(operationIds.length > 0);
    const isSqlite = database() === undefined;
    const usual = ONLY ? operationIds.length * PAIRS : operationIds.length;
    const long = isSqlite ? LONG_CASES.sqlite : LONG_CASES.postgres;
    const count = Number(process.env.CAUSEWAY_ATTACK_CASES ?? (LONG ? long : usual));
    const { findings, asked, requests } = await attack(surface, schedule(operationIds, SEED, count), SEED);
    if (LONG) console.error(`${count} cases, ${requests} requests, ${findings.length} findings`);
    if (count >= operationIds.length) assert.deepEqual([...asked].sort(), operationIds.toSorted());
    assert.equal(findings.length, 0, `CAUSEWAY_SEED=${SEED}\n${findings.map(report).join('\n\n')}\n`);
  });
});
