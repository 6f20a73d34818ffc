import { strict as assert } from 'node:assert';
import type { ChainProvider, Deployment, OracleCall } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { type Hex, type Message, messageIdOf, type ProvenUse } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { getAddress } from 'ethers';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { formatAnchor, parseAnchor, unpackedAnchor } from '../../src/evm/anchor.ts';
import { skippedIn } from '../../src/evm/events.ts';
import { contractNetworks } from '../../src/evm/kit.ts';
import { EXECUTE_MANY, encodeTogether, groupCalls } from '../../src/evm/packed-calls.ts';
import type { RpcLog } from '../../src/evm/wire.ts';
import { actorsOf } from '../support/actors.ts';
import { codeOf, must } from '../support/bridges.ts';
import {
  batchOf,
  built,
  commitAll,
  commitOf,
  execute,
  executionOf,
  included,
  lockMany,
  signedBy,
  statusOf,
} from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

describe('packed calls', function () {
  this.timeout(120_000);
  let world: World<'evm'>;
  let ethereum: ChainProvider;
  let polygon: ChainProvider;
  const rpc: World<'evm'>['node']['rpc'] = (...args) => world.node.rpc(...args);

  before(async () => {
    world = await sharedWorld('evm');
    [ethereum, polygon] = [world.provider('ethereum'), world.provider('here')];
  });

  /** The commitment of new locks, and their mints. */
  async function newMints(count: number): Promise<{ messages: readonly Message[]; calls: readonly OracleCall[] }> {
    await commitAll(ethereum, polygon);
    const messages = (await lockMany(ethereum, polygon, count)) as [Message, ...Message[]];
    const batch = batchOf(...messages);
    const mints = messages.map((message) => executionOf('mintTokens', message, batch));
    return { messages, calls: [commitOf(messages[0], batch), ...mints] };
  }

  const nonceOf = async (): Promise<string> => must(await polygon.anchor(actorsOf(polygon).relayer));

  it('put consecutive orders of one interval together, whatever their order, and leave the others alone', async () => {
    const { messages, calls } = await newMints(6);
    const [commit, ...mints] = calls as [OracleCall, ...ProvenUse[]];
    const shown = (given: readonly OracleCall[]): readonly string[] =>
      groupCalls(given).map((group) => {
        if ('together' in group) return group.together.map(({ message }) => at(message)).join('+');
        return group.alone.function === 'commitRoot' ? 'commit' : at(group.alone.message);
      });
    const at = ({ nonce }: Message): string => String(nonce - (messages[0]?.nonce ?? 0n));
    const only = (...indexes: number[]) => indexes.map((index) => mints[index] as ProvenUse);
    assert.deepEqual(shown([commit, ...mints]), ['commit', '0+1+2+3+4+5']);
    assert.deepEqual(shown([...only(4, 2, 0, 3), commit]), ['commit', '0', '2+3+4']);
    assert.deepEqual(shown(only(0, 2, 4)), ['0', '2', '4']);
    assert.deepEqual(shown(only(5, 4, 1, 0)), ['0+1', '4+5']);
    // The same message under another root, or twice, does not go with the others.
    const other = executionOf('mintTokens', messages[1] as Message, batchOf(messages[1] as Message));
    assert.deepEqual(shown([...only(0), other, ...only(2)]), ['0', '2', '1']);
    assert.deepEqual(shown(only(1, 1)), ['1', '1']);
  });

  it('are bound to their form, which an earlier release does not know', async () => {
    const { calls } = await newMints(2);
    const nonce = await nonceOf();
    assert.equal(must(await polygon.bind(nonce, calls)), `${nonce}+packed`);
    // One order alone keeps the form of before.
    assert.equal(must(await polygon.bind(nonce, calls.slice(0, 2))), nonce);
    assert.equal(polygon.earlierAnchor?.(`${nonce}+packed`), nonce);
    assert.equal(polygon.earlierAnchor?.(nonce), undefined);
    must(await polygon.acceptsAnchor(`${nonce}+packed`));
    assert.equal(codeOf(await polygon.acceptsAnchor(`${BigInt(nonce) + 1n}+packed`)), 'ANCHOR_MISMATCH');
    for (const anchor of ['+packed', `${nonce}+pack`, `0${nonce}+packed`, `${nonce}+packed+packed`, `${nonce} `]) {
      assert.equal(codeOf(await polygon.build(anchor, calls)), 'INVALID_ANCHOR', anchor);
      assert.equal(codeOf(await polygon.acceptsAnchor(anchor)), 'ANCHOR_MISMATCH', anchor);
    }
    for (const packed of [true, false]) {
      const text = formatAnchor({ nonce: 12n, packed });
      assert.deepEqual(parseAnchor(text), { ok: true, value: { nonce: 12n, packed } });
      assert.equal(unpackedAnchor(text), packed ? '12' : undefined);
    }
  });

  it('are signed as protocol-kit builds them', async () => {
    const { calls } = await newMints(3);
    const [commit, ...mints] = calls as [OracleCall, ...ProvenUse[]];
    const { deployment } = world.here;
    const kit = await Safe.init({
      provider: world.node.url,
      safeAddress: deployment.oracle.address,
      contractNetworks: contractNetworks(world.node.chainId, deployment.contracts),
    });
    const to = deployment.bridges.main?.address as string;
    const together = encodeTogether(mints as [ProvenUse, ...ProvenUse[]]);
    const theirs = await kit.createTransaction({
      transactions: [{ to, value: '0', data: together }],
      onlyCalls: true,
      options: { nonce: 7 },
    });
    assert.equal(must(await polygon.build('7+packed', mints)).digest, await kit.getTransactionHash(theirs));
    assert.notEqual(
      must(await polygon.build('7+packed', [commit, ...mints])).digest,
      must(await polygon.build('7', [commit, ...mints])).digest,
    );
  });

  it('deliver fifty orders in one transaction, for less than three quarters of the gas of single calls', async () => {
    const gas: bigint[] = [];
    for (const form of ['packed', 'single']) {
      const { calls } = await newMints(50);
      const nonce = await nonceOf();
      const anchor = form === 'packed' ? must(await polygon.bind(nonce, calls)) : nonce;
      const transaction = must(await polygon.build(anchor, calls));
      const signatures = await signedBy(polygon, transaction);
      const submission = must(await polygon.prepareOracle(transaction, signatures, actorsOf(polygon).relayer));
      assert.equal(submission.raw.includes(EXECUTE_MANY.slice(2)), form === 'packed');
      must(await polygon.broadcast(submission));
      const outcome = await included(polygon, submission);
      assert.equal(outcome.success, true);
      assert.equal(outcome.events.length, 51);
      gas.push(outcome.executionUnits);
    }
    const [packed, single] = gas as [bigint, bigint];
    assert.ok(4n * packed < 3n * single, `${packed} of ${single}`);
  });

  it('tell the orders that were skipped, and carry the others out', async () => {
    const { messages, calls } = await newMints(3);
    const [commit, ...mints] = calls as [OracleCall, ...OracleCall[]];
    await execute(polygon, [commit, mints[1] as OracleCall]);
    // Nobody would send this: each order is simulated alone, and the failing one named.
    const simulated = await polygon.simulate(mints);
    assert.deepEqual(!simulated.ok && [simulated.error.code, simulated.error.callIndex], ['AlreadyExecuted', 1]);
    const outcome = await execute(polygon, mints);
    assert.deepEqual(outcome.skipped, [{ messageId: messageIdOf(messages[1] as Message), code: 'AlreadyExecuted' }]);
    assert.equal(outcome.events.length, 2);
    for (const message of messages) assert.equal(await statusOf(polygon, message), 'executed');
    // All of them again: nothing happens, and nothing fails.
    const again = await execute(polygon, mints);
    assert.deepEqual([again.success, again.events.length, again.skipped?.length], [true, 0, 3]);
  });

  it('name no order in a log that is not of the event’s form, nor in another contract’s', () => {
    const identity = { domain: 1, address: `0x${'0b'.repeat(20)}`, address32: `0x${'0b'.repeat(32)}` } as const;
    const { topics, data } = bridgeAbi.encodeEventLog('OrderSkipped', [`0x${'11'.repeat(32)}`, '0x12345678']);
    const log = { address: identity.address, topics, data, logIndex: 0, transactionHash: '0x' } as unknown as RpcLog;
    const named = { messageId: `0x${'11'.repeat(32)}`, code: '0x12345678' };
    assert.deepEqual(must(skippedIn([log], identity)), [named]);
    assert.deepEqual(must(skippedIn([{ ...log, address: `0x${'0c'.repeat(20)}` }], identity)), []);
    assert.equal(codeOf(skippedIn([{ ...log, data: '0x' }], identity)), 'INVALID_EVENT');
  });

  describe('at a bridge that was deployed before', () => {
    let snapshot: unknown;
    let before: ChainProvider;

    /** The bridge without executeMany: its dispatcher compares another selector, and the file names no executor. */
    beforeEach(async () => {
      snapshot = await rpc('evm_snapshot');
      const bridge = world.here.deployment.bridges.main?.address as string;
      const code = String(await rpc('eth_getCode', bridge, 'latest'));
      assert.equal(code.split(`63${EXECUTE_MANY.slice(2)}`).length, 2);
      await rpc('anvil_setCode', bridge, code.replace(`63${EXECUTE_MANY.slice(2)}`, '63ffffffff'));
      const { packedExecutor, ...contracts } = world.here.deployment.contracts;
      assert.equal(typeof packedExecutor, 'string');
      before = world.provider('here', {}, { ...world.here.deployment, contracts });
    });
    afterEach(() => rpc('evm_revert', snapshot));

    it('are single calls, and the deployment is verified as before', async () => {
      must(await before.verify());
      const { calls } = await newMints(2);
      const nonce = await nonceOf();
      assert.equal(must(await before.bind(nonce, calls)), nonce);
      assert.equal(codeOf(await before.build(`${nonce}+packed`, calls)), 'INVALID_ANCHOR');
      const outcome = await execute(before, calls);
      assert.equal(outcome.events.length, 3);
      assert.equal((await built(before, calls)).anchor.includes('packed'), false);
    });

    it('are not what a file with an executor says', async () => {
      assert.equal(codeOf(await world.provider('here').verify()), 'DEPLOYMENT_MISMATCH');
    });
  });

  describe('are verified', () => {
    const deployed = (packedExecutor: string): Deployment => ({
      ...world.here.deployment,
      contracts: { ...world.here.deployment.contracts, packedExecutor },
    });

    it('by the address of the contract whose code the bridge runs', async () => {
      must(await polygon.verify());
      const other = world.provider('here', {}, deployed(getAddress(`0x${'e1'.repeat(20)}`)));
      assert.equal(codeOf(await other.verify()), 'DEPLOYMENT_MISMATCH');
      const { packedExecutor: _, ...contracts } = world.here.deployment.contracts;
      must(await world.provider('here', {}, { ...world.here.deployment, contracts }).verify());
    });

    it('by its code, to the last byte', async () => {
      const executor = world.here.deployment.contracts.packedExecutor as string;
      const snapshot = await rpc('evm_snapshot');
      const code = String(await rpc('eth_getCode', executor, 'latest'));
      const changed = `${code.slice(0, -2)}${code.endsWith('00') ? '01' : '00'}` as Hex;
      for (const other of [changed, `${code}00`, '0x']) {
        await rpc('anvil_setCode', executor, other);
        const verified = await polygon.verify();
        assert.match(verified.ok ? '' : verified.error.message, /code of packedExecutor/);
      }
      await rpc('evm_revert', snapshot);
      must(await polygon.verify());
    });
  });

  it('ask for the bridge’s code once', async () => {
    const proxy = await RpcProxy.start(world.node.url);
    const provider = world.provider('here', { rpc: [proxy.url] });
    const { calls } = await newMints(2);
    const nonce = await nonceOf();
    must(await provider.bind(nonce, calls));
    const before = proxy.requests;
    must(await provider.bind(nonce, calls));
    must(await provider.build(`${nonce}+packed`, calls));
    assert.equal(proxy.requests - before, 0);
    await proxy.stop();
  });
});
