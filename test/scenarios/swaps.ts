import { strict as assert } from 'node:assert';
import { runSwapCall } from '@causeway/chains';
import { type DevAccount, devAccount, devKey } from '@causeway/devnet';
import { FALLBACK, type Hex, type Terms } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { ApiClient } from '../support/api-client.ts';
import { networkOf } from '../support/chain-control.ts';
import type { SystemKind } from '../support/control.ts';
import { assertConserved, read } from '../support/invariants.ts';
import { completedOrder, withOwnKey } from '../support/own-key.ts';
import type { Stack } from '../support/stack.ts';
import { type Swaps, swapsOf } from '../support/swaps.ts';
import { until } from '../support/wait.ts';
import { held, unitsOf, watch } from '../support/ways.ts';

/** An order of mode swap, and its terms. */
interface Order {
  readonly id: string;
  readonly encoded: Hex;
}

/**
 * Checks swaps of the peer's coin for this chain's asset, whose orders go to vaults: filled, given back at home, and
 * taken by the recipient: by orders of the API, and with nothing but the chains and one's own key. All are under way at
 * once. What goes home takes a second delivery, so that the long mode alone has it.
 */
export function endsSwaps(kind: SystemKind, stackOf: () => Promise<Stack>): void {
  const { chain, peer, asset } = kind;
  const coin = networkOf(peer).assets.main.symbol;
  const account = (role: 'bob' | 'carol'): DevAccount => devAccount(role, kind.kind);
  const [user, solver] = [account('bob'), account('carol')];
  const finisher = devAccount('carol', networkOf(peer).kind).address;
  let stack: Stack;
  let alice: ApiClient;
  let swaps: Swaps;
  let toFill: Order;
  let toTake: Order;
  let unfilled: Hex;
  let unfilledLock: string;

  before(async () => {
    stack = await stackOf();
    alice = stack.as('alice');
    swaps = await swapsOf(kind, stack, user.address);
    toTake = await ordered();
    toFill = await ordered();
    if (!LONG) return;
    const { encoded, id } = await swaps.termsOf(2, -1n, await goesHome());
    unfilled = encoded;
    unfilledLock = await swaps.lock(id);
  });

  const command = (key: DevAccount, name: string, terms: string, ...more: readonly string[]) =>
    withOwnKey(stack, key.privateKey, 'swap', name, terms, '--network', chain, ...more);
  const stage = async (terms: string) =>
    ((await stack.causeway('swap', 'show', terms, '--network', chain, '--json')) as { readonly stage: string }).stage;

  /** An order of one coin of the peer for at least a quarter of this chain's asset, and its terms. */
  async function ordered(): Promise<Order> {
    const swap = { mode: 'swap', minToAmount: '0.25', destinationAddress: user.address } as const;
    const id = await alice.order({ from: `${coin}@${peer}`, to: `${asset}@${chain}`, amount: '1', ...swap });
    const { terms } = await alice.detail(id);
    return { id, encoded: (terms?.hex ?? assert.fail('an order without terms')) as Hex };
  }

  async function goesHome(): Promise<Partial<Terms>> {
    const homeAddress = await read(Promise.resolve(stack.provider(peer).parseAddress(finisher)));
    return { fallback: FALLBACK.home, home: stack.provider(peer).domain, homeAddress };
  }

  it('are ordered, filled before the delivery, and settled after it by anyone', async () => {
    const { id, encoded } = toFill;
    const received = await watch(stack, chain, user.address, asset);
    await until('the lock is seen', async () => (await alice.detail(id)).messageId !== null);
    const provider = stack.provider(chain);
    const key = devKey('carol', kind.kind);
    const call = { function: 'fill', terms: encoded, maxOut: await unitsOf(stack, chain, asset, 1) } as const;
    await read(runSwapCall(provider, swaps.settler, key, call));
    assert.equal(await received(), '0.25');
    const filled = await alice.reaches(id, 'completed');
    assert.deepEqual([filled.filledAmount, filled.solver, filled.settled], ['0.25', solver.address, false]);
    await alice.delivered(id);
    const paid = await watch(stack, chain, solver.address, coin);
    await command(user, 'finish', encoded);
    assert.equal(await paid(), '1');
    assert.equal(await stage(encoded), 'settled');
    await until('the order shows that the solver was paid', async () => (await alice.status(id)).settled);
  });

  it('are ordered, and taken by their recipient', async () => {
    const { id, encoded } = toTake;
    await alice.reaches(id, 'swapping');
    const received = await watch(stack, chain, solver.address, coin);
    await command(user, 'withdraw', encoded, '--to', solver.address);
    assert.equal(await received(), '1');
    assert.equal(await stage(encoded), 'returned');
    assert.equal((await alice.reaches(id, 'returned')).isRolledBack, true);
    await assertConserved(stack.registry.providers);
  });

  if (!LONG) return;

  it('go home when nobody fills, by anyone’s hand', async () => {
    await completedOrder(stack, unfilledLock);
    const received = await watch(stack, peer, finisher, coin);
    const before = await held(stack, chain, solver.address, coin);
    await command(solver, 'finish', unfilled);
    await until('it arrived at home', async () => (await received()) === '0.99');
    const fee = await unitsOf(stack, chain, coin, '0.01');
    assert.equal(await held(stack, chain, solver.address, coin), before + fee);
    assert.equal(await stage(unfilled), 'returned');
    await assertConserved(stack.registry.providers);
  });
}
