import assert from 'node:assert/strict';
import { jsonText } from '@causeway/protocol';
import type { CollaborationOptions, PartRow } from '@causeway/storage';
import fc from 'fast-check';
import { collaborationOf, firstRound, MOST_ROUNDS, nextStep, type Rules } from '../../src/collaborate/rules.ts';
import { MAX_SUBTASKS } from '../../src/collaborate/subtasks.ts';
import { leadersOf, MAX_VALUE, tallyOf } from '../../src/collaborate/votes.ts';
import '../support/arbitraries.ts';
import { columns } from '@causeway/storage/test-support/columns';

const OPTIONS: CollaborationOptions = {
  ...{ capability: 'vote', rounds: 3, timeoutMs: 1_000, voting: 'majority', weights: null, join: false },
};
const rules = (more: Partial<Rules> = {}): Rules => ({
  ...{ id: 'c', protocol: 'voting', agents: ['a', 'b', 'c'], options: OPTIONS, round: 1, ...more },
});
const part = (agentId: string | null, result: unknown, more: Partial<PartRow> = {}): PartRow => ({
  ...{ collaborationId: 'c', round: 1, position: 0, kind: 'vote', taskId: `c:1:${agentId}`, agentId },
  ...{
    capability: 'vote',
    state: 'completed',
    result: jsonText(result),
    failureCode: null,
    failureMessage: null,
  },
  ...more,
});
const failed = { state: 'failed', result: null, failureCode: 'BROKE', failureMessage: 'it broke' } as const;
const outcome = (step: ReturnType<typeof nextStep>) => {
  if (step.kind === 'round') assert.fail('another round follows');
  return [step.state, JSON.parse(step.outcome)] as const;
};
const voted = (votes: readonly unknown[], options: Partial<CollaborationOptions> = {}) => {
  const agents = votes.map((_, at) => `a${at}`);
  const parts = votes.map((vote, at) => part(`a${at}`, vote));
  return outcome(nextStep(rules({ agents, options: { ...OPTIONS, ...options } }), parts));
};

