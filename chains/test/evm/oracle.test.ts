import { strict as assert } from 'node:assert';
import type { ChainProvider, OracleCall } from '@causeway/chains';
import { cancelOf, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { concat, keccak256, zeroPadValue } from 'ethers';
import { contractNetworks } from '../../src/evm/kit.ts';
import {
  address32,
  alice,
  codeOf,
  ETHER,
  members,
  must,
  outsider,
  relayer,
  startWorld,
  type World,
} from '../support/bridges.ts';
import {
  batchOf,
  built,
  commitOf,
  deliveryOf,
  execute,
  lastMessage,
  lock,
  lockMany,
  settled,
  signedBy,
} from '../support/traffic.ts';

describe('the oracle', function () {
  this.timeout(120_000);
  let world: World;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  let message: Message;
  let calls: readonly OracleCall[];
  before(async () => {
    world = await startWorld();
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('polygon')];
    message = await lock(ethereum, polygon);
    calls = deliveryOf(message, 'mintTokens');
  });
  after(() => world.stop());

  it('is the Safe with its five members and threshold three', async () => {
    const oracle = must(await polygon.oracle());
    assert.equal(oracle.threshold, 3);
    assert.deepEqual([...oracle.members].sort(), members.map(({ address }) => address).sort());
    assert.equal(oracle.address, world.deployers[1].deployment.oracle.address);
  });

  it('is refused while the Safe has a module, which could act without the members', async () => {
    const { rpc } = world.polygon;
    const module = `0x${'0d'.repeat(20)}`;
    const first = zeroPadValue('0x01', 32);
    // The Safe keeps its modules as a list in the mapping of slot 1, which begins and ends at address 1.
    const slotOf = (address: string) => keccak256(concat([zeroPadValue(address, 32), first]));
    const { address } = must(await polygon.oracle());
    const before = await rpc('eth_getStorageAt', address, slotOf('0x01'), 'latest');
    await rpc('anvil_setStorageAt', address, slotOf('0x01'), zeroPadValue(module, 32));
    await rpc('anvil_setStorageAt', address, slotOf(module), first);
    await world.polygon.mine(1);
    assert.equal(codeOf(await polygon.oracle()), 'InvalidOracle');
    await rpc('anvil_setStorageAt', address, slotOf('0x01'), before);
    await world.polygon.mine(1);
    must(await polygon.oracle());
  });

  it('signs the same bytes as protocol-kit, for one call and for several', async () => {
    const { deployment } = world.deployers[1];
    const kit = await Safe.init({
      provider: world.polygon.url,
      safeAddress: deployment.oracle.address,
      contractNetworks: contractNetworks(world.polygon.chainId, deployment.contracts),
    });
    const bridge = deployment.bridges.main?.address as string;
    const { encodeOracleCall } = await import('../../src/evm/oracle-calls.ts');
    const target = {
      domain: polygon.domain,
      bridge: deployment.bridges.main as NonNullable<typeof deployment.bridges.main>,
    };
    for (const chosen of [calls.slice(0, 1), calls]) {
      const transactions = chosen.map((call) => ({
        to: bridge,
        value: '0',
        data: must(encodeOracleCall(call, target)),
      }));
      const theirs = await kit.createTransaction({ transactions, onlyCalls: true, options: { nonce: 7 } });
      assert.equal(must(await polygon.build('7', chosen)).digest, await kit.getTransactionHash(theirs));
    }
  });

  it('builds the same digest anywhere, and a different one for another anchor or order of calls', async () => {
    const other = world.provider('polygon');
    const digest = async (anchor: string, chosen = calls) => must(await polygon.build(anchor, chosen)).digest;
    const seventh = await digest('7');
    assert.equal(must(await other.build('7', calls)).digest, seventh);
    assert.notEqual(await digest('8'), seventh);
    assert.notEqual(await digest('7', [...calls].reverse()), seventh);
  });

  it('builds no call that this bridge would refuse', async () => {
    const proof = '0x' as const;
    const refused = async (change: Partial<Message>, use: 'mintTokens' | 'releaseTokens' = 'mintTokens') =>
      codeOf(await polygon.build('0', [{ function: use, message: { ...message, ...change }, proof }]));
    assert.equal(await refused({ destination: 5 }), 'WRONG_BRIDGE');
    assert.equal(await refused({ destinationBridge: ZERO_32 }), 'WRONG_BRIDGE');
    assert.equal(await refused({}, 'releaseTokens'), 'WrongAssetHome');
    assert.equal(await refused({ recipient: ZERO_32 }), 'InvalidRecipient');
    assert.equal(await refused({ source: 5, assetHome: 5 }), 'UnknownRemote');
    assert.equal(codeOf(await polygon.build('0', [])), 'EmptyBatch');
    assert.equal(codeOf(await polygon.build('-1', calls)), 'INVALID_ANCHOR');
    assert.equal(codeOf(await polygon.build('0', Array(900).fill(calls[0]))), 'BATCH_TOO_LARGE');
  });

  it('recognises the signer, and nobody else under that name', async () => {
    const transaction = await built(polygon, calls);
    const [first, second] = await signedBy(polygon, transaction);
    assert(first && second);
    assert.equal(polygon.recoverSigner(transaction, first), members[0]?.address);
    assert.equal(polygon.recoverSigner(transaction, { ...first, signer: second.signer }), null);
    assert.equal(polygon.recoverSigner(must(await polygon.build('99', calls)), first), null);
    for (const signature of ['0x', `${first.signature}00`, `${first.signature.slice(0, -2)}01`] as const) {
      assert.equal(polygon.recoverSigner(transaction, { ...first, signature: signature as `0x${string}` }), null);
    }
  });

  it('simulates commit and mint together, and names the call that fails and why', async () => {
    must(await polygon.simulate(calls));
    const [commit, mint] = calls as [OracleCall, OracleCall];
    const alone = await polygon.simulate([mint]);
    assert(!alone.ok && alone.error.code === 'UnknownRoot' && alone.error.callIndex === 0);
    const twice = await polygon.simulate([commit, mint, mint]);
    assert(!twice.ok && twice.error.code === 'AlreadyExecuted' && twice.error.callIndex === 2);
    const gap = await polygon.simulate([commit, commit, mint]);
    assert(!gap.ok && gap.error.code === 'NonceGap' && gap.error.callIndex === 1);
    assert.equal(must(await polygon.status(ethereum.domain, message.nonce)), 'none');
  });

  it('refuses two signatures, an outsider and a duplicate', async () => {
    const transaction = await built(polygon, calls);
    const prepare = async (...keys: typeof members) =>
      codeOf(await polygon.prepareOracle(transaction, await signedBy(polygon, transaction, keys), relayer));
    const [a, b] = members as [typeof relayer, typeof relayer];
    assert.equal(await prepare(a, b), 'GS020');
    assert.equal(await prepare(a, b, outsider), 'GS026');
    assert.equal(await prepare(a, b, b), 'DUPLICATE_SIGNATURE');
    const [first, ...rest] = await signedBy(polygon, transaction);
    const forged = [{ ...rest[0], signer: first?.signer }, ...rest] as typeof rest;
    assert.equal(codeOf(await polygon.prepareOracle(transaction, forged, relayer)), 'INVALID_SIGNATURE');
  });

  it('commits and mints with any three signatures in any order', async () => {
    const transaction = await built(polygon, calls);
    const signatures = await signedBy(polygon, transaction, [members[4], members[0], members[2]] as typeof members);
    const submission = must(await polygon.prepareOracle(transaction, signatures, relayer));
    must(await polygon.broadcast(submission));
    const outcome = await settled(polygon, submission);
    assert(outcome.state === 'included' && outcome.success);
    assert.deepEqual(
      outcome.events.map(({ type }) => type),
      ['rootCommitted', 'executed'],
    );
    assert.equal(must(await polygon.status(ethereum.domain, message.nonce)), 'executed');
    assert.equal(must(await polygon.root(ethereum.domain, message.nonce, 1)), batchOf(message).root);
    assert.equal(must(await polygon.balance(alice.address, ethereum.domain)), ETHER);
    assert.equal(must(await polygon.bridgedSupply(ethereum.domain)), ETHER);
    assert.equal(must(await polygon.anchor(relayer)), String(Number(transaction.anchor) + 1));
  });

  it('does not execute a message again', async () => {
    const transaction = await built(polygon, calls.slice(1));
    const again = await polygon.prepareOracle(transaction, await signedBy(polygon, transaction), relayer);
    assert.equal(codeOf(again), 'AlreadyExecuted');
  });

  it('releases burned tokens at home, in one call', async () => {
    const half = ETHER / 2n;
    const args = { remote: ethereum.domain, recipient: address32(alice), localAmount: half, reference: ZERO_32 };
    must(await polygon.burnTokens(alice, args));
    const burn = await lastMessage(polygon);
    const before = must(await ethereum.balance(alice.address, ethereum.domain));
    must({ ok: true, value: await execute(ethereum, [commitOf(burn, batchOf(burn))]) });
    const release: OracleCall = {
      function: 'releaseTokens',
      message: burn,
      proof: packProof('releaseTokens', burn, batchOf(burn)),
    };
    const transaction = await built(ethereum, [release]);
    const signatures = await signedBy(ethereum, transaction);
    must(await ethereum.releaseTokens(release, signatures, transaction.anchor, relayer));
    assert.equal(must(await ethereum.balance(alice.address, ethereum.domain)) - before, half);
    assert.equal(must(await ethereum.lane(polygon.domain)).outstanding, 500_000_000n);
  });

  it('cancels an order and refunds it with the Cancel message', async () => {
    const doomed = await lock(ethereum, polygon);
    const cancelled = await execute(polygon, deliveryOf(doomed, 'cancelOrder'));
    assert(cancelled.state === 'included' && cancelled.success);
    const cancel = await lastMessage(polygon);
    assert.deepEqual(cancel, cancelOf(doomed, cancel.nonce));
    assert.equal(must(await polygon.status(ethereum.domain, doomed.nonce)), 'cancelled');
    const before = must(await ethereum.balance(alice.address, ethereum.domain));
    const refunded = await execute(ethereum, deliveryOf(cancel, 'releaseTokens'));
    assert(refunded.state === 'included' && refunded.success);
    const released = refunded.events.find(({ type }) => type === 'executed');
    assert(released?.type === 'executed' && released.reference === messageIdOf(doomed));
    assert.equal(must(await ethereum.balance(alice.address, ethereum.domain)) - before, ETHER);
  });

  it('delivers a batch of fifty in one transaction', async () => {
    const locks = (await lockMany(ethereum, polygon, 50)) as [Message, ...Message[]];
    const batch = batchOf(...locks);
    const mints = locks.map(
      (each): OracleCall => ({ function: 'mintTokens', message: each, proof: packProof('mintTokens', each, batch) }),
    );
    const outcome = await execute(polygon, [commitOf(locks[0], batch), ...mints]);
    assert(outcome.state === 'included' && outcome.success);
    assert.equal(outcome.events.length, 51);
  });
});
