import { strict as assert } from 'node:assert';
import { Circuit } from '../../../src/areas/holons/bodies/circuit.ts';

describe('the circuit of a provider', () => {
  let nowMs = 0;
  const failing = (times: number): Circuit => {
    const circuit = new Circuit({ monotonic: () => nowMs });
    for (let time = 0; time < times; time += 1) circuit.record(false, 10);
    return circuit;
  };

  it('opens after three failures in a row, not after three among successes', () => {
    assert.equal(failing(2).state, 'closed');
    assert.equal(failing(3).state, 'open');
    const circuit = failing(2);
    circuit.record(true, 10);
    circuit.record(false, 10);
    circuit.record(false, 10);
    assert.equal(circuit.admits(), true);
  });

  it('allows one trial after a pause, which doubles up to half a minute with every failure', () => {
    const circuit = failing(3);
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      nowMs += pauseMs - 1;
      assert.equal(circuit.admits(), false);
      nowMs += 1;
      assert.deepEqual([circuit.admits(), circuit.admits(), circuit.state], [true, false, 'trial']);
      circuit.record(false, 10);
      assert.equal(circuit.state, 'open');
    }
  });

  it('closes after a successful trial, and tells it once', () => {
    const circuit = failing(3);
    assert.equal(circuit.record(true, 10), false, 'a call from before the pause says nothing');
    assert.equal(circuit.state, 'open');
    nowMs += 1_000;
    circuit.admits();
    assert.equal(circuit.record(true, 10), true);
    assert.equal(circuit.state, 'closed');
    assert.equal(circuit.record(true, 10), false);
    for (let time = 0; time < 3; time += 1) circuit.record(false, 10);
    nowMs += 999;
    assert.equal(circuit.admits(), false);
    nowMs += 1;
    assert.equal(circuit.admits(), true, 'the first pause again');
  });

  it('scores by latency and error rate, both as averages of the last calls', () => {
    const [fast, slow, broken, fresh] = [1, 2, 3, 4].map(() => new Circuit({ monotonic: () => nowMs }));
    for (let call = 0; call < 50; call += 1) {
      fast?.record(true, 10);
      slow?.record(true, 50);
      broken?.record(call % 2 === 0, 10);
    }
    const order = [broken, slow, fresh, fast].sort((a, b) => Number(a?.score) - Number(b?.score));
    assert.deepEqual(order, [fresh, fast, slow, broken]);
    for (let call = 0; call < 50; call += 1) fast?.record(true, 100);
    assert.ok(Number(fast?.score) > Number(slow?.score), 'the old calls are forgotten');
  });
});
