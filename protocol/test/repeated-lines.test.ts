import assert from 'node:assert/strict';
import { RepeatedLines } from '../src/index.ts';

const [INFO, WARN, ERROR] = [30, 40, 50];

describe('RepeatedLines', () => {
  let nowMs: number;
  let written: unknown[][];
  let log: (level: number, ...line: unknown[]) => void;
  beforeEach(() => {
    nowMs = 0;
    written = [];
    const { logMethod } = new RepeatedLines({
      isShared: (code) => code === 'DISK_FULL',
      monotonic: () => nowMs,
    }).hook();
    log = (level, ...line) =>
      logMethod.call({ bindings: () => ({}) }, line, (...taken: unknown[]) => void written.push(taken), level);
  });
  const failure = (code: string, message = 'words') => Object.assign(new Error(message), { code });

  it('lets a failure through once a minute, and says how many were left out', () => {
    for (let second = 0; second < 61; second += 1) {
      nowMs = 1_000 * second;
      log(WARN, { chain: 'a', code: 'TIMEOUT', reason: `attempt ${second}` }, 'watching failed');
    }
    assert.deepEqual(written, [
      [{ chain: 'a', code: 'TIMEOUT', reason: 'attempt 0' }, 'watching failed'],
      [{ chain: 'a', code: 'TIMEOUT', reason: 'attempt 60', repeated: 59 }, 'watching failed'],
    ]);
  });

  it('tells causes apart: by level, message, fields, and the failure’s code or message', () => {
    log(WARN, { chain: 'a', code: 'TIMEOUT' }, 'watching failed');
    log(WARN, { chain: 'b', code: 'TIMEOUT' }, 'watching failed');
    log(WARN, { chain: 'a', code: 'CLOSED' }, 'watching failed');
    log(ERROR, { chain: 'a', code: 'TIMEOUT' }, 'watching failed');
    log(WARN, { chain: 'a', code: 'TIMEOUT' }, 'sending failed');
    log(WARN, { err: failure('X') }, 'a round failed');
    log(WARN, { err: failure('Y') }, 'a round failed');
    log(WARN, { err: new Error('one') }, 'a round failed');
    log(WARN, { err: new Error('two') }, 'a round failed');
    log(WARN, failure('X'), 'another round failed');
    log(WARN, { amount: 1n }, 'too much');
    assert.equal(written.length, 11);
    log(WARN, { err: failure('X', 'other words') }, 'a round failed');
    log(WARN, failure('X', 'other words'), 'another round failed');
    assert.equal(written.length, 11);
  });

  it('gives one line to a cause that all parts of a process meet', () => {
    log(WARN, { chain: 'a', code: 'DISK_FULL' }, 'watching failed');
    log(ERROR, { err: failure('DISK_FULL') }, 'pruning failed');
    log(WARN, { lease: 'chain a', err: failure('DISK_FULL') }, 'the lease could not be kept');
    assert.equal(written.length, 1);
    nowMs = 60_000;
    log(ERROR, failure('DISK_FULL'), 'pruning failed');
    assert.deepEqual(written[1], [{ err: failure('DISK_FULL'), repeated: 2 }, 'pruning failed']);
  });

  it('leaves out no line below a warning, and none of a request', () => {
    for (let n = 0; n < 3; n += 1) log(INFO, 'again');
    assert.equal(written.length, 3);
    const { logMethod } = new RepeatedLines({ isShared: () => true }).hook();
    for (let n = 0; n < 3; n += 1) {
      const write = (...taken: unknown[]) => void written.push(taken);
      logMethod.call(
        { bindings: () => ({ reqId: 'r' }) },
        [{ err: failure('DISK_FULL') }, 'request failed'],
        write,
        ERROR,
      );
    }
    assert.equal(written.length, 6);
  });

  it('takes any facts', () => {
    const facts: Record<string, unknown> = { a: 1 };
    facts.self = facts;
    log(WARN, facts, 'failed');
    log(WARN, facts, 'failed');
    log(WARN, facts, 'otherwise');
    assert.equal(written.length, 2);
  });

  it('remembers a bounded number of causes', () => {
    for (let n = 0; n < 1_001; n += 1) log(WARN, { n }, 'failed');
    log(WARN, { n: 1_000 }, 'failed');
    assert.equal(written.length, 1_001);
    log(WARN, { n: 0 }, 'failed');
    assert.equal(written.length, 1_002, 'the oldest is forgotten');
  });
});
