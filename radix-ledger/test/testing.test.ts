import { deepEqual, equal, match, ok, rejects, throws } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ledger } from '../src/index.ts';
import { commit, FAUCET, LedgerSimulator, manifests, notarize, TransactionError, XRD } from '../src/testing/index.ts';
import { ACCOUNT, KEY } from './ledger-support.ts';

const artifact = (name: string) => readFile(new URL(`../example/counter/artifacts/${name}`, import.meta.url));

/** The error that `call` ends with. */
async function failureOf(call: Promise<unknown>): Promise<TransactionError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error instanceof TransactionError) return error;
  throw new Error(`no TransactionError: ${String(error)}`);
}

describe('the ledger simulator', () => {
  const simulator = LedgerSimulator.open();
  after(() => simulator.close());

  it('funds accounts', async () => {
    const { address } = await simulator.account();
    equal(simulator.balance(address), '10000');
    await simulator.fund(address);
    equal(simulator.balance(address, XRD), '20000');
  });

  it('publishes a package, instantiates its blueprint, calls and reads it', async () => {
    const files = { code: await artifact('counter.wasm'), definition: await artifact('counter.rpd') };
    const address = await simulator.publish(files);
    const { receipt } = await simulator.callFunction(address, 'Counter', 'instantiate', ['7u64']);
    const [counter = ''] = receipt.newEntities.components;
    deepEqual((await simulator.callMethod(counter, 'increase', ['3u64'])).value, { kind: 'U64', value: '10' });
    deepEqual((await simulator.callMethod(counter, 'value')).value, { kind: 'U64', value: '10' });
    deepEqual(simulator.state(counter), { kind: 'Tuple', fields: [{ kind: 'U64', value: '10' }] });
  });

  it('gives what a call returns to the first signer', async () => {
    const alice = await simulator.account();
    const before = simulator.balance(alice.address);
    await simulator.callMethod(alice.address, 'withdraw', [`Address("${XRD}")`, 'Decimal("1")'], { signers: [alice] });
    equal(simulator.balance(alice.address), before);
    const { outputs } = await simulator.execute(`${manifests.free()} ${manifests.deposit(alice.address)}`);
    equal(outputs.length, 2);
  });

  it('signs with every given key', async () => {
    const [alice, bob] = [await simulator.account(), await simulator.account()];
    const both = [alice, bob].map(({ address }) => manifests.withdraw(address, XRD, '1')).join(' ');
    const manifest = `${both} ${manifests.deposit(bob.address)}`;
    match((await failureOf(simulator.execute(manifest, { signers: [alice] }))).message, /Unauthorized/);
    await simulator.execute(manifest, { signers: [alice, bob] });
    equal(simulator.balance(bob.address), '10001');
  });

  it('throws the receipt of a committed failure, and the reason of a rejection', async () => {
    const failed = await failureOf(simulator.callMethod(FAUCET, 'no_such_method'));
    match(failed.message, /no_such_method/);
    equal(failed.receipt?.status, 'CommittedFailure');
    const rejected = await failureOf(simulator.execute('', { lockFee: '0' }));
    equal(rejected.receipt, undefined);
    match(rejected.message, /fee/i);
  });

  it('refuses code without a schema when no definition is given', async () => {
    await rejects(simulator.publish({ code: await artifact('counter.wasm') }), /without a schema/);
  });

  it('has no state of an entity that does not exist', () => {
    throws(() => simulator.state(ACCOUNT), /there is no component account_sim1/);
    throws(() => simulator.state('account_sim1'), /no address/);
  });

  it('commits a transaction once', async () => {
    const { hex } = await notarize(KEY, `${manifests.lockFee('10')} DROP_ALL_PROOFS;`);
    const raw = Buffer.from(hex, 'hex');
    equal(commit(simulator.ledger, raw).receipt.status, 'CommittedSuccess');
    throws(() => commit(simulator.ledger, raw), /IntentAlreadyCommitted/);
  });

  it('works over a ledger whose rounds end by themselves', async () => {
    const ledger = Ledger.open({ pace: 'automatic' });
    const { address } = await new LedgerSimulator(ledger).account();
    ok(ledger.head.stateVersion > 0);
    equal(new LedgerSimulator(ledger).balance(address), '10000');
    ledger.close();
  });
});
