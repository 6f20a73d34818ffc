import { strict as assert } from 'node:assert';
import type { BridgeRecord, ChainProvider, Deployment } from '@causeway/chains';
import { KIND, messageIdOf } from '@causeway/protocol';
import { encodeAddress } from '../../src/radix/address.ts';
import { openRadixProviders } from '../../src/radix/open.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { alice, ETHER, must, settings } from '../support/bridges.ts';
import { type RadixWorld, startRadixWorld } from '../support/radix.ts';
import { nodeIdOf, radAlice, SIMULATOR, XRD } from '../support/radix-offline.ts';
import { allEvents, burn, deliver, lock } from '../support/traffic.ts';

/** Wire units of one XRD. */
const WIRE = 10n ** 9n;

describe('between Radix and an EVM chain', function () {
  this.timeout(120_000);
  let world: RadixWorld;
  let radix: ChainProvider;
  let ethereum: ChainProvider;

  before(async () => {
    world = await startRadixWorld();
    radix = world.provider('radix');
    ethereum = world.provider('ethereum');
  });
  after(() => world?.stop());

  it('the deployment equals its file, and a changed file is noticed', async () => {
    must(await radix.verify());
    const { deployment } = world.deployers[0];
    const bridge = deployment.bridges.main as BridgeRecord;
    const remote = bridge.remotes.ethereum as BridgeRecord['remotes'][string];
    const { oracle, contracts } = deployment;
    const another = { locker: encodeAddress(nodeIdOf('68', '11'), SIMULATOR), package: wellKnown('faucet', SIMULATOR) };
    const changed = (change: Partial<Deployment>, bridgeChange: Partial<BridgeRecord> = {}) =>
      must(
        openRadixProviders(settings([world.radix.url]), {
          ...deployment,
          bridges: { main: { ...bridge, ...bridgeChange } },
          ...change,
        }),
      ).main as ChainProvider;
    for (const [what, provider] of Object.entries({
      'the package': changed({ contracts: { ...contracts, package: another.package } }),
      locker: changed({ contracts: { ...contracts, locker: another.locker } }),
      'canonicalAsset.decimals': changed({}, { canonicalAsset: { ...bridge.canonicalAsset, decimals: 6 } }),
      wireDecimals: changed({}, { wireDecimals: 8 }),
      'oracle.threshold': changed({ oracle: { ...oracle, threshold: 4 } }),
      'oracle.members': changed({ oracle: { ...oracle, members: [radAlice.address, ...oracle.members.slice(1)] } }),
      'remote ethereum': changed({}, { remotes: { ethereum: { ...remote, bridge: bridge.address32 } } }),
    })) {
      const result = await provider.verify();
      assert(!result.ok && result.error.code === 'DEPLOYMENT_MISMATCH', what);
      assert(result.error.message.includes(`${what} is`), result.error.message);
    }
  });

  it('XRD goes there and comes back', async () => {
    const message = await lock(radix, ethereum, XRD);
    assert.deepEqual([message.kind, message.wireAmount, message.nonce], [KIND.lock, WIRE, 0n]);
    assert.equal(message.sender, must(radix.parseAddress(radAlice.address)));
    assert.equal(must(await radix.lane(ethereum.domain)).outstanding, WIRE);
    assert.equal(must(await radix.holdings()), XRD);
    const minted = await deliver(ethereum, message, 'mintTokens');
    assert(minted.state === 'included' && minted.success);
    const unit = 10n ** BigInt(must(await ethereum.decimals(radix.domain)));
    assert.equal(must(await ethereum.balance(alice.address, radix.domain)), unit);
    const back = await burn(ethereum, radix, unit / 4n);
    const before = must(await radix.balance(radAlice.address, radix.domain));
    const released = await deliver(radix, back, 'releaseTokens');
    assert(
      released.state === 'included' && released.success,
      JSON.stringify(released, (_k, v) => String(v)),
    );
    assert.equal(must(await radix.balance(radAlice.address, radix.domain)), before + XRD / 4n);
    assert.equal(must(await radix.lane(ethereum.domain)).outstanding, (WIRE / 4n) * 3n);
    assert.deepEqual(
      released.events.flatMap((event) =>
        event.type === 'executed' ? [[event.operation, event.messageId, event.credited]] : [],
      ),
      [['releaseTokens', messageIdOf(back), false]],
    );
    assert(released.executionUnits > 0n);
  });

  it('ETH goes there and comes back', async () => {
    const message = await lock(ethereum, radix, ETHER);
    const minted = await deliver(radix, message, 'mintTokens');
    assert(
      minted.state === 'included' && minted.success,
      JSON.stringify(minted, (_k, v) => String(v)),
    );
    assert.equal(must(await radix.decimals(ethereum.domain)), 18);
    assert.equal(must(await radix.balance(radAlice.address, ethereum.domain)), ETHER);
    assert.equal(must(await radix.bridgedSupply(ethereum.domain)), ETHER);
    assert.equal(must(await radix.status(ethereum.domain, message.nonce)), 'executed');
    assert.equal(must(await radix.claimable(radAlice.address)), 0n);
    const back = await burn(radix, ethereum, ETHER);
    assert.deepEqual([back.kind, back.assetHome], [KIND.burn, ethereum.domain]);
    const released = await deliver(ethereum, back, 'releaseTokens');
    assert(released.state === 'included' && released.success);
    assert.equal(must(await radix.bridgedSupply(ethereum.domain)), 0n);
  });

  it('an order cancelled on one chain is refunded on the other, in both directions', async () => {
    for (const [from, to] of [
      [radix, ethereum],
      [ethereum, radix],
    ] as const) {
      const message = await lock(from, to);
      const cancelled = await deliver(to, message, 'cancelOrder');
      assert(cancelled.state === 'included' && cancelled.success);
      const cancel = cancelled.events.find((event) => event.type === 'message');
      assert(cancel && cancel.message.kind === KIND.cancel);
      assert.equal(must(await to.status(from.domain, message.nonce)), 'cancelled');
      const outstanding = must(await from.lane(to.domain)).outstanding;
      const refunded = await deliver(from, cancel.message, 'releaseTokens');
      assert(refunded.state === 'included' && refunded.success);
      assert.equal(must(await from.lane(to.domain)).outstanding, outstanding - message.wireAmount);
    }
  });

  it('one scan and many scans give the same events, in order and without gaps', async () => {
    const whole = await allEvents(radix);
    const to = must(await radix.head()).number;
    const parts = [];
    for (let from = 1; from <= to; from += 7) {
      parts.push(...must(await radix.scan(from, Math.min(from + 6, to))).events);
    }
    assert.deepEqual(parts, whole);
    const nonces = whole.flatMap((event) => (event.type === 'message' ? [Number(event.message.nonce)] : []));
    assert.deepEqual(
      nonces,
      Array.from(nonces, (_, index) => index),
    );
    const places = whole.map(({ at }) => at.block.number + at.index / 1_000);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    for (const { at } of whole) assert.deepEqual(must(await radix.block(at.block.number)), at.block);
  });

  it('a state version is final at once, and none exists above the head or below the first', async () => {
    const { parentHash, ...head } = must(await radix.head());
    assert.equal(must(await radix.block(head.number - 1))?.hash, parentHash);
    assert.equal(radix.finalityBlocks, 0);
    assert(must(await radix.finalized()).number >= head.number);
    assert.deepEqual(must(await radix.block(head.number)), head);
    assert.equal(must(await radix.block(head.number + 1_000)), null);
    assert.equal(must(await radix.block(0)), null);
    const above = await radix.scan(head.number, head.number + 1_000);
    assert(!above.ok && above.error.code === 'BLOCK_NOT_FOUND' && above.error.retryable);
  });

  it('new heads come by polling, each once', async () => {
    const heads: number[] = [];
    const locked = new Promise<void>((resolve) => {
      radix.onHead(({ number }) => {
        heads.push(number);
        if (heads.length === 2) resolve();
      });
    });
    await lock(radix, ethereum, XRD);
    await locked;
    await radix.close();
    assert.equal(new Set(heads).size, heads.length);
  });
});