describe('a vote', () => {
  it('is won by the value with the most votes; equal JSON is one value', () => {
    const [state, { value, tie, entries }] = voted([
      { value: { x: 1, y: [2] } },
      { value: 'b' },
      { value: { y: [2], x: 1 } },
    ]);
    assert.deepEqual([state, value, tie], ['completed', { x: 1, y: [2] }, false]);
    assert.deepEqual(entries, [
      { value: { x: 1, y: [2] }, votes: 2, weight: 2, agents: ['a0', 'a2'] },
      { value: 'b', votes: 1, weight: 1, agents: ['a1'] },
    ]);
  });

  it('reports a tie with the tied values, and a vote without voters', () => {
    const [state, { value, tie, tied }] = voted([
      { value: 'b' },
      { value: 'a' },
      { value: 'c' },
      { value: 'b' },
      { value: 'a' },
    ]);
    assert.deepEqual([state, value, tie, tied], ['undecided', null, true, ['a', 'b']]);
    const [nobody, none] = voted([{}, 'a', null, [1]]);
    assert.deepEqual([nobody, none.tie, none.tied, none.entries], ['undecided', false, [], []]);
    assert.deepEqual(columns(none.abstained, 'code'), ['NO_VALUE', 'NO_VALUE', 'NO_VALUE', 'NO_VALUE']);
  });

  it('counts weights only when asked to: the caller’s, or else the agents’ own', () => {
    const votes = [{ value: 'a', weight: 5 }, { value: 'b' }, { value: 'b' }];
    assert.equal(voted(votes)[1].value, 'b');
    assert.equal(voted(votes, { voting: 'weighted' })[1].value, 'a');
    assert.equal(voted(votes, { voting: 'weighted', weights: { a0: 0.5 } })[1].value, 'b');
    assert.equal(voted(votes, { voting: 'weighted', weights: { a0: 2.1 } })[1].value, 'a');
    const exact = [
      { value: 'a', weight: 0.1 },
      { value: 'a', weight: 0.2 },
      { value: 'b', weight: 0.3 },
    ];
    assert.equal(voted(exact, { voting: 'weighted' })[1].tie, true, 'weights are added exactly');
  });

  it('states who did not vote, and why', () => {
    const parts = [
      part('a', { value: 1 }),
      part('b', undefined, failed),
      part('c', undefined, { ...failed, state: 'expired', failureCode: null, failureMessage: null }),
      part('d', { value: 'x'.repeat(MAX_VALUE - 1) }),
      part('e', { value: '\ud800' }),
    ];
    const [, { value, abstained }] = outcome(nextStep(rules(), parts));
    assert.equal(value, 1);
    assert.deepEqual(columns(abstained, 'agentId', 'code'), [
      ['b', 'BROKE'],
      ['c', 'NO_RESULT'],
      ['d', 'VALUE_TOO_LARGE'],
      ['e', 'VALUE_INVALID'],
    ]);
    for (const weight of [0, -1, 1_001, '2', null]) {
      const [, none] = voted([{ value: 1, weight }], { voting: 'weighted' });
      assert.deepEqual(none.abstained[0]?.code, 'WEIGHT_INVALID', String(weight));
    }
  });

  it('has an outcome that does not depend on the order of the votes, and a winner that nobody equals', () => {
    const votes = fc.array(
      fc.record({ value: fc.constantFrom(1, 'a', [1], { b: 1 }), weight: fc.integer({ min: 1, max: 5 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(votes, fc.func(fc.integer()), fc.constantFrom('majority', 'weighted'), (all, key, voting) => {
        const options = { ...OPTIONS, voting } as const;
        const parts = all.map((vote, at) => part(`a${at}`, vote));
        const shuffled = [...parts].sort((a, b) => key(a.agentId) - key(b.agentId));
        const asked = rules({ agents: parts.map(({ agentId }) => String(agentId)), options });
        const [state, found] = outcome(nextStep(asked, parts));
        assert.deepEqual(outcome(nextStep(asked, shuffled)), [state, found]);
        const sums = new Map<string, number>();
        for (const { value, weight } of all) {
          const text = JSON.stringify(value);
          sums.set(text, (sums.get(text) ?? 0) + (voting === 'weighted' ? weight : 1));
        }
        const most = Math.max(...sums.values());
        const best = [...sums].filter(([, sum]) => sum === most).map(([text]) => text);
        assert.equal(state, best.length === 1 ? 'completed' : 'undecided');
        const leaders = found.tie ? found.tied : [found.value];
        assert.deepEqual(leaders.map((value: unknown) => JSON.stringify(value)).sort(), best.sort());
      }),
    );
  });

  it('has no leader without votes', () => {
    assert.deepEqual(leadersOf(tallyOf([])), []);
  });
});

describe('a consensus', () => {
  const round = (values: readonly unknown[], at = 1, options: Partial<CollaborationOptions> = {}) =>
    nextStep(
      rules({ protocol: 'consensus', round: at, options: { ...OPTIONS, ...options } }),
      values.map((value, index) => part('abc'[index] ?? '', { value }, { round: at, ...(value === failed && failed) })),
    );

  it('is reached when every agent gives the same value', () => {
    const [state, { agreed, value }] = outcome(
      round([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
        { a: 1, b: 2 },
      ]),
    );
    assert.deepEqual([state, agreed, value], ['completed', true, { a: 1, b: 2 }]);
  });

  it('goes on with every agent until the last round, and then says that there is none', () => {
    for (const values of [
      ['x', 'y', 'x'],
      ['x', 'x', failed],
      ['x', 'x', null],
    ]) {
      const step = round(values);
      assert.ok(step.kind === 'round');
      assert.deepEqual(columns(step.parts, 'kind', 'agentId', 'taskId'), [
        ['vote', 'a', 'c:2:a'],
        ['vote', 'b', 'c:2:b'],
        ['vote', 'c', 'c:2:c'],
      ]);
      const [state, { agreed, entries }] = outcome(round(values, OPTIONS.rounds));
      assert.deepEqual([state, agreed], ['undecided', false]);
      assert.equal(entries[0].value, 'x');
    }
  });

  it('ends after its rounds, whatever the agents do', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MOST_ROUNDS.consensus }),
        fc.infiniteStream(fc.constantFrom(1, 2)),
        (rounds, values) => {
          let last = round(['x', 'y', 'z'], 1, { rounds });
          let at = 1;
          for (; last.kind === 'round'; at += 1) {
            const next = [1, 2, 3].map(() => values.next().value);
            last = round(next, at + 1, { rounds });
          }
          assert.ok(at <= rounds);
        },
      ),
    );
  });
});

