// Replaces every account of every instruction of the settler with an attacker's account, one at a time. Usually each
// replacement is tried with one of the inputs; the long mode tries it with all of them.
import assert from 'node:assert/strict';
import { ZERO_32 } from '@causeway/protocol';
import { LONG } from '@causeway/protocol/test-support/cases';
import type { Address } from '@solana/kit';
import { Addresses, tokenAccountOf } from './support/addresses.ts';
import { CODE } from './support/bridge.ts';
import type { Call } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { assertCleanFailure } from './support/clean.ts';
import { SETTLER } from './support/idl.ts';
import { keyOf } from './support/keys.ts';
import { noopProgram } from './support/noop.ts';
import { REMOTE, STRANGER } from './support/setting.ts';
import { canSign, swapped } from './support/swapping.ts';
import {
  HOME,
  type Input,
  LANE_FEE,
  OUT,
  RECIPIENT,
  SOLVER,
  type Swap,
  type Swaps,
  useSwaps,
  WANTED,
} from './support/swaps.ts';

/** Accounts that a signer chooses freely: who pays a rent, who finishes, and where they or the recipient are paid. */
const FREE: Readonly<Record<string, readonly string[]>> = {
  payer: ['fill', 'fillAndSettle', 'giveBack', 'withdraw'],
  caller: ['giveBack'],
  feeTo: ['giveBack'],
  to: ['withdraw'],
};
/** A return of the token does not look at the accounts of the lane, nor a return home at the recipient's. */
const UNUSED: Readonly<Record<'token' | 'home', readonly string[]>> = {
  token: ['remote', 'source', 'bridgeEventAuthority', 'bridgeProgram'],
  home: ['recipient'],
};

/** Instructions that treat every input the same: one is enough. */
const WITH_ANY_INPUT: readonly string[] = ['fill', 'fill of SOL', 'fillAndSettle for SOL', 'closeSlot'];

const EVIL_PROGRAM = keyOf('program of the attacker');
const FAKE_PROGRAM = keyOf('program that does nothing');
const TWIN = 'a copy at another address with the same owner';

type Prepare = (swaps: Swaps, input: Input) => Call;

const SCENARIOS: Readonly<Record<string, Prepare>> = {
  fill: (swaps, input) => swaps.fill(swaps.delivered(input).encoded, OUT, SOLVER),
  'fill of SOL': (swaps, input) => swaps.fill(swaps.delivered(input, { assetOut: ZERO_32 }).encoded, OUT, SOLVER),
  settle: (swaps, input) => swaps.settle(filled(swaps, input), SOLVER),
  settleLess: (swaps, input) => {
    const swap = swaps.swap(input);
    swaps.deliver(swap, input, 1_000_000n);
    swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
    return swaps.settleLess(swap.encoded, 1n, SOLVER);
  },
  fillAndSettle: (swaps, input) => swaps.fillAndSettle(swaps.delivered(input).encoded, OUT, SOLVER),
  'fillAndSettle for SOL': (swaps, input) =>
    swaps.fillAndSettle(swaps.delivered(input, { assetOut: ZERO_32 }).encoded, OUT, SOLVER),
  giveBack: (swaps, input) => swaps.giveBack(swaps.expired(input).encoded, 0n, STRANGER),
  'giveBack home': (swaps, input) => swaps.giveBack(swaps.expired(input, HOME).encoded, LANE_FEE, STRANGER),
  withdraw: (swaps, input) => swaps.withdraw(swaps.delivered(input).encoded, swaps.asset(input), RECIPIENT, RECIPIENT),
  sweep: (swaps, input) => {
    const encoded = filled(swaps, input, 2);
    swaps.run(swaps.settle(encoded, SOLVER));
    return swaps.sweep(encoded, swaps.asset(input));
  },
  collect: (swaps, input) => {
    const swap = swaps.swap(input);
    const { bridge } = swaps;
    const vault = swaps.vault(swap.id);
    if (input === 'sol') {
      swaps.deliver(swap, input, 1_000n);
      bridge.fund(vault, bridge.chain.rent(0));
      return swaps.collect(swap.encoded);
    }
    swaps.deliver(swap, input, 1_000n, false);
    bridge.giveTokens(vault, 0n, input === 'bridged' ? swaps.bridged : bridge.asset.mint);
    return swaps.collect(swap.encoded, input === 'bridged' ? swaps.bridged : undefined);
  },
  closeSlot: (swaps, input) => {
    const swap = swaps.delivered(input);
    swaps.run(swaps.fillAndSettle(swap.encoded, OUT, SOLVER));
    swaps.until(swap.terms.deadline);
    return swaps.closeSlot(swap.encoded);
  },
};

/** A filled swap with as many deliveries. */
function filled(swaps: Swaps, input: Input, deliveries = 1): `0x${string}` {
  const swap = swaps.swap(input);
  for (let count = 0; count < deliveries; count++) swaps.deliver(swap, input);
  swaps.run(swaps.fill(swap.encoded, OUT, SOLVER));
  return swap.encoded;
}

