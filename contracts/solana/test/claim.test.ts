import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { tokenAccountOf, wordOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { PAYER, REMOTE, STRANGER } from './support/setting.ts';
import { mintAccount, tokenAccount, tokenBalance } from './support/tokens.ts';

const CREDITOR = keyOf('creditor');
const TO = keyOf('to');

describe('claim of SOL', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;
  const CREDIT = 500_000n;

  beforeEach(() => {
    bridge.run(calls.lock({ amount: 10_000_000n }));
    for (let count = 0; count < 2; count++) {
      const message = bridge.inbound(KIND.burn, { recipient: wordOf(CREDITOR), wireAmount: CREDIT });
      bridge.run(calls.release(bridge.commitAround(message), 2));
    }
  });

  it('is refused to a wallet that cannot take it, and can be tried again', () => {
    const executable = keyOf('executable');
    chain.put(executable, chain.account(bridge.program));
    bridge.refuse(calls.claim(CREDITOR, executable), 'PaymentFailed');
    bridge.run(calls.claim(CREDITOR, TO));
  });

  it('is refused to a wallet that it would leave below the rent of an empty account', () => {
    const poor = keyOf('poor');
    const message = bridge.inbound(KIND.burn, { recipient: wordOf(poor), wireAmount: 1_000n });
    bridge.run(calls.release(bridge.commitAround(message), 2));
    bridge.refuse(calls.claim(poor, TO), 'PaymentFailed');
    bridge.fund(TO, 890_880n);
    bridge.run(calls.claim(poor, TO));
    assert.equal(chain.lamports(TO), 891_880n);
  });

  it('is refused to an address that the runtime keeps read-only', () => {
    bridge.refuse(calls.claim(CREDITOR, 'SysvarC1ock11111111111111111111111111111111' as Address), 'PaymentFailed');
  });

  it('is refused to the escrow, and to the event authority, which the program calls itself with', () => {
    for (const to of [bridge.at.escrow, bridge.at.eventAuthority])
      bridge.refuse(calls.claim(CREDITOR, to), 'PaymentFailed');
  });

  it('is refused to the zero address, and to the credit itself', () => {
    bridge.refuse(calls.claim(CREDITOR, SYSTEM_PROGRAM), 'InvalidRecipient');
    bridge.refuse(calls.claim(CREDITOR, bridge.at.claimable(undefined, CREDITOR)), 'InvalidRecipient');
  });

  it('closes the credit, whose rent goes back to who paid it', () => {
    const credit = bridge.at.claimable(undefined, CREDITOR);
    assert.equal(bridge.read('claimable', credit).payer, PAYER);
    const [rent, before] = [chain.lamports(credit), chain.lamports(PAYER)];
    bridge.run(calls.claim(CREDITOR, TO));
    assert.equal(chain.account(credit), undefined);
    assert.equal(chain.lamports(PAYER), before + rent);
    assert.equal(chain.lamports(TO), 2n * CREDIT);
    for (let count = 0; count < 2; count++) bridge.refuse(calls.claim(CREDITOR, TO), 'NothingToClaim');
  });

  it('pays who paid the rent too, as one account', () => {
    const rent = chain.lamports(bridge.at.claimable(undefined, CREDITOR));
    const before = chain.lamports(PAYER);
    bridge.run(calls.claim(CREDITOR, PAYER));
    assert.equal(chain.lamports(PAYER), before + rent + 2n * CREDIT);
  });

  it('gives the rent to nobody else, whoever paid a later credit', () => {
    const message = bridge.inbound(KIND.burn, { recipient: wordOf(CREDITOR), wireAmount: 1_000n });
    bridge.run(withAccounts(calls.release(bridge.commitAround(message), 2), { payer: STRANGER }));
    for (const rentTo of [STRANGER, CREDITOR, TO, bridge.at.escrow])
      bridge.refuse(withAccounts(calls.claim(CREDITOR, TO), { rentTo }), 'InvalidAccount');
    bridge.run(calls.claim(CREDITOR, TO));
  });

  it('is not stopped by a payer of the rent that became a program', () => {
    chain.put(PAYER, { ...chain.account(bridge.program), lamports: 10n ** 9n } as never);
    bridge.run(calls.claim(CREDITOR, TO));
    assert.equal(chain.lamports(TO), 2n * CREDIT);
  });

  it('leaves room for the next credit, at its own payer’s expense', () => {
    bridge.run(calls.claim(CREDITOR, TO));
    const message = bridge.inbound(KIND.burn, { recipient: wordOf(CREDITOR), wireAmount: 1_000n });
    bridge.run(withAccounts(calls.release(bridge.commitAround(message), 2), { payer: STRANGER }));
    assert.equal(bridge.credit(CREDITOR), 1_000n);
    bridge.run(withAccounts(calls.claim(CREDITOR, TO), { rentTo: STRANGER }));
  });
});

