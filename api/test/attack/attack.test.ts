import { strict as assert } from 'node:assert';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG, SEED, timeLimit } from '@causeway/protocol/test-support/cases';
import { columns } from '@causeway/storage/test-support/columns';
import { KEY_COLUMNS } from '@causeway/storage/test-support/dump';
import { onEngines } from '../support/engines.ts';
import { attack, report, schedule, surfaceOf } from './play.ts';
import { METHODS } from './requests.ts';
import { KNOWN_TABLES } from './rules.ts';
import { buildWorld, ROLES, type World } from './world.ts';

/** Cases on SQLite and on PostgreSQL in the long mode, 20,000 together. */
const LONG_CASES = { sqlite: 12_000, postgres: 8_000 };
/** Cases on PostgreSQL in the usual mode, whose cases on SQLite have each operation once. */
const USUAL_ON_POSTGRES = 50;

const ATTACK_MS = timeLimit(300_000);

describe('the plan of the attack', () => {
  it('has an owner, or a reason, for every table', () => {
    assert.deepEqual(KNOWN_TABLES.toSorted(), Object.keys(KEY_COLUMNS).sort());
  });

  it('reaches every operation by every role and method, and each operation in each pass', () => {
    const operations = ['one', 'two', 'three'];
    const cases = schedule(operations, SEED, operations.length * 36);
    for (const operationId of operations) {
      const pairs = cases
        .filter((one) => one.operationId === operationId)
        .map(({ role, method }) => `${role} ${method}`);
      assert.equal(new Set(pairs).size, ROLES.length * METHODS.length);
    }
    assert.deepEqual(columns(cases.slice(3, 6), 'operationId').sort(), operations.toSorted());
    assert.deepEqual(cases, schedule(operations, SEED, operations.length * 36));
  });
});

onEngines('an attack by every operation, role and method', (database) => {
  let world: World;
  let folder: string;
  before('settle victims and attackers', async function settle() {
    this.timeout(ATTACK_MS);
    folder = mkdtempSync(join(tmpdir(), 'causeway-attack-'));
    world = await buildWorld(database() ?? join(folder, 'world.sqlite'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('changes nothing, moves nothing and shows nothing that is not the caller’s', async function attackAll() {
    this.timeout(ATTACK_MS);
    const surface = await surfaceOf(world, folder);
    const operationIds = columns(surface.targets, 'operationId');
    const usual = database() === undefined ? operationIds.length : USUAL_ON_POSTGRES;
    const count = LONG ? LONG_CASES[database() === undefined ? 'sqlite' : 'postgres'] : usual;
    const { findings, asked } = await attack(surface, schedule(operationIds, SEED, count), SEED);
    if (count >= operationIds.length) assert.deepEqual([...asked].sort(), operationIds.toSorted());
    assert.equal(findings.length, 0, `CAUSEWAY_SEED=${SEED}\n${findings.map(report).join('\n\n')}\n`);
  });
});
