import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import type { NewPart, PartEnd } from '@causeway/storage';
import { columns } from '@causeway/storage/test-support/columns';
import { onStorages } from '@causeway/storage/test-support/engines';
import { forAll } from '@causeway/storage/test-support/takers';
import type { NewCollaboration } from '../../src/index.ts';
import { agentStorage } from '../../src/index.ts';

const ROUND_MS = 1_000;
const END: PartEnd = {
  ...{
    position: 0,
    agentId: 'a',
    state: 'completed',
    result: jsonText({ value: 1 }),
    failureCode: null,
    failureMessage: null,
  },
};

onStorages('CollaborationRepository', (temporary) => {
  const collaborations = () => agentStorage(temporary.storage.agents).collaborations;
  const part = (id: string, round: number): NewPart => ({
    ...{ kind: 'vote', taskId: `${id}:${round}:a`, agentId: 'a', capability: 'vote' },
  });
  const create = async (more: Partial<NewCollaboration> = {}) => {
    const options = {
      capability: 'vote',
      rounds: 2,
      timeoutMs: ROUND_MS,
      voting: 'majority',
      weights: { a: 2 },
      join: false,
    } as const;
    const facts = {
      submitterId: 's',
      ...forAll('s'),
      fingerprint: 'f',
      protocol: 'consensus',
      agents: ['a'],
      input: '{"n":1}',
      options,
    } as const;
    const made = await collaborations().create({ ...facts, taskId: undefined, ...more });
    return made.ok ? made.value : assert.fail(made.error.code);
  };
  const events = async () =>
    (await temporary.storage.events.afterFor({ avatarId: 's', topics: ['agents'] }, 0, 10)).map(({ type }) => type);

  it('keeps a collaboration over a restart; a repetition is the same one', async () => {
    const { row, parts } = await create({ taskId: 't' });
    await temporary.reopen();
    assert.deepEqual(await collaborations().get(row.id), { row, parts });
    assert.deepEqual([row.round, row.roundEndsAtMs, parts.length], [1, temporary.nowMs + ROUND_MS, 1]);
    assert.deepEqual(await create({ taskId: 't' }), { row, parts, created: false });
    const other = await collaborations().create({ ...row, fingerprint: 'g' });
    assert.deepEqual(other, { ok: false, error: { code: 'TASK_ID_TAKEN' } });
    const unnamed = await create();
    assert.equal(unnamed.row.taskId, unnamed.row.id);
    assert.equal(await collaborations().get('none'), undefined);
  });

  it('ends a round once, with the next one or the outcome, whoever does it', async () => {
    const { row } = await create();
    temporary.nowMs += 10;
    const step = { kind: 'round', parts: [part(row.id, 2)] } as const;
    const all = await Promise.all([1, 2].map(() => collaborations().advance(row, [END], step)));
    assert.equal(all.filter((one) => one !== undefined).length, 1);
    const second = all.find((one) => one !== undefined) ?? assert.fail();
    assert.deepEqual([second.row.round, second.row.roundEndsAtMs], [2, temporary.nowMs + ROUND_MS]);
    assert.deepEqual(columns(second.parts, 'round', 'state', 'result'), [
      [1, 'completed', END.result],
      [2, null, null],
    ]);
    assert.deepEqual(await collaborations().unsettled(null, 10), [row.id]);
    const outcome = { kind: 'end', state: 'completed', outcome: '{"value":1}' } as const;
    const ended = await collaborations().advance(second.row, [END], outcome);
    assert.deepEqual(
      [ended?.row.state, ended?.row.outcome, ended?.row.isSettled],
      ['completed', outcome.outcome, true],
    );
    assert.deepEqual(await collaborations().unsettled(null, 10), []);
    assert.deepEqual(await events(), ['collaboration.round', 'collaboration.round', 'collaboration.completed']);
    assert.deepEqual(await collaborations().cancel(row.id), {
      ok: false,
      error: { code: 'COLLABORATION_ENDED', state: 'completed' },
    });
  });

  it('keeps a cancelled collaboration open until it is settled', async () => {
    const { row } = await create();
    assert.ok((await collaborations().cancel(row.id)).ok);
    assert.equal(
      await collaborations().advance(row, [END], { kind: 'end', state: 'completed', outcome: '1' }),
      undefined,
    );
    assert.deepEqual(await collaborations().unsettled(null, 10), [row.id]);
    await collaborations().settle(row.id, [{ ...END, state: 'cancelled', result: null }]);
    const settled = await collaborations().get(row.id);
    assert.deepEqual([settled?.row.isSettled, settled?.parts[0]?.state], [true, 'cancelled']);
    const running = await create();
    await collaborations().settle(running.row.id, []);
    assert.deepEqual(await collaborations().unsettled(null, 10), [running.row.id], 'a running one is never settled');
  });

  it('lists a caller’s collaborations by state, in pages', async () => {
    const rows = [(await create()).row, (await create()).row, (await create({ submitterId: 'other' })).row];
    await collaborations().cancel(rows[0]?.id ?? '');
    const list = async (
      filter: Parameters<ReturnType<typeof collaborations>['list']>[0],
      cursor: string | null = null,
    ) => (await collaborations().list(filter, cursor, 1)).items.map(({ id }) => id);
    assert.deepEqual(await list({ submitterId: 's' }), [rows[1]?.id]);
    assert.deepEqual(await list({ submitterId: 's' }, rows[1]?.id), [rows[0]?.id]);
    assert.deepEqual(await list({ submitterId: 's', state: 'cancelled' }), [rows[0]?.id]);
    assert.deepEqual(await collaborations().unsettled(rows[0]?.id ?? '', 1), [rows[1]?.id]);
  });
});