/** Replacement accounts that an attacker would try, whatever the account's purpose. */
function attackersAccounts(
  swaps: Swaps,
  call: Call,
  original: Address | null,
  [filled, settled]: readonly Swap[],
): Map<string, Address> {
  const { bridge } = swaps;
  const { chain, at } = bridge;
  const evil = new Addresses(EVIL_PROGRAM);
  const genuine = chain.account(at.bridge);
  if (genuine !== undefined) chain.put(evil.bridge, { ...genuine, owner: EVIL_PROGRAM });
  assert(filled !== undefined && settled !== undefined);
  const accounts = new Map<string, Address>([
    ['a wallet', STRANGER],
    ['an address without account', keyOf('nobody')],
    ['the state of a bridge of the attacker', evil.bridge],
    ['the event authority of another program', evil.eventAuthority],
    ['the remote', at.remote(REMOTE.domain)],
    ['the slot of a filled swap', swaps.slot(filled.id)],
    ['the slot of a settled swap', swaps.slot(settled.id)],
    ['the slot of a swap that nobody filled', swaps.slot(ZERO_32)],
    ['the vault of another swap', swaps.vault(filled.id)],
    ["the token account of another swap's vault", tokenAccountOf(swaps.bridged, swaps.vault(filled.id))],
    ['a program that does nothing', FAKE_PROGRAM],
    ['the program itself', swaps.program],
    ['the program of the bridge', bridge.program],
    ['the system program', SYSTEM_PROGRAM],
    ["a token account of the attacker's", tokenAccountOf(swaps.bridged, STRANGER)],
    ["the attacker's account of what is wanted", tokenAccountOf(WANTED, STRANGER)],
    ['the escrow', at.escrow],
    ['a mint', swaps.bridged],
  ]);
  for (const [name, address] of Object.entries(call.accounts))
    if (address !== null) accounts.set(`its own ${name}`, address);
  const account = original === null ? undefined : chain.account(original);
  if (account !== undefined) {
    const copy = keyOf('copy');
    chain.put(copy, { ...account, owner: EVIL_PROGRAM, executable: false });
    accounts.set("a copy that the attacker's program owns", copy);
    const own = account.owner === swaps.program || account.owner === bridge.program;
    const twin = keyOf('twin');
    chain.put(twin, { ...account, data: own ? new Uint8Array(account.data.length) : account.data, executable: false });
    accounts.set(own ? 'an empty account of the program' : TWIN, twin);
  }
  return accounts;
}

function isExempt(call: Call, item: string, kind: string, isHome: boolean): boolean {
  const isUnused = call.name === 'giveBack' && UNUSED[isHome ? 'home' : 'token'].includes(item);
  // A solver may have several token accounts.
  return isUnused || FREE[item]?.includes(call.name) === true || (item === 'solverToken' && kind === TWIN);
}

describe('account swaps at the settler', () => {
  const sol = useSwaps();
  const token = useSwaps({ decimals: 6 });
  const inputs = [
    ['sol', sol],
    ['bridged', sol],
    ['canonical', token],
  ] as const;
  for (const [turn, [input, swaps]] of inputs.entries())
    for (const [name, prepare] of Object.entries(SCENARIOS)) {
      if (input !== 'bridged' && WITH_ANY_INPUT.includes(name)) continue;
      it(`all fail in ${name} with the input ${input}`, () => {
        const { chain } = swaps.bridge;
        chain.addProgram(FAKE_PROGRAM, noopProgram(CODE));
        const others = [swaps.delivered('bridged'), swaps.delivered('bridged')] as const;
        swaps.run(swaps.fill(others[0].encoded, OUT, SOLVER));
        swaps.run(swaps.fillAndSettle(others[1].encoded, OUT, SOLVER));
        const call = prepare(swaps, input);
        const instruction = swaps.instruction(call);
        let count = 0;
        let possible = 0;
        for (const [index, { name: item, address: genuine }] of SETTLER.accountItems(call.name).entries())
          for (const [kind, address] of attackersAccounts(swaps, call, call.accounts[item] ?? null, others)) {
            const meta = instruction.accounts[index];
            if (meta === undefined || address === meta.address || address === genuine) continue;
            if (isExempt(call, item, kind, name.endsWith('home')) || !canSign(meta, address)) continue;
            possible++;
            if (!LONG && !WITH_ANY_INPUT.includes(name) && possible % inputs.length !== turn) continue;
            count++;
            assertCleanFailure(chain.send([swapped(instruction, index, address)]), `${item} exchanged for ${kind}`);
          }
        // The unchanged call succeeds.
        swaps.run(call);
        if (count === 0) throw new Error('nothing was exchanged');
      });
    }
});
