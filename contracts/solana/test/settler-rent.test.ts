// Swaps of SOL where accounts cost rent, and accounts that somebody has paid into before.
import assert from 'node:assert/strict';
import { ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { tokenAccountOf, wordOf } from './support/addresses.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { PAYER, REMOTE, STRANGER } from './support/setting.ts';
import { AMOUNT_IN, FINISH_FEE, HOME, LANE_FEE, LATE, OUT, RECIPIENT, SOLVER, useSwaps } from './support/swaps.ts';

describe('swaps of SOL, with rent', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;
  const { chain } = bridge;
  const rent = () => chain.rent(0);
  const gift = (id: `0x${string}`, lamports: bigint) =>
    bridge.fund(swaps.vault(id), chain.lamports(swaps.vault(id)) + lamports);

  it('one lamport on top goes with the settlement', () => {
    const swap = swaps.delivered('sol');
    gift(swap.id, 1n);
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    const before = chain.lamports(SOLVER);
    const { events } = swaps.run(swaps.settle(swap.encoded, SOLVER));
    assert.equal(chain.lamports(SOLVER) - before, AMOUNT_IN + 1n);
    assert.equal(events[0]?.data.amount, AMOUNT_IN + 1n);
    assert.equal(swaps.held(swap.id, ZERO_32), 0n);
  });

  it('what is left stays from rent exemption on, and is swept', () => {
    for (const [extra, left] of [
      [rent() - 1n, 0n],
      [rent(), rent()],
    ] as const) {
      const swap = swaps.delivered('sol');
      gift(swap.id, extra);
      const before = chain.lamports(SOLVER);
      swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
      assert.equal(chain.lamports(SOLVER) - before, AMOUNT_IN + extra - left);
      assert.equal(swaps.held(swap.id, ZERO_32), left);
    }
    const swap = swaps.delivered('sol');
    gift(swap.id, rent());
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    const before = chain.lamports(RECIPIENT);
    swaps.run(swaps.sweep(swap.encoded, ZERO_32));
    assert.equal(chain.lamports(RECIPIENT) - before, rent());
  });

  it('one lamport on top goes home with a return', () => {
    const swap = swaps.expired('sol', HOME);
    gift(swap.id, 1n);
    const before = bridge.outstanding();
    const { events } = swaps.run(swaps.giveBack(swap.encoded, LANE_FEE, STRANGER));
    assert.equal(bridge.outstanding() - before, AMOUNT_IN - FINISH_FEE + 1n);
    assert.equal(events[0]?.data.amount, AMOUNT_IN - FINISH_FEE + 1n);
    assert.equal(swaps.held(swap.id, ZERO_32), 0n);
  });

  it('one lamport on top goes with a return of the token, and with a withdrawal', () => {
    const swap = swaps.expired('sol');
    gift(swap.id, 1n);
    const before = chain.lamports(RECIPIENT);
    swaps.run(swaps.giveBack(swap.encoded, 0n, STRANGER));
    assert.equal(chain.lamports(RECIPIENT) - before, AMOUNT_IN - FINISH_FEE + 1n);
    const other = swaps.delivered('sol');
    gift(other.id, 1n);
    swaps.run(swaps.withdraw(other.encoded, ZERO_32, STRANGER, RECIPIENT));
    assert.equal(swaps.held(other.id, ZERO_32), 0n);
  });

  it('a delivery below rent exemption is credited, and collected once anybody has paid the rent', () => {
    const swap = swaps.swap('sol', { amountIn: 1_000n, finishFee: 0n });
    swaps.deliver(swap, 'sol', 1_000n);
    assert.equal(swaps.held(swap.id, ZERO_32), 0n);
    swaps.refuse(swaps.collect(swap.encoded), 'PaymentFailed');
    gift(swap.id, rent());
    swaps.run(swaps.collect(swap.encoded));
    assert.equal(swaps.held(swap.id, ZERO_32), rent() + 1_000n);
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
  });

  it('a recipient that is a program, or a sysvar which no list of reserved addresses has yet, is refused', () => {
    const sysvar = keyOf('new sysvar');
    const owner = 'Sysvar1111111111111111111111111111111111111' as Address;
    chain.put(sysvar, { lamports: 10n ** 9n, owner, data: new Uint8Array(8) });
    for (const recipient of [sysvar, bridge.program]) {
      const swap = swaps.swap('bridged', { recipient: wordOf(recipient), assetOut: ZERO_32 });
      swaps.refuse(swaps.fill(swap.encoded, OUT, SOLVER), 'PaymentFailed');
    }
  });

  it('a recipient that would stay below rent exemption is refused', () => {
    const poor = keyOf('poor recipient');
    const small = swaps.swap('bridged', { recipient: wordOf(poor), assetOut: ZERO_32, quotedOut: 1n, minOut: 1n });
    swaps.refuse(swaps.fill(small.encoded, 1n, SOLVER), 'PaymentFailed');
    bridge.fund(poor, rent());
    swaps.run(swaps.fill(small.encoded, 1n, SOLVER));
  });
});