describe('claim of a token', () => {
  const bridge = useBridge({ decimals: 12 });
  const { calls, chain, unit } = bridge;
  const mint = bridge.asset.mint as Address;

  beforeEach(() => {
    bridge.run(calls.lock({ amount: 10_000n * unit }));
    bridge.giveTokens(CREDITOR, 0n, mint, true);
    const message = bridge.inbound(KIND.burn, { recipient: wordOf(CREDITOR) });
    bridge.run(calls.release(bridge.commitAround(message), 2));
  });

  it('pays any token account of the mint', () => {
    const to = bridge.giveTokens(TO, 5n);
    bridge.runEmitting(calls.claim(CREDITOR, to), 'claimed', { creditor: CREDITOR, mint, to, amount: 1_000n * unit });
    assert.equal(tokenBalance(chain, to), 1_000n * unit + 5n);
    assert.equal(tokenBalance(chain, bridge.at.escrow), 9_000n * unit);
    assert.equal(bridge.credit(CREDITOR), 0n);
    assert.equal(bridge.read('bridge', bridge.at.bridge).claimable, 0n);
    bridge.refuse(calls.claim(CREDITOR, to), 'NothingToClaim');
  });

  it('is refused to a token account that cannot take it', () => {
    bridge.refuse(calls.claim(CREDITOR, tokenAccountOf(mint, CREDITOR)), 'PaymentFailed');
    bridge.refuse(calls.claim(CREDITOR, TO), 'PaymentFailed');
    const foreign = keyOf('a token account of another mint');
    chain.put(foreign, tokenAccount(chain, { mint: keyOf('another mint'), owner: TO }));
    bridge.refuse(calls.claim(CREDITOR, foreign), 'PaymentFailed');
    assert.equal(bridge.credit(CREDITOR), 1_000n * unit);
  });

  it('takes a credit in the asset out of the escrow, even where the bridge could mint the asset', () => {
    const to = bridge.giveTokens(TO, 0n);
    chain.put(mint, mintAccount(chain, { decimals: 12, supply: 10n ** 18n, mintAuthority: bridge.at.bridge }));
    const asBridged = withAccounts(calls.claim(CREDITOR, to), { mint, escrow: null });
    bridge.refuse(asBridged, 'InvalidAccount');
    bridge.run(calls.claim(CREDITOR, to));
  });

  it('does not pay the escrow itself', () => {
    bridge.refuseAny(calls.claim(CREDITOR, bridge.at.escrow));
  });
});

describe('claim of a bridged token', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const mint = calls.mintOf(REMOTE);

  beforeEach(() => {
    const message = bridge.inbound(KIND.lock, { recipient: wordOf(CREDITOR) });
    bridge.run(calls.mint(bridge.commitAround(message), 2));
  });

  it('does not count as a claim on the canonical asset', () => {
    assert.equal(bridge.read('bridge', bridge.at.bridge).claimable, 0n);
    const to = bridge.giveTokens(TO, 0n, mint);
    bridge.run(calls.claim(CREDITOR, to, REMOTE));
    assert.equal(bridge.read('bridge', bridge.at.bridge).claimable, 0n);
  });

  it('is refused to a token account that cannot take it', () => {
    bridge.giveTokens(TO, 0n, mint, true);
    bridge.refuse(calls.claim(CREDITOR, tokenAccountOf(mint, TO), REMOTE), 'PaymentFailed');
    bridge.refuse(calls.claim(CREDITOR, TO, REMOTE), 'PaymentFailed');
  });
});