describe('a delegation', () => {
  const asked = (more: Partial<CollaborationOptions> = {}, at = 1) =>
    rules({ protocol: 'delegation', agents: ['lead', 'b'], options: { ...OPTIONS, ...more }, round: at });
  const split = (result: unknown, more: Partial<PartRow> = {}) => part('lead', result, { kind: 'split', ...more });
  const sub = (position: number, result: unknown, more: Partial<PartRow> = {}) =>
    part('b', result, { kind: 'subtask', round: 2, position, ...more });

  it('begins with the task of the lead, who is the first agent', () => {
    assert.deepEqual(firstRound(asked()), [{ kind: 'split', taskId: 'c:1:lead', agentId: 'lead', capability: 'vote' }]);
  });

  it('makes a task of each subtask, for an agent or a capability', () => {
    const step = nextStep(asked(), [split({ subtasks: [{ agent: 'B' }, { capability: 'draw', input: 1 }] })]);
    assert.deepEqual(step, {
      kind: 'round',
      parts: [
        { kind: 'subtask', taskId: 'c:2:0', agentId: 'b', capability: 'vote' },
        { kind: 'subtask', taskId: 'c:2:1', agentId: null, capability: 'draw' },
      ],
    });
  });

  it('fails when the lead fails, or gives no list that can be done', () => {
    assert.equal(outcome(nextStep(asked(), [split(null, failed)]))[1].code, 'BROKE');
    const none: readonly unknown[] = [
      null,
      [],
      'x',
      { subtasks: [] },
      { subtasks: 'x' },
      { subtasks: [null] },
      { subtasks: [{}] },
      { subtasks: [{ agent: 'b', capability: 'draw' }] },
      { subtasks: [{ agent: 'stranger' }] },
      { subtasks: [{ capability: '' }] },
      { subtasks: [{ capability: 7 }] },
      { subtasks: [{ capability: 'a\0b' }] },
      { subtasks: Array.from({ length: MAX_SUBTASKS + 1 }, () => ({ capability: 'draw' })) },
    ];
    for (const result of none) {
      const [state, { code, message }] = outcome(nextStep(asked(), [split(result)]));
      assert.deepEqual([state, code], ['failed', 'SUBTASKS_INVALID'], message);
    }
  });

  it('joins the results in their order, and fails when one is missing', () => {
    const given = split({ subtasks: [{ agent: 'b' }, { agent: 'b' }] });
    const [state, { results }] = outcome(nextStep(asked({}, 2), [given, sub(0, 'x'), sub(1, null)]));
    assert.deepEqual([state, columns(results, 'result')], ['completed', ['x', null]]);
    const [broken, outcomeOfAll] = outcome(nextStep(asked({}, 2), [given, sub(0, 'x'), sub(1, 'y', failed)]));
    assert.deepEqual([broken, columns(outcomeOfAll.results, 'failureCode')], ['failed', [null, 'BROKE']]);
  });

  it('gives the results back to the lead when asked to, also those that failed', () => {
    const parts = [split({ subtasks: [{ agent: 'b' }] }), sub(0, 'x', failed)];
    assert.deepEqual(nextStep(asked({ join: true }, 2), parts), {
      kind: 'round',
      parts: [{ kind: 'join', taskId: 'c:3:lead', agentId: 'lead', capability: 'vote' }],
    });
    const join = (more: Partial<PartRow> = {}) => part('lead', { sum: 1 }, { kind: 'join', round: 3, ...more });
    const [state, { value, results }] = outcome(nextStep(asked({ join: true }, 3), [...parts, join()]));
    assert.deepEqual([state, value, results.length], ['completed', { sum: 1 }, 1]);
    assert.equal(outcome(nextStep(asked({ join: true }, 3), [...parts, join(failed)]))[0], 'failed');
  });
});

describe('the id of a task in a collaboration', () => {
  it('names the collaboration', () => {
    assert.equal(collaborationOf('c:2:b'), 'c');
    for (const id of ['c', 'c:step', 'a:b:c:d']) assert.equal(collaborationOf(id), undefined);
  });
});
