import { strict as assert } from 'node:assert';
import { attemptsOf, failureOf, type TaskEvent } from '../src/lib/task-trace.ts';

const at = (second: number) => new Date(second * 1_000).toISOString();

/** Events in the short form `from trigger state token [code]`, one second after the other. */
const events = (...texts: readonly string[]): readonly TaskEvent[] =>
  texts.map((text, index) => {
    const [from, trigger = '', state, token, failureCode] = text.split(' ');
    const held = { agentId: `agent-${token}`, token: Number(token) };
    const failed = failureCode === undefined ? {} : { failureCode, failureMessage: 'why' };
    const type = `task.${state}`;
    const changed = trigger === '-' ? {} : { from: from as 'queued', trigger };
    return { seq: index + 1, type, at: at(index), taskId: 't', ...changed, ...held, ...failed };
  });

const drawn = (...texts: readonly string[]) =>
  attemptsOf(events(...texts)).map(({ token, agentId, claimedAt, endedAt, end, failure }) => {
    const seconds = endedAt === null ? '–' : (Date.parse(endedAt) - Date.parse(claimedAt)) / 1_000;
    return `${token} ${agentId} ${seconds} ${end} ${failure?.code ?? '–'}`;
  });

describe('the attempts of a task by its events', () => {
  it('are one for each claim, with the time and the way of its end', () => {
    assert.deepEqual(
      drawn(
        'null submitted queued 0',
        'queued claimed assigned 1',
        'assigned started working 1',
        'working - progress 1',
        'working retried pending 1 LEASE_ENDED',
        'pending due queued 1 LEASE_ENDED',
        'queued claimed assigned 2 LEASE_ENDED',
        'assigned inputRequested input_required 2 LEASE_ENDED',
        'input_required inputGiven queued 2 LEASE_ENDED',
        'queued claimed assigned 3 LEASE_ENDED',
        'assigned failed failed 3 TIRED',
      ),
      ['1 agent-1 3 retried LEASE_ENDED', '2 agent-2 1 inputRequested –', '3 agent-3 1 failed TIRED'],
    );
  });

  it('go on while nobody has ended them, and end with a cancellation', () => {
    const claimed = ['null submitted queued 0', 'queued claimed assigned 1'] as const;
    assert.deepEqual(drawn(...claimed), ['1 agent-1 – null –']);
    assert.deepEqual(drawn(...claimed, 'assigned cancelled cancelled 1'), ['1 agent-1 1 cancelled –']);
  });

  it('are not ended by what ends a task that nobody holds', () => {
    const released = ['queued claimed assigned 1', 'assigned released queued 1', 'queued expired expired 1 DEADLINE'];
    assert.deepEqual(drawn(...released), ['1 agent-1 1 released –']);
  });

  it('say a failure where it happens, and not in the events that repeat it', () => {
    const [failed, repeated] = events('working retried pending 1 TIRED', 'pending due queued 1 TIRED');
    assert.deepEqual(failed && failureOf(failed), { code: 'TIRED', message: 'why' });
    assert.equal(repeated && failureOf(repeated), null);
  });
});
