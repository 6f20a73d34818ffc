// Fees of signed transactions against the committed figures and their bars. CAUSEWAY_UPDATE_COST=1 rewrites them.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { buildBatch, encodeTerms, type Hex, KIND, type Message, messageIdOf, termsIdOf } from '@causeway/protocol';
import type { Committed } from '../../conformance/src/messages.ts';
import { type Address, wordOf } from './support/addresses.ts';
import { type Bridge, intervalOf } from './support/bridge.ts';
import { type Call, signersOf } from './support/call.ts';
import { unitOf } from './support/calls.ts';
import type { Receipt } from './support/chain.ts';
import { instantiation, instantiationText } from './support/instantiation.ts';
import { keyOf } from './support/keys.ts';
import { claimText, refuseDeposits } from './support/recipients.ts';
import { ADMIN, OTHER, REMOTE, USER } from './support/setting.ts';
import {
  fillOf,
  RECIPIENT,
  Settler,
  type SettlerMethodCall,
  SOLVER,
  settlerPackageOn,
  termsOf,
  WIRE,
  withdrawOf,
} from './support/settler.ts';
import { useBridge, useState } from './support/shared.ts';
import { FREE_XRD, fund, useAccounts } from './support/tokens.ts';
import { NOTARY, notarize } from './support/transaction.ts';

const snapshotUrl = new URL('../cost-snapshot.json', import.meta.url);
const update = process.env.CAUSEWAY_UPDATE_COST === '1';

/** Most execution cost units per order when ten or more share a transaction. */
const ORDER_BAR = 5_000_000;
/** Most execution cost units of a delivery with its fill and settlement. */
const SWAP_BAR = 16_000_000;
/** More orders than fit into a transaction. */
const TOO_MANY = 260;

/** The cost of a transaction. */
interface Cost {
  readonly executionUnits: number;
  readonly finalizationUnits: number;
  /** The whole fee, including storage. */
  readonly xrd: string;
}

interface Snapshot {
  readonly transactions: Readonly<Record<string, Cost>>;
  readonly orders: Readonly<Record<string, { readonly most: number }>>;
}
const known: Snapshot = JSON.parse(readFileSync(snapshotUrl, 'utf8'));

const transactions: Record<string, Cost> = {};
/** Commit and orders in one transaction: the largest number of orders, and the cost per order at several numbers. */
const orders: Record<string, { readonly most: number; readonly perOrder: Record<number, Cost> }> = {};

const costOf = ({ fee }: Receipt): Cost => ({
  executionUnits: fee.executionUnits,
  finalizationUnits: fee.finalizationUnits,
  xrd: fee.totalXrd,
});

/** The cost of one of `count` equal parts: whole units, rounded up, and XRD with 18 digits cut off at six. */
const share = ({ executionUnits, finalizationUnits, xrd }: Cost, count: number): Cost => ({
  executionUnits: Math.ceil(executionUnits / count),
  finalizationUnits: Math.ceil(finalizationUnits / count),
  xrd: (Number(xrd) / count).toFixed(6),
});

/** A transaction in the form of the relayer and of users: the payer locks the fee and is the notary. */
function send(
  { chain }: Bridge,
  instructions: readonly string[],
  signers: readonly Address[],
  payer = NOTARY,
): Receipt {
  const lockFee = `CALL_METHOD Address("${payer}") "lock_fee" Decimal("100");`;
  const others = signers.filter((signer) => signer !== payer);
  return chain.commit(notarize([lockFee, ...instructions], { signers: [...new Set(others)], notary: payer }));
}

