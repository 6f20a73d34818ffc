import { strict as assert } from 'node:assert';
import type { EventRow } from '@causeway/storage';
import { type Acknowledged, type TaskHistory, type ViolationCode, violationsIn } from '../../support/task-history.ts';

/** An event of task t, in the short form `seq from trigger to token agent`. */
function event(text: string, taskId = 't'): EventRow {
  const [seq, from, trigger, to, token, agentId = null, version = seq] = text.split(' ');
  const data = {
    taskId,
    from: from === '-' ? null : from,
    trigger,
    version: Number(version),
    agentId,
    token: Number(token),
  };
  return {
    seq: Number(seq),
    subject: 'task:t',
    type: `task.${to}`,
    data,
    avatarId: 's',
    topic: 'tasks',
    createdAtMs: 0,
  };
}
const did = (kind: Acknowledged['kind'], askedMs: number, more: Partial<Acknowledged> = {}): Acknowledged => ({
  ...{ kind, taskId: 't', askedMs, answeredMs: askedMs + 1 },
  ...(kind !== 'submit' && kind !== 'cancel' && { agentId: 'a', token: 1 }),
  ...more,
});

/** One task that fails once and is then completed by another agent. */
const EVENTS = [
  '1 - submitted queued 0',
  '2 queued claimed assigned 1 a',
  '3 assigned retried pending 1 a',
  '4 pending due queued 1 a',
  '5 queued claimed assigned 2 b',
  '6 assigned started working 2 b',
  '7 working completed completed 2 b',
];
const ACKNOWLEDGED = [
  did('submit', 10),
  did('claim', 20),
  did('fail', 30),
  did('claim', 50, { agentId: 'b', token: 2 }),
  did('heartbeat', 60, { agentId: 'b', token: 2 }),
  did('complete', 70, { agentId: 'b', token: 2, result: { sum: 3 } }),
];
const sound = (): TaskHistory => ({
  acknowledged: ACKNOWLEDGED,
  events: EVENTS.map((text) => event(text)),
  observed: [1, 2, 3, 4, 5, 6, 7],
  logged: [1, 2, 3, 4, 5, 6, 7],
  final: [{ taskId: 't', state: 'completed', result: { sum: 3 } }],
  limits: new Map([
    ['a', 1],
    ['b', 1],
  ]),
});
const eventsWith = (at: number, ...texts: readonly string[]) =>
  EVENTS.flatMap((text, index) => (index === at ? texts : [text])).map((text) => event(text));

/** Histories with one thing wrong, and what the checker says. */
const FORGED: readonly [string, Partial<TaskHistory>, ViolationCode][] = [
  ['a transition that no rule allows', { events: eventsWith(3, '4 pending completed completed 1 a') }, 'TRANSITION'],
  ['a version that is missing', { events: eventsWith(5) }, 'TRANSITION'],
  ['a task that was never submitted', { events: eventsWith(0) }, 'TRANSITION'],
  ['two ends', { events: [...sound().events, event('8 completed completed completed 2 b')] }, 'TERMINAL'],
  ['no end', { events: eventsWith(6) }, 'TERMINAL'],
  ['another state than the log', { final: [{ taskId: 't', state: 'failed', result: null }] }, 'TERMINAL'],
  ['a claim of a held task', { events: eventsWith(2, '3 assigned claimed assigned 2 b') }, 'EXCLUSIVE'],
  ['a token that is given twice', { events: eventsWith(4, '5 queued claimed assigned 1 b') }, 'EXCLUSIVE'],
  [
    'an agent above its limit in the log',
    {
      limits: new Map([
        ['a', 0],
        ['b', 1],
      ]),
    },
    'LIMIT',
  ],
  [
    'an agent above its limit in the view of the clients',
    {
      acknowledged: [...ACKNOWLEDGED, did('claim', 20, { taskId: 'u' }), did('release', 40, { taskId: 'u' })],
    },
    'LIMIT',
  ],
  ['a submission that is gone', { acknowledged: [...ACKNOWLEDGED, did('submit', 10, { taskId: 'u' })] }, 'LOST'],
  ['a claim that is gone', { acknowledged: [...ACKNOWLEDGED, did('claim', 80, { token: 3 })] }, 'LOST'],
  ['a release that is gone', { acknowledged: [...ACKNOWLEDGED, did('release', 80, { token: 2 })] }, 'LOST'],
  ['a completion that was undone', { final: [{ taskId: 't', state: 'cancelled', result: null }] }, 'LOST'],
  ['a result that was replaced', { final: [{ taskId: 't', state: 'completed', result: { sum: 4 } }] }, 'LOST'],
  ['a cancellation that had no effect', { acknowledged: [...ACKNOWLEDGED, did('cancel', 80)] }, 'LOST'],
  ['two completions by two claims', { acknowledged: [...ACKNOWLEDGED, did('complete', 80, { result: 1 })] }, 'LOST'],
  ['a report of an earlier claim', { acknowledged: [...ACKNOWLEDGED, did('heartbeat', 80)] }, 'STALE'],
  [
    'a log that turns two operations round',
    { acknowledged: ACKNOWLEDGED.map((one) => (one.kind === 'fail' ? { ...one, askedMs: 5, answeredMs: 6 } : one)) },
    'ORDER',
  ],
  ['a reader that has missed an event', { observed: [1, 2, 3, 5, 6, 7] }, 'READER'],
  ['a reader that sees an event which a crash took back', { observed: [1, 2, 3, 4, 5, 6, 7, 8] }, 'READER'],
  ['a reader that sees an event late', { observed: [1, 2, 4, 3, 5, 6, 7] }, 'READER'],
];

describe('the checker of histories', () => {
  it('finds nothing in a sound history, also when a report was repeated', () => {
    assert.deepEqual(violationsIn(sound()), []);
    const again = did('complete', 90, { agentId: 'b', token: 2, result: { sum: 3 } });
    assert.deepEqual(violationsIn({ ...sound(), acknowledged: [...ACKNOWLEDGED, again] }), []);
  });

  for (const [name, wrong, code] of FORGED) {
    it(`finds ${name}`, () => {
      const codes = violationsIn({ ...sound(), ...wrong }).map((violation) => violation.code);
      assert.ok(codes.includes(code), `${code} is not among ${codes}`);
    });
  }
});
