// Attacks on swaps that are Solana's own: false bridges, frozen accounts, other addresses of a vault, forged events.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type Hex, hexToBytes, ZERO_32 } from '@causeway/protocol';
import { AccountRole, type Address } from '@solana/kit';
import { PublicKey } from '@solana/web3.js';
import { Addresses, bytesOf, derive, tokenAccountOf, wordOf } from './support/addresses.ts';
import { EVENT_TAG } from './support/bridge.ts';
import { type BuiltInstruction, withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { SETTLER } from './support/idl.ts';
import { keyOf } from './support/keys.ts';
import { STRANGER } from './support/setting.ts';
import {
  AMOUNT_IN,
  FINISH_FEE,
  HOME,
  LANE_FEE,
  LATE,
  OUT,
  RECIPIENT,
  SOLVER,
  useSwaps,
  WANTED,
} from './support/swaps.ts';
import { mintAccount, tokenAccount } from './support/tokens.ts';

const EVIL_PROGRAM = keyOf('program of the attacker');

describe('a bridge of the attacker', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;
  const { chain } = bridge;
  const evil = new Addresses(EVIL_PROGRAM);
  const evilSettler = derive(swaps.program, [Buffer.from('settler'), bytesOf(EVIL_PROGRAM)]);
  const evilOf = (seed: 'slot' | 'vault', id: Hex) =>
    derive(swaps.program, [Buffer.from(seed), bytesOf(evilSettler), hexToBytes(id)]);

  beforeEach(() => {
    const genuine = chain.account(bridge.at.bridge);
    assert(genuine !== undefined);
    chain.put(evil.bridge, { ...genuine, owner: EVIL_PROGRAM });
  });

  it('gets no signature of a vault', () => {
    const swap = swaps.swap('bridged');
    swaps.deliver(swap, 'bridged', AMOUNT_IN, false);
    bridge.giveTokens(swaps.vault(swap.id), 0n, swaps.bridged);
    const collect = swaps.collect(swap.encoded, swaps.bridged);
    const theirs = { bridge: evil.bridge, bridgeProgram: EVIL_PROGRAM, bridgeEventAuthority: evil.eventAuthority };
    swaps.refuse(withAccounts(collect, theirs), 'InvalidAccount');
    swaps.refuse(withAccounts(collect, { ...theirs, settler: evilSettler }), 'InvalidAccount');
    swaps.refuse(withAccounts(collect, { bridgeProgram: EVIL_PROGRAM }), 'InvalidAccount');
    swaps.run(collect);
  });

  it('gets none when an input goes home', () => {
    const swap = swaps.expired('bridged', HOME);
    const call = swaps.giveBack(swap.encoded, LANE_FEE, STRANGER);
    swaps.refuse(withAccounts(call, { bridgeProgram: EVIL_PROGRAM }), 'InvalidAccount');
    swaps.refuse(withAccounts(call, { bridge: evil.bridge, bridgeProgram: EVIL_PROGRAM }), 'InvalidAccount');
    swaps.run(call);
  });

  it('has a settler of its own, which fills no terms of another', () => {
    const swap = swaps.delivered('bridged');
    const at = { settler: evilSettler, bridge: evil.bridge };
    const slot = evilOf('slot', swap.id);
    swaps.refuse(withAccounts(swaps.fill(swap.encoded, OUT, SOLVER), { ...at, slot }), 'WrongSettler');
    const call = swaps.fillAndSettle(swap.encoded, OUT, SOLVER);
    swaps.refuse(withAccounts(call, { ...at, slot }), 'WrongSettler');
  });

  it('settles no swap of another settler, with what is in a vault of its own', () => {
    const swap = swaps.delivered('bridged');
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    const vault = evilOf('vault', swap.id);
    const vaultToken = bridge.giveTokens(vault, AMOUNT_IN, swaps.bridged);
    const theirs = { settler: evilSettler, bridge: evil.bridge, vault, vaultToken };
    swaps.refuse(withAccounts(swaps.settle(swap.encoded, SOLVER), theirs), 'InvalidAccount');
    swaps.run(swaps.settle(swap.encoded, SOLVER));
  });

  it('returns only what came to the vaults of its own settler, and its events say which that is', () => {
    const swap = swaps.delivered('bridged', HOME);
    swaps.until(swap.terms.deadline + LATE);
    const call = swaps.giveBack(swap.encoded, 0n, STRANGER);
    const at = { settler: evilSettler, bridge: evil.bridge, slot: evilOf('slot', swap.id) };
    swaps.refuse(withAccounts(call, at), 'InvalidAccount');
    const vault = evilOf('vault', swap.id);
    const vaultToken = bridge.giveTokens(vault, 20n, swaps.bridged);
    const { events } = swaps.run(withAccounts(call, { ...at, vault, vaultToken }));
    assert.equal(events[0]?.data.settler, evilSettler);
    assert.equal(swaps.read(swap.id), undefined);
    assert.equal(swaps.held(swap.id, wordOf(swaps.bridged)), AMOUNT_IN);
    swaps.run(call);
  });
});

