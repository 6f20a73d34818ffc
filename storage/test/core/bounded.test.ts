import assert from 'node:assert/strict';
import { lt } from 'drizzle-orm';
import { freezeSteps } from '../../src/avatars/freezes.ts';
import { avatarTables } from '../../src/avatars/index.ts';
import type { Writing } from '../../src/core/engine.ts';
import { lockOf } from '../../src/core/locks.ts';
import { runText, type TxScript } from '../../src/core/steps.ts';
import { sweep } from '../../src/core/sweep.ts';
import { onEngines } from '../support/engines.ts';

/** Runs `steps`, and tells `asked` of each thing that they ask for. */
function* counting<T>(steps: TxScript<T>, asked: () => void): TxScript<T> {
  let step = steps.next();
  while (!step.done) {
    asked();
    step = steps.next(yield step.value);
  }
  return step.value;
}

onEngines('work that grows with what is stored', (engine) => {
  it('asks for the agents of very many agents at once, so that a takeover ends what all of them have', async () => {
    const opened = await engine.open(await engine.newPlatform());
    const { avatars } = avatarTables(opened.dialect);
    const row = (id: string, ownerId: string | null) =>
      `('${id}', '${id}', '${id}', '${id}', 'AI_Agent', ${opened.dialect.name === 'sqlite' ? 0 : false}, ${ownerId && `'${ownerId}'`}, '{}', 1, 1, 1)`;
    const columns = 'id, username, username_key, username_skeleton, avatar_type, is_admin, owner_id, metadata';
    const agents = Array.from({ length: 1_200 }, (_, at) => `agent ${at}`);
    const rows = [row('owner', null), ...agents.map((id) => row(id, 'owner')), row('deep', agents[700] as string)];
    await opened.write(
      'full',
      () => runText(`insert into avatars (${columns}, version, created_at_ms, updated_at_ms) values ${rows.join()}`),
      { locks: [lockOf('avatar', 'owner')] },
    );
    let asked = 0;
    const below = await opened.read(() => counting(freezeSteps({ avatars }).below('owner'), () => (asked += 1)));
    assert.equal(new Set(below).size, agents.length + 1);
    assert.ok(asked < 10, `${asked} round trips`);
    await opened.close();
  });

  it('deletes in pieces what has piled up, and nothing else', async () => {
    const opened = await engine.open(await engine.newDatabase());
    const { dialect } = opened;
    const table = dialect.table('aged', { id: dialect.integer().primaryKey(), atMs: dialect.integer().notNull() });
    const fill = (text: string) => opened.write('full', () => runText(text), { locks: [] });
    await fill('create table aged (id bigint primary key, at_ms bigint not null)');
    await fill(`insert into aged values ${Array.from({ length: 25 }, (_, at) => `(${at}, ${at})`).join()}`);
    const gone: number[] = [];
    const write = async <T>(durability: 'full' | 'normal', steps: () => TxScript<T>, how: Writing) => {
      const done = await opened.write(durability, steps, how);
      gone.push(Number(done));
      return done;
    };
    assert.equal(await sweep({ write, engine: opened }, table, lt(table.atMs, 23), [], 10), 23);
    assert.deepEqual(gone, [10, 10, 3]);
    const left = await opened.read(() => runText<{ id: unknown }>('select id from aged order by id'));
    assert.deepEqual(
      left.map(({ id }) => Number(id)),
      [23, 24],
    );
    await opened.close();
  });
});
