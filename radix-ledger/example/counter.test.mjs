// Tests the blueprint `Counter` on a ledger in this process:   node --test counter.test.mjs
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { LedgerSimulator, manifests, XRD } from '@causeway/radix-ledger/testing';

const file = (name) => readFile(new URL(`counter/artifacts/${name}`, import.meta.url));

let simulator;
let counter;

before(async () => {
  simulator = LedgerSimulator.open();
  const address = await simulator.publish({ code: await file('counter.wasm'), definition: await file('counter.rpd') });
  const { receipt } = await simulator.callFunction(address, 'Counter', 'instantiate', ['40u64']);
  [counter] = receipt.newEntities.components;
});

after(() => simulator.close());

test('a counter increases, and keeps its value', async () => {
  const { value } = await simulator.callMethod(counter, 'increase', ['2u64']);
  assert.deepEqual(value, { kind: 'U64', value: '42' });
  assert.deepEqual(simulator.state(counter), { kind: 'Tuple', fields: [{ kind: 'U64', value: '42' }] });
});

test('a counter refuses to increase by nothing', async () => {
  await assert.rejects(simulator.callMethod(counter, 'increase', ['0u64']), /increases by at least 1/);
});

test('an account is funded, signs, and pays another', async () => {
  const [alice, bob] = [await simulator.account(), await simulator.account()];
  const payment = `${manifests.withdraw(alice.address, XRD, '12.5')} ${manifests.deposit(bob.address)}`;
  await assert.rejects(simulator.execute(payment), /Unauthorized/);
  await simulator.execute(payment, { signers: [alice] });
  assert.equal(simulator.balance(bob.address), '10012.5');
});