describe('the vault of a swap', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;

  it('has one address: another bump makes no other', () => {
    const swap = swaps.delivered('bridged');
    const seeds = [Buffer.from('vault'), bytesOf(swaps.address), hexToBytes(swap.id)];
    const others: Address[] = [];
    for (let bump = 0; bump < 256; bump++) {
      const parts = [...seeds, Uint8Array.of(bump), bytesOf(swaps.program), Buffer.from('ProgramDerivedAddress')];
      const hash = createHash('sha256').update(Buffer.concat(parts)).digest();
      const address = new PublicKey(hash).toBase58() as Address;
      if (address !== swaps.vault(swap.id) && !PublicKey.isOnCurve(hash)) others.push(address);
    }
    assert(others.length > 0);
    for (const vault of others.slice(-3)) {
      const vaultToken = bridge.giveTokens(vault, AMOUNT_IN, swaps.bridged);
      swaps.refuse(
        withAccounts(swaps.fillAndSettle(swap.encoded, OUT, SOLVER), { vault, vaultToken }),
        'InvalidAccount',
      );
    }
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
  });

  it('is paid out by its own slot alone, also where another one is vacant', () => {
    const swap = swaps.delivered('bridged');
    const slot = keyOf('nobody');
    for (const call of [swaps.settle(swap.encoded, SOLVER), swaps.sweep(swap.encoded, swap.terms.assetIn)])
      swaps.refuse(withAccounts(call, { slot }), 'InvalidAccount');
  });

  it('pays nobody else’s account: the filler’s and the recipient’s are the associated ones', () => {
    const swap = swaps.delivered('bridged');
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    const another = keyOf('another account of the solver');
    bridge.chain.put(another, tokenAccount(bridge.chain, { mint: swaps.bridged, owner: SOLVER }));
    for (const to of [another, tokenAccountOf(swaps.bridged, STRANGER)])
      swaps.refuse(withAccounts(swaps.settle(swap.encoded, SOLVER), { to }), 'InvalidAccount');
    swaps.run(swaps.settle(swap.encoded, SOLVER));
  });

  it('is not withdrawn into itself, nor to the settler', () => {
    const swap = swaps.delivered('bridged');
    const asset = wordOf(swaps.bridged);
    bridge.giveTokens(swaps.address, 0n, swaps.bridged);
    for (const to of [swaps.vault(swap.id), swaps.address])
      swaps.refuse(swaps.withdraw(swap.encoded, asset, to, RECIPIENT), 'InvalidRecipient');
    const sol = swaps.delivered('sol');
    for (const to of [swaps.vault(sol.id), swaps.address, SYSTEM_PROGRAM])
      swaps.refuse(swaps.withdraw(sol.encoded, ZERO_32, to, RECIPIENT), 'InvalidRecipient');
  });

  it('is withdrawn only to an account that takes the asset', () => {
    const swap = swaps.delivered('bridged');
    const call = swaps.withdraw(swap.encoded, wordOf(swaps.bridged), RECIPIENT, RECIPIENT);
    for (const to of [STRANGER, tokenAccountOf(WANTED, STRANGER), keyOf('nobody')])
      swaps.refuse(withAccounts(call, { to }), 'PaymentFailed');
    swaps.run(call);
  });
});

describe('frozen accounts', () => {
  const swaps = useSwaps({ decimals: 6 });
  const { mint } = swaps.bridge.asset;
  assert(mint !== undefined);

  it('of the vault stop its payments until they are thawed', () => {
    const swap = swaps.delivered('canonical');
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    swaps.freeze(mint, swaps.vault(swap.id));
    swaps.refuse(swaps.settle(swap.encoded, SOLVER), 'PaymentFailed');
    assert.equal(swaps.read(swap.id)?.stage, 'filled');
    swaps.freeze(mint, swaps.vault(swap.id), false);
    swaps.run(swaps.settle(swap.encoded, SOLVER));
  });

  it('of the filler stop a settlement alone', () => {
    const swap = swaps.delivered('canonical');
    swaps.freeze(mint, SOLVER);
    swaps.refuse(swaps.fillAndSettle(swap.encoded, OUT, SOLVER), 'PaymentFailed');
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    swaps.refuse(swaps.settle(swap.encoded, SOLVER), 'PaymentFailed');
    swaps.freeze(mint, SOLVER, false);
    swaps.run(swaps.settle(swap.encoded, SOLVER));
  });

  it('of the recipient stop a return, and no withdrawal elsewhere', () => {
    const swap = swaps.expired('canonical');
    swaps.freeze(mint, RECIPIENT);
    swaps.refuse(swaps.giveBack(swap.encoded, 0n, STRANGER), 'PaymentFailed');
    swaps.run(swaps.withdraw(swap.encoded, wordOf(mint), STRANGER, RECIPIENT));
    assert.equal(swaps.held(swap.id, wordOf(mint)), 0n);
  });

  it('of the finisher stop only the finisher', () => {
    const swap = swaps.expired('canonical');
    swaps.freeze(mint, STRANGER);
    swaps.refuse(swaps.giveBack(swap.encoded, 0n, STRANGER), 'PaymentFailed');
    const before = swaps.balance(wordOf(mint), SOLVER);
    swaps.run(swaps.giveBack(swap.encoded, 0n, SOLVER));
    assert.equal(swaps.balance(wordOf(mint), SOLVER) - before, FINISH_FEE);
  });
});

