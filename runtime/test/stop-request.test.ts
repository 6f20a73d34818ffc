import assert from 'node:assert/strict';
import { type StopRequest, type StopSignal, signalStatus, stopRequest } from '../src/stop-request.ts';

describe('the request to stop', () => {
  const { exit } = process;
  const { now } = performance;
  let statuses: unknown[];
  let timeMs: number;
  let request: StopRequest;
  const send = (signal: StopSignal): void => void process.emit(signal, signal);
  beforeEach(() => {
    statuses = [];
    timeMs = 5_000;
    process.exit = ((status: unknown) => statuses.push(status)) as typeof process.exit;
    performance.now = () => timeMs;
    request = stopRequest();
  });
  afterEach(() => {
    request.forget();
    process.exit = exit;
    performance.now = now;
  });

  for (const [signal, status] of [
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    it(`is the first ${signal}, whose number the status tells`, async () => {
      assert.equal(request.by, undefined);
      send(signal);
      await request.asked;
      assert.equal(request.by, signal);
      assert.ok(request.signal.aborted);
      assert.equal(signalStatus(signal), status);
    });
  }

  it('is the same when it comes twice within a second, and ends the process when it is repeated later', () => {
    send('SIGTERM');
    timeMs += 1_000;
    send('SIGTERM');
    assert.deepEqual(statuses, []);
    timeMs += 1;
    send('SIGHUP');
    assert.deepEqual(statuses, [129]);
    assert.equal(request.by, 'SIGTERM');
  });

  it('leaves signals alone once it is forgotten', () => {
    const before = process.listenerCount('SIGTERM');
    request.forget();
    assert.equal(process.listenerCount('SIGTERM'), before - 1);
  });
});
