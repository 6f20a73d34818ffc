// Replaces every account of every instruction with an attacker's account, one at a time.
import { KIND } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { Addresses, tokenAccountOf, wordOf } from './support/addresses.ts';
import { type Bridge, CODE } from './support/bridge.ts';
import { type Call, instructionOf } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { assertCleanFailure } from './support/clean.ts';
import { accountItems } from './support/idl.ts';
import { keyOf } from './support/keys.ts';
import { noopProgram } from './support/noop.ts';
import { SCENARIOS } from './support/scenarios.ts';
import { OTHER, REMOTE, type Remote, STRANGER } from './support/setting.ts';
import { canSign, swapped } from './support/swapping.ts';

/**
 * Accounts that the signer may choose freely: anyone may pay rents, lock their own SOL, and choose where they are paid.
 */
const FREE: Readonly<Record<string, readonly string[]>> = {
  payer: [
    ...['initialize', 'commitRoot', 'mintTokens', 'releaseTokens'],
    ...['lockTokens', 'lockTokensWithReference', 'burnTokens', 'burnTokensWithReference'],
  ],
  sender: ['lockTokens', 'lockTokensWithReference'],
  to: ['claim', 'collectFees'],
  // The upgrade authority chooses the canonical mint; initialize.test.ts refuses accounts that are no mint.
  canonicalMint: ['initialize'],
};

const ANOTHER: Remote = { ...OTHER, domain: 1_003 };
const EVIL_PROGRAM = keyOf('program of the attacker');
const FAKE_PROGRAM = keyOf('program that does nothing');

const TWIN = 'a copy at another address with the same owner';

/** Replacement accounts that an attacker would try, whatever the account's purpose. */
function attackersAccounts(bridge: Bridge, call: Call, original: Address | null): Map<string, Address> {
  const { chain, at, calls } = bridge;
  const evil = new Addresses(EVIL_PROGRAM);
  const mint = calls.mintOf(REMOTE);
  const swaps = new Map<string, Address>([
    ['a wallet', STRANGER],
    ['an address without account', keyOf('nobody')],
    ['the same address of another program', evil.bridge],
    ['the event authority of another program', evil.eventAuthority],
    ['another remote', at.remote(ANOTHER.domain)],
    ['another root', at.root(ANOTHER.domain, 0n, 1)],
    ['another status page', at.status(ANOTHER.domain, 0n)],
    ['another bridged token', calls.mintOf(ANOTHER)],
    ['a program that does nothing', FAKE_PROGRAM],
    ['the program itself', bridge.program],
    ['the system program', SYSTEM_PROGRAM],
    ["a token account of the attacker's", tokenAccountOf(mint, STRANGER)],
    ['a credit of another', at.claimable(mint, STRANGER)],
  ]);
  if (bridge.asset.mint !== undefined) {
    swaps.set("a token account of the attacker's, of the asset", tokenAccountOf(bridge.asset.mint, STRANGER));
    swaps.set('the mint of the asset', bridge.asset.mint);
  }
  // Other accounts of the same call.
  for (const [name, address] of Object.entries(call.accounts))
    if (address !== null) swaps.set(`its own ${name}`, address);
  const account = original === null ? undefined : chain.account(original);
  if (account !== undefined) {
    const copy = keyOf('copy');
    chain.put(copy, { ...account, owner: EVIL_PROGRAM, executable: false });
    swaps.set("a copy that the attacker's program owns", copy);
    // Anyone can make an account of the program without content, or one of another program with the same content.
    const own = account.owner === bridge.program;
    const twin = keyOf('twin');
    chain.put(twin, { ...account, data: own ? new Uint8Array(account.data.length) : account.data, executable: false });
    swaps.set(own ? 'an empty account of the program' : TWIN, twin);
  }
  return swaps;
}

/** Adds accounts for the swaps: a remote with a root, a page and credits, and the attacker's tokens. */
function plantAccounts(bridge: Bridge): void {
  const { chain, at, calls } = bridge;
  const genuine = chain.account(at.bridge);
  if (genuine === undefined) return;
  chain.put(new Addresses(EVIL_PROGRAM).bridge, { ...genuine, owner: EVIL_PROGRAM });
  bridge.register(ANOTHER);
  for (const remote of [REMOTE, ANOTHER]) {
    const lock = bridge.inbound(KIND.lock, { recipient: wordOf(STRANGER) }, remote);
    bridge.run(calls.mint(bridge.commit([lock], remote), 0, remote));
  }
  for (const mint of [calls.mintOf(REMOTE), bridge.asset.mint])
    if (mint !== undefined) bridge.giveTokens(STRANGER, 10n ** 6n, mint);
}

describe('account swaps', () => {
  for (const { name, bridge, prepare } of SCENARIOS) {
    it(`all fail in ${name}`, () => {
      const { chain, program } = bridge;
      chain.addProgram(FAKE_PROGRAM, noopProgram(CODE));
      const call = prepare(plantAccounts);
      const instruction = instructionOf(program, call);
      let swaps = 0;
      for (const [index, { name: item, address: genuine }] of accountItems(call.name).entries()) {
        if (FREE[item]?.includes(call.name)) continue;
        const original = call.accounts[item] ?? null;
        for (const [kind, address] of attackersAccounts(bridge, call, original)) {
          const meta = instruction.accounts[index];
          if (meta === undefined || address === meta.address || address === genuine) continue;
          // A sender may have several token accounts.
          if (item === 'senderToken' && kind === TWIN) continue;
          if (!canSign(meta, address)) continue;
          swaps++;
          assertCleanFailure(chain.send([swapped(instruction, index, address)]), `${item} exchanged for ${kind}`);
        }
      }
      // The unchanged call succeeds.
      bridge.run(call);
      if (swaps === 0) throw new Error('nothing was exchanged');
    });
  }
});