describe('what is wanted', () => {
  const swaps = useSwaps();
  const { bridge } = swaps;
  const { chain } = bridge;

  it('is no payment of the solver to itself', () => {
    const swap = swaps.swap('bridged', { recipient: wordOf(SOLVER) });
    swaps.refuse(swaps.fill(swap.encoded, OUT, SOLVER), 'BalanceDeltaMismatch');
    const sol = swaps.swap('bridged', { recipient: wordOf(SOLVER), assetOut: ZERO_32 });
    swaps.refuse(swaps.fill(sol.encoded, OUT, SOLVER), 'BalanceDeltaMismatch');
  });

  it('is no token of another program', () => {
    const other = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
    const mint = keyOf('mint of another program');
    chain.put(mint, { ...mintAccount(chain, { decimals: 6 }), owner: other });
    const swap = swaps.swap('bridged', { assetOut: wordOf(mint) });
    for (const owner of [RECIPIENT, SOLVER])
      chain.put(tokenAccountOf(mint, owner), {
        ...tokenAccount(chain, { mint, owner, amount: OUT }),
        owner: other,
      });
    const call = swaps.fill(swap.encoded, OUT, SOLVER);
    swaps.refuse(call, 'PaymentFailed');
    swaps.refuse(withAccounts(call, { tokenProgram: other }), 'InvalidAccount');
    swaps.run(swaps.fill(swaps.swap('bridged').encoded, OUT, SOLVER));
  });

  it('is refused above 64 bits, which no account holds', () => {
    const most = 2n ** 64n;
    const swap = swaps.swap('bridged', { quotedOut: most, minOut: most });
    swaps.refuse(swaps.fill(swap.encoded, most - 1n, SOLVER), 'OutAboveMaximum');
    const input = swaps.swap('bridged', { amountIn: most });
    swaps.refuse(swaps.fillAndSettle(input.encoded, OUT, SOLVER), 'NotDelivered');
  });
});

describe('the settler', () => {
  const swaps = useSwaps();
  const { chain } = swaps.bridge;

  it('emits its events itself: nobody else can', () => {
    const [filled] = swaps
      .run(swaps.fill(swaps.swap('bridged').encoded, OUT, SOLVER))
      .inner.filter(({ program }) => program === swaps.program);
    assert(filled !== undefined && Buffer.from(filled.data.subarray(0, 8)).equals(EVENT_TAG));
    for (const [address, role] of [
      [swaps.eventAuthority, AccountRole.READONLY],
      [STRANGER, AccountRole.READONLY_SIGNER],
    ] as const) {
      const forged: BuiltInstruction = {
        programAddress: swaps.program,
        accounts: [{ address, role }],
        data: filled.data,
      };
      assert.equal(chain.send([forged]).error, `Custom(${SETTLER.errorCode('InvalidAccount')})`);
    }
  });

  it('refuses instructions that it cannot read', () => {
    const instruction = swaps.instruction(swaps.fill(swaps.swap('bridged').encoded, OUT, SOLVER));
    const { data } = instruction;
    const codes: readonly (readonly [Uint8Array, number])[] = [
      [data.subarray(0, 7), 100],
      [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 101],
      [data.subarray(0, -1), 102],
      [Uint8Array.from([...data, 0]), 102],
      [data.subarray(0, 100), 102],
    ];
    for (const [bytes, code] of codes)
      assert.equal(chain.send([{ ...instruction, data: bytes }]).error, `Custom(${code})`);
  });

  it('takes exactly its accounts, with their flags', () => {
    const instruction = swaps.instruction(swaps.fillAndSettle(swaps.delivered('bridged').encoded, OUT, SOLVER));
    for (const [index, { role }] of instruction.accounts.entries()) {
      if ((role & AccountRole.WRITABLE) === 0) continue;
      const accounts = instruction.accounts.map((meta, each) =>
        each === index ? { ...meta, role: (meta.role & ~AccountRole.WRITABLE) as AccountRole } : meta,
      );
      assert.notEqual(chain.send([{ ...instruction, accounts }]).error, undefined, `account ${index}`);
    }
    const fewer = { ...instruction, accounts: instruction.accounts.slice(0, -1) };
    assert.notEqual(chain.send([fewer]).error, undefined);
    assert.equal(chain.send([instruction]).error, undefined);
  });
});