/** The largest count below TOO_MANY that fits, if all smaller ones fit too. Fast when it equals `expected`. */
function mostThat(fits: (count: number) => boolean, expected: number): number {
  if (fits(expected) && !fits(expected + 1)) return expected;
  let [most, tooMany] = [1, TOO_MANY];
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >> 1;
    if (fits(middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

describe('fees', () => {
  const xrd = useBridge();
  const token = useBridge({ divisibility: 12 });
  // After the bridges: their addresses, and with them a few units, must not depend on it.
  useState(settlerPackageOn);
  const { chain } = xrd;

  beforeEach(() => fund(chain, NOTARY, FREE_XRD));

  function measure(name: string, bridge: Bridge, call: Call, payer = NOTARY): void {
    const receipt = send(bridge, bridge.instructionsOf(call), signersOf([call]), payer);
    assert.equal(receipt.error, undefined, name);
    transactions[name] = costOf(receipt);
  }

  /** A root of `count` messages to used accounts, on a used lane. */
  function rootOf(bridge: Bridge, count: number, kind: Message['kind'], name = 'recipient'): Committed {
    bridge.commit([bridge.inbound(KIND.lock)]);
    const recipients = Array.from({ length: count }, (_, index) => keyOf(`${name} ${index}`));
    useAccounts(chain, USER, recipients);
    return bridge.commit(
      recipients.map((recipient) => bridge.inbound(kind, { recipient: wordOf(recipient), wireAmount: 5_000_000n })),
    );
  }
  const lock = (bridge: Bridge) => bridge.run(bridge.calls.lock({ amount: 1_000_000_000n * bridge.unit }));

  it('of a lock', () => {
    for (const [name, bridge] of [
      ['lockTokens of XRD', xrd],
      ['lockTokens of a token', token],
    ] as const) {
      lock(bridge);
      measure(name, bridge, bridge.calls.lock({ amount: 1_234_567n * bridge.unit }), USER);
    }
  });

  it('of a burn', () => {
    xrd.giveBridged(10_000_000n);
    measure('burnTokens', xrd, xrd.calls.burn({ amount: 1_234_567n * unitOf(REMOTE) }), USER);
  });

  it('of a commit', () => {
    const interval = { source: REMOTE.domain, firstNonce: 0n, count: 64, root: wordOf(USER) };
    measure('commitRoot', xrd, xrd.calls.commitRoot(interval));
  });

  for (const count of [1, 16, 64])
    it(`of a mint under a root of ${count}`, () => {
      const committed = rootOf(xrd, count, KIND.lock);
      measure(`mintTokens under a root of ${count}`, xrd, xrd.calls.mint(committed, count - 1));
    });

  it('of a mint to an account that was never used, or has the token', () => {
    const recipient = wordOf(keyOf('never used'));
    const committed = xrd.commit([0, 1].map(() => xrd.inbound(KIND.lock, { recipient })));
    measure('mintTokens to an account never used', xrd, xrd.calls.mint(committed, 0));
    measure('mintTokens to an account that has the token', xrd, xrd.calls.mint(committed, 1));
  });

  it('of a release', () => {
    for (const [name, bridge] of [
      ['releaseTokens of XRD under a root of 16', xrd],
      ['releaseTokens of a token under a root of 16', token],
    ] as const) {
      lock(bridge);
      measure(name, bridge, bridge.calls.release(rootOf(bridge, 16, KIND.burn), 15));
    }
  });

  it('of payments that are credited, and of the claim', () => {
    lock(xrd);
    const recipient = keyOf('recipient 15');
    const mint = xrd.calls.mint(rootOf(xrd, 16, KIND.lock), 15);
    const release = xrd.calls.release(rootOf(xrd, 16, KIND.burn), 15);
    refuseDeposits(chain, recipient);
    measure('mintTokens under a root of 16, credited', xrd, mint);
    measure('releaseTokens of XRD under a root of 16, credited', xrd, release);
    const receipt = send(xrd, claimText(xrd, recipient, xrd.canonical, 5_000_000n * xrd.unit), [recipient]);
    assert.equal(receipt.error, undefined);
    transactions.claim = costOf(receipt);
  });

  it('of a cancel', () => {
    measure('cancelOrder under a root of 16', xrd, xrd.calls.cancel(rootOf(xrd, 16, KIND.lock), 15));
  });

  it("of the admin's functions", () => {
    const receipt = send(xrd, [instantiationText(chain, instantiation(xrd.canonical))], [ADMIN]);
    assert.equal(receipt.error, undefined);
    transactions.instantiate = costOf(receipt);
    measure('setRemote', xrd, xrd.calls.setRemote(OTHER));
    measure('openRemote', xrd, xrd.calls.openRemote(OTHER));
  });

  it('of a swap', () => {
    const settler = Settler.instantiate(xrd);
    const recipient = wordOf(settler.account);
    const deliveries = ['11', '22', '33'].map((byte) => {
      const terms = encodeTerms({ ...termsOf(settler), salt: `0x${byte.repeat(32)}` });
      return { terms, message: xrd.inbound(KIND.lock, { recipient, wireAmount: WIRE, reference: termsIdOf(terms) }) };
    });
    // Roots of one message each: siblings in another order cost another unit.
    const committed = deliveries.map(({ message }) => xrd.commit([message]));
    xrd.run(...committed.map((each) => xrd.calls.mint(each, 0)));
    const deliver = (index: number) => settler.deliver(committed[index] as Committed, 0);
    for (const account of [SOLVER, RECIPIENT]) fund(chain, account, 1n);
    const [first, second, third] = deliveries.map(({ terms }) => terms) as [Hex, Hex, Hex];
    const swaps: readonly (readonly [string, readonly SettlerMethodCall[]])[] = [
      ['deliver, the first of a remote', [deliver(0)]],
      ['fill', [fillOf('fill', first)]],
      ['settle', [{ name: 'settle', args: { terms: first } }]],
      ['deliver and fillAndSettle', [deliver(1), fillOf('fill_and_settle', second)]],
      ['deliver', [deliver(2)]],
      ['withdraw', [withdrawOf(third, xrd.tokenOf(REMOTE))]],
    ];
    for (const [name, calls] of swaps) {
      const receipt = send(xrd, settler.instructionsOf(calls), [SOLVER, RECIPIENT]);
      assert.equal(receipt.error, undefined, name);
      transactions[name] = costOf(receipt);
    }
    const { executionUnits } = transactions['deliver and fillAndSettle'] as Cost;
    assert(executionUnits <= SWAP_BAR, `${executionUnits} of a whole swap`);
  });

  for (const [name, bridge, kind, use, packed] of [
    ['mintTokens', xrd, KIND.lock, 'mintTokens', false],
    ['releaseTokens of XRD', xrd, KIND.burn, 'releaseTokens', false],
    ['releaseTokens of a token', token, KIND.burn, 'releaseTokens', false],
    ['cancelOrder', xrd, KIND.lock, 'cancelOrder', false],
    ['mintTokens, packed', xrd, KIND.lock, 'mintTokens', true],
    ['releaseTokens of XRD, packed', xrd, KIND.burn, 'releaseTokens', true],
    ['releaseTokens of a token, packed', token, KIND.burn, 'releaseTokens', true],
    ['cancelOrder, packed', xrd, KIND.lock, 'cancelOrder', true],
  ] as const)
    it(`of ${name} with commitRoot and as many others as fit`, () => {
      bridge.run(...Array.from({ length: 3 }, () => bridge.calls.lock({ amount: 10n ** 9n * bridge.unit })));
      const recipients = Array.from({ length: TOO_MANY }, (_, index) => keyOf(`recipient ${index}`));
      useAccounts(chain, USER, recipients);
      const before = chain.checkpointed();
      /** The receipt of a transaction with the first `count` orders, which is undone. */
      function attempt(count: number): Receipt {
        const messages = recipients
          .slice(0, count)
          .map((to, index) =>
            bridge.inbound(kind, { recipient: wordOf(to), nonce: BigInt(index), wireAmount: 5_000_000n }),
          );
        const committed = { messages, batch: buildBatch(0n, messages.map(messageIdOf)) };
        const { calls } = bridge;
        const alone = {
          mintTokens: (index: number) => calls.mint(committed, index),
          releaseTokens: (index: number) => calls.release(committed, index),
          cancelOrder: (index: number) => calls.cancel(committed, index),
        }[use];
        const uses = messages.map(() => use) as [typeof use, ...(typeof use)[]];
        const executions = packed ? [calls.executeMany(committed, 0, uses)] : messages.map((_, index) => alone(index));
        const all = [calls.commitRoot(intervalOf(committed)), ...executions];
        const receipt = send(bridge, bridge.instructionsOf(...all), signersOf(all));
        before();
        return receipt;
      }
      const most = mostThat((count) => attempt(count).error === undefined, known.orders[name]?.most ?? 1);
      const perOrder: Record<number, Cost> = {};
      for (const count of [1, 10, most]) perOrder[count] = share(costOf(attempt(count)), count);
      orders[name] = { most, perOrder };
    });

  it('stay within the bars', () => {
    const { most, perOrder } = orders.mintTokens ?? assert.fail('nothing was measured');
    assert(most >= 10, `only ${most} orders fit`);
    for (const count of [10, most]) {
      const { executionUnits } = perOrder[count] as Cost;
      assert(executionUnits <= ORDER_BAR, `${executionUnits} where ${count} share a transaction`);
    }
  });

  it('are at least 15 % less for packed orders', () => {
    const packed = Object.keys(orders).filter((name) => name.endsWith(', packed'));
    assert.equal(packed.length, 4);
    for (const name of packed) {
      const alone = orders[name.replace(', packed', '')] ?? assert.fail(name);
      const [ten, tenAlone] = [orders[name], alone].map((one) => Number(one?.perOrder[10]?.xrd)) as [number, number];
      assert(ten <= 0.85 * tenAlone, `${name}: ${ten} XRD an order, alone ${tenAlone}`);
    }
  });

  it('equal the snapshot', () => {
    const measured = { transactions, orders };
    if (update) writeFileSync(snapshotUrl, `${JSON.stringify(measured, null, 2)}\n`);
    else assert.deepEqual(JSON.parse(JSON.stringify(measured)), known);
  });
});
