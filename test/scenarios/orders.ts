import { strict as assert } from 'node:assert';
import { verifyOrder } from '@causeway/client';
import { devAccount } from '@causeway/devnet';
import { accountOn, networkOf } from '../support/chain-control.ts';
import type { NetworkName, SystemKind } from '../support/control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { completedOrder, withOwnKey } from '../support/own-key.ts';
import type { Stack } from '../support/stack.ts';
import { until } from '../support/wait.ts';
import { carries, held, unitsOf, watch } from '../support/ways.ts';

/**
 * Checks orders that arrive: locks and burns of a caller, of somebody with their own key, many at once, and credits.
 */
export function carriesOrders(kind: SystemKind, stackOf: () => Promise<Stack>): void {
  const { chain, asset, peer } = kind;
  const carol = (name: NetworkName) => accountOn('carol', name);
  let stack: Stack;

  before(async () => {
    stack = await stackOf();
  });

  it('lock at home and mint, all ways at once', async () => {
    const [id = ''] = await carries(stack, 'alice', kind.out, (name) => stack.address('bob', name));
    const status = () => stack.as('alice').status(id);
    const done = await status();
    assert.ok(done.isCompleted && done.lockTransaction !== null && done.mintTransaction !== null);
    assert.ok(done.signatures >= 3, 'three of five signed');
    const { orders } = stack.as('alice').client;
    const order = await orders.get(id);
    const [source, destination] = [order.fromChain, order.toChain].map((name) => stack.provider(name as NetworkName));
    assert.ok(source && destination);
    const bridges = { sourceBridge: source.bridge, destinationBridge: destination.bridge };
    const known = { ...bridges, source: source.domain, destination: destination.domain };
    assert.deepEqual(verifyOrder(order, await orders.proof(id), known), []);
    await until('the order is final', async () => (await status()).final);
  });

  it('burn there and release at home, all ways at once', async () => {
    await carries(stack, 'bob', kind.back, carol);
  });

  it('credit a recipient that cannot be paid, complete, and pay when the recipient claims', async () => {
    const { way, key, refuse, relent } = kind.unpayable;
    const { to: at, recipient } = way;
    await refuse?.(stack);
    const bob = stack.as('bob');
    const coin = networkOf(at).assets.main.symbol;
    const coins = () => held(stack, at, recipient, coin);
    const claimable = () => read(stack.provider(at).claimable(recipient));
    const before = await coins();
    const transfer = { asset: { address: null, decimals: 18 }, to: recipient };
    const localAmount = await unitsOf(stack, at, coin, way.amount);
    const canReceive = () => read(stack.provider(at).wallet.canReceive({ ...transfer, localAmount }));
    assert.equal(await canReceive(), false);
    const id = await bob.order({ from: way.from, to: at, amount: way.amount, destinationAddress: recipient });
    assert.ok((await bob.reaches(id, 'completed')).mintTransaction !== null);
    assert.equal(await claimable(), localAmount);
    assert.equal(await coins(), before);
    assert.equal((await bob.detail(id)).claimable, true);
    if (key === undefined) return;
    await relent?.(stack);
    if (relent) assert.equal(await canReceive(), true);
    const received = await watch(stack, at, carol(at), coin);
    const claim = await withOwnKey(stack, key, 'claim', '--network', at, '--to', carol(at));
    assert.deepEqual([claim.amount, claim.symbol, await received()], [way.amount, coin, way.amount]);
    assert.equal(await claimable(), 0n);
  });

  it('deliver a lock that somebody signs with their own key, and show it as an order', async () => {
    const owner = devAccount('dave', kind.kind);
    const dave = accountOn('dave', peer);
    const received = await watch(stack, peer, dave, asset);
    // Without a recipient, the sender's own address is meant, which only another chain of the kind has.
    const recipient = networkOf(peer).kind === kind.kind ? [] : ['--recipient', dave];
    const lock = ['1', '--network', chain, '--to', peer, ...recipient];
    const sent = await withOwnKey(stack, owner.privateKey, 'lock', ...lock);
    assert.deepEqual([sent.operation, sent.amount, sent.symbol, sent.from], ['lockTokens', '1', asset, owner.address]);
    const order = await completedOrder(stack, sent.transaction);
    assert.equal(order.origin, 'chain');
    assert.equal(await received(), '1');
  });

  for (const { way, count } of kind.many ?? [])
    it(`carry ${count} orders of ${way.from} at a time`, async () => {
      const ways = Array.from({ length: count }, () => way);
      const ids = await carries(stack, 'alice', ways, carol);
      assert.equal(new Set(ids).size, count);
    });

  if (kind.restarts)
    it(`go on after the node of ${chain} was stopped and started again from its state`, async () => {
      const alice = stack.as('alice');
      const received = await watch(stack, chain, carol(chain), 'ETH');
      const id = await alice.order({ from: 'ETH', to: chain, amount: '0.03', destinationAddress: carol(chain) });
      await alice.reaches(id, 'confirming');
      await stack.devnet.restart(chain);
      await alice.reaches(id, 'completed');
      assert.equal(await received(), '0.03');
    });

  it('end with every asset conserved', () => assertConserved(stack.registry.providers));
}
