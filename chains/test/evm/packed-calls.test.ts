import { strict as assert } from 'node:assert';
import type { ChainProvider, Deployment, OracleCall } from '@causeway/chains';
import { RpcProxy } from '@causeway/local-nodes';
import { type Hex, keccak256, type ProvenUse } from '@causeway/protocol';
import Safe from '@safe-global/protocol-kit';
import { getAddress, ZeroAddress } from 'ethers';
import { bridgeAbi } from '../../src/evm/abi.ts';
import { formatAnchor, parseAnchor } from '../../src/evm/anchor.ts';
import { skippedIn } from '../../src/evm/events.ts';
import { contractNetworks } from '../../src/evm/kit.ts';
import { encodeTogether, packedExecutorCodes, withoutMetadata } from '../../src/evm/packed-calls.ts';
import type { RpcLog } from '../../src/evm/wire.ts';
import { unpackedAnchor } from '../../src/provider/group-calls.ts';
import { actorsOf } from '../support/actors.ts';
import { codeOf, must } from '../support/bridges.ts';
import { earlierBridge } from '../support/earlier-bridge.ts';
import { built, execute, mintsOf } from '../support/traffic.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

/** keccak256 of the part's code on the local chain, without metadata, as of this release. */
const KNOWN_CODE = '0x45b1b98a1d1a84386ec989167e02f2808f43c3c164ece376c98c3634a7cf4bba';

const flipped = (byte: string): string => (byte === '00' ? '01' : '00');

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

  const newMints = (count: number) => mintsOf(ethereum, polygon, count);

  const nonceOf = async (): Promise<string> => must(await polygon.anchor(actorsOf(polygon).relayer));

  it('have the nonce and their form as an anchor', async () => {
    const { calls } = await newMints(2);
    const nonce = await nonceOf();
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

    /** The bridge of the release before executeMany, and a file that names no executor. */
    beforeEach(async () => {
      snapshot = await rpc('evm_snapshot');
      const bridge = world.here.deployment.bridges.main?.address as string;
      const { domain, canonicalAsset, wireDecimals, canonicalUnit } = must(await polygon.compare()).found;
      const immutables = { d: domain, a: canonicalAsset, w: wireDecimals, u: canonicalUnit };
      await rpc('anvil_setCode', bridge, earlierBridge(immutables as Parameters<typeof earlierBridge>[0]));
      const { packedExecutor, ...contracts } = world.here.deployment.contracts;
      assert.equal(typeof packedExecutor, 'string');
      const { code: _, ...main } = world.here.deployment.bridges.main as Deployment['bridges'][string];
      before = world.provider('here', {}, { ...world.here.deployment, contracts, bridges: { main } });
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

    it('whatever hash of the sources’ texts the compiler added, and by the code of each release before', async () => {
      const executor = world.here.deployment.contracts.packedExecutor as string;
      const snapshot = await rpc('evm_snapshot');
      const code = String(await rpc('eth_getCode', executor, 'latest')) as Hex;
      const hash = withoutMetadata(code).length + 20;
      await rpc(
        'anvil_setCode',
        executor,
        `${code.slice(0, hash)}${flipped(code.slice(hash, hash + 2))}${code.slice(hash + 2)}`,
      );
      must(await polygon.verify());
      const [, ...before] = packedExecutorCodes(ZeroAddress);
      assert.ok(before.length > 0);
      for (const creation of before) {
        const earlier = String(await rpc('eth_call', { data: creation }, 'latest')) as Hex;
        assert.notEqual(withoutMetadata(earlier), withoutMetadata(code));
        await rpc('anvil_setCode', executor, earlier);
        must(await polygon.verify());
      }
      await rpc('evm_revert', snapshot);
      assert.equal(
        keccak256(withoutMetadata(code)),
        KNOWN_CODE,
        'bridges of before keep their code: put it into contracts/evm/earlier-executors.json, and the new hash here',
      );
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
