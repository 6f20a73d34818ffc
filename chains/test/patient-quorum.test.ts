import { strict as assert } from 'node:assert';
import type { Clock } from '@causeway/runtime';
import { PatientQuorum } from '../src/rpc/quorum.ts';

describe('a patient quorum', () => {
  let pauses: number[];
  let nowMs: number;
  const clock: Clock = {
    now: () => 0,
    monotonic: () => nowMs,
    after: (ms, task) => {
      pauses.push(ms);
      queueMicrotask(task);
      return () => {};
    },
  };
  const quorum = new PatientQuorum([{ label: 'a' }, { label: 'b' }], 2, (error) => String(error), clock);
  /** What `agreeSoon` finds when the endpoint `label` answers as `answer` says to its question `number`. */
  const asked = async (answer: (label: string, number: number) => number) => {
    const numbers = new Map<string, number>();
    const found = await quorum.agreeSoon(async ({ label }) => {
      const number = numbers.get(label) ?? 0;
      numbers.set(label, number + 1);
      return answer(label, number);
    });
    return { found: found.ok ? found.value : found.error.code, questions: numbers.get('a'), pauses };
  };
  beforeEach(() => {
    pauses = [];
    nowMs = 0;
  });

  it('asks again while endpoints disagree, with longer pauses', async () => {
    const late = (label: string, number: number) => (label === 'b' && number < 2 ? 1 : 2);
    assert.deepEqual(await asked(late), { found: 2, questions: 3, pauses: [100, 200] });
    const never = (label: string) => (label === 'b' ? 1 : 2);
    assert.deepEqual(await asked(never), { found: 'NO_QUORUM', questions: 4, pauses: [100, 200, 100, 200, 400] });
  });

  it('asks once when an endpoint is waited for in vain', async () => {
    const late = (label: string) => {
      if (label === 'a') return 1;
      nowMs += 2_000;
      throw new Error('no answer in time');
    };
    assert.deepEqual(await asked(late), { found: 'NO_QUORUM', questions: 1, pauses: [] });
  });

  it('asks once when no endpoint answers', async () => {
    const silent = () => {
      throw new Error('down');
    };
    assert.deepEqual(await asked(silent), { found: 'RPC_UNAVAILABLE', questions: 1, pauses: [] });
  });
});