describe('accounts that exist before a swap', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;
  const { chain } = bridge;

  it('are no obstacle: lamports at the slot', () => {
    for (const lamports of [1n, chain.rent(137), 10n ** 12n]) {
      const swap = swaps.delivered('bridged');
      chain.put(swaps.slot(swap.id), { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
      swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
      assert.equal(swaps.read(swap.id)?.stage, 'settled');
    }
  });

  it('are no obstacle: lamports at the vault, its token account, lamports at that', () => {
    const swap = swaps.swap('bridged');
    bridge.fund(swaps.vault(swap.id), 1n);
    const account = tokenAccountOf(swaps.bridged, swaps.vault(swap.id));
    swaps.deliver(swap, 'bridged');
    const made = chain.account(account);
    assert(made !== undefined);
    chain.put(account, { ...made, lamports: made.lamports + 1n });
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    assert.equal(swaps.held(swap.id, wordOf(swaps.bridged)), 0n);
  });

  it('matter where the vault has none: the delivery is credited, then collected', () => {
    const swap = swaps.swap('bridged');
    swaps.deliver(swap, 'bridged', AMOUNT_IN, false);
    swaps.refuse(swaps.fillAndSettle(swap.encoded, OUT, SOLVER), 'NotDelivered');
    swaps.refuse(swaps.collect(swap.encoded, swaps.bridged), 'PaymentFailed');
    bridge.giveTokens(swaps.vault(swap.id), 0n, swaps.bridged);
    const before = chain.lamports(PAYER);
    swaps.run(swaps.collect(swap.encoded, swaps.bridged));
    assert(chain.lamports(PAYER) > before, 'the rent of the credit is paid back');
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
  });
});

describe('the slot of a swap', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;
  const { chain } = bridge;
  const payer = () => chain.lamports(PAYER);

  it('is closed after the deadline once the swap is settled, and its rent goes to who paid it', () => {
    const swap = swaps.delivered('bridged');
    const before = payer();
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    assert.equal(before - payer(), chain.rent(137));
    swaps.refuse(swaps.closeSlot(swap.encoded), 'DeadlineNotReached');
    swaps.until(swap.terms.deadline - 1n);
    swaps.refuse(swaps.closeSlot(swap.encoded), 'DeadlineNotReached');
    swaps.until(swap.terms.deadline);
    swaps.refuse(swaps.closeSlot(swap.encoded, STRANGER), 'InvalidAccount');
    swaps.run(swaps.closeSlot(swap.encoded));
    assert.equal(payer(), before);
    assert.equal(swaps.read(swap.id), undefined);
    swaps.refuse(swaps.closeSlot(swap.encoded), 'InvalidAccount');
  });

  it('is not closed while the filler is owed', () => {
    const swap = swaps.swap('bridged');
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    swaps.until(swap.terms.deadline + LATE);
    swaps.refuse(swaps.closeSlot(swap.encoded), 'NotOver');
    swaps.deliver(swap, 'bridged');
    swaps.run(swaps.settle(swap.encoded, SOLVER));
    swaps.run(swaps.closeSlot(swap.encoded));
  });

  it('is not closed with the terms of another swap', () => {
    const [swap, other] = [swaps.delivered('bridged'), swaps.swap('bridged')];
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    swaps.until(swap.terms.deadline);
    const call = swaps.closeSlot(other.encoded);
    swaps.refuse({ ...call, accounts: { ...call.accounts, slot: swaps.slot(swap.id) } }, 'InvalidAccount');
  });

  it('is not needed against a second fill: a closed id cannot be filled', () => {
    const swap = swaps.delivered('bridged');
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    swaps.until(swap.terms.deadline);
    swaps.run(swaps.closeSlot(swap.encoded));
    swaps.deliver(swap, 'bridged');
    swaps.refuse(swaps.fill(swap.encoded, OUT, SOLVER), 'DeadlinePassed');
    swaps.refuse(swaps.fillAndSettle(swap.encoded, OUT, SOLVER), 'DeadlinePassed');
    swaps.refuse(swaps.settle(swap.encoded, SOLVER), 'NotFilled');
    swaps.refuse(swaps.settleLess(swap.encoded, 1n, SOLVER), 'NotFilled');
    swaps.refuse(swaps.sweep(swap.encoded, swap.terms.assetIn), 'NotOver');
  });

  for (const [how, finish] of [
    ['given back', (encoded: `0x${string}`) => swaps.giveBack(encoded, 0n, STRANGER)],
    ['withdrawn', (encoded: `0x${string}`) => swaps.withdraw(encoded, wordOf(swaps.bridged), RECIPIENT, RECIPIENT)],
  ] as const)
    it(`once closed: what comes later is ${how}, and the slot is closed again`, () => {
      const swap = swaps.delivered('bridged');
      swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
      swaps.until(swap.terms.deadline);
      swaps.run(swaps.closeSlot(swap.encoded));
      swaps.deliver(swap, 'bridged');
      const asset = wordOf(swaps.bridged);
      const before = swaps.balance(asset, RECIPIENT);
      swaps.run(finish(swap.encoded));
      const fee = how === 'given back' ? FINISH_FEE : 0n;
      assert.equal(swaps.balance(asset, RECIPIENT) - before, AMOUNT_IN - fee);
      swaps.run(swaps.closeSlot(swap.encoded));
    });

  it('closed and made anew in one transaction is a slot like any other', () => {
    const swap = swaps.delivered('bridged', { home: REMOTE.domain });
    swaps.until(swap.terms.deadline);
    swaps.run(swaps.withdraw(swap.encoded, wordOf(swaps.bridged), RECIPIENT, RECIPIENT));
    swaps.deliver(swap, 'bridged');
    const calls = [swaps.closeSlot(swap.encoded), swaps.giveBack(swap.encoded, 0n, STRANGER)];
    const { error } = chain.send(calls.map((call) => swaps.instruction(call)));
    assert.equal(error, undefined);
    assert.equal(swaps.read(swap.id)?.stage, 'returned');
    assert.equal(swaps.held(swap.id, wordOf(swaps.bridged)), 0n);
  });
});
