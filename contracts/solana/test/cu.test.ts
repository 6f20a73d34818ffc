// Compute units and transaction sizes against the committed figures and their bars. CAUSEWAY_UPDATE_CU=1 rewrites them.
import assert from 'node:assert/strict';
import { KIND, type Message } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { bytesOf, TOKEN_PROGRAM, wordOf } from './support/addresses.ts';
import { type Bridge, intervalOf, useBridge } from './support/bridge.ts';
import { type Call, instructionOf, withAccounts } from './support/call.ts';
import { type Account, type Chain, FEE_PAYER, SYSTEM_PROGRAM, sizesOf } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { REMOTE } from './support/setting.ts';
import { assertSnapshot, PACKET_BYTES, preamble } from './support/snapshot.ts';

/** Highest compute units of these calls. */
const BARS: Readonly<Record<string, number>> = {
  'lockTokens of SOL': 12_000,
  'lockTokens of a token': 16_000,
  'mintTokens under a root of 16': 20_000,
  'mintTokens under a root of 64': 20_000,
};
const RECIPIENT = keyOf('recipient');
/** Lamports. */
const FEE = 5_000_000n;

const computeUnits: Record<string, number> = {};
const transactionBytes: Record<string, { lookupTable: number; legacy: number }> = {};

describe('compute units', () => {
  const sol = useBridge();
  const token = useBridge({ decimals: 6 });

  const measure = (name: string, bridge: Bridge, call: Call) => {
    computeUnits[name] = bridge.run(call).computeUnits;
  };
  /** A root of `count` messages on a used lane; the last message is the one to act on. */
  const rootOf = (bridge: Bridge, count: number, kind: Message['kind'], recipient = RECIPIENT) => {
    bridge.commit([bridge.inbound(KIND.lock)]);
    const message = bridge.inbound(kind, { recipient: wordOf(recipient), wireAmount: 5_000_000n });
    return bridge.commit(Array.from({ length: count }, () => message));
  };

  it('of a lock', () => {
    for (const [name, bridge] of [
      ['lockTokens of SOL', sol],
      ['lockTokens of a token', token],
    ] as const) {
      bridge.run(bridge.calls.lock({ amount: 1_000n }));
      measure(name, bridge, bridge.calls.lock({ amount: 1_234_567n }));
      bridge.run(bridge.calls.setFee(REMOTE, FEE));
      measure(`${name}, with a delivery fee`, bridge, bridge.calls.lock({ amount: 1_234_567n, maxFee: FEE }));
    }
  });

  it('of a burn', () => {
    sol.giveBridged(10_000_000n);
    measure('burnTokens', sol, sol.calls.burn({ amount: 1_234_567n }));
    sol.run(sol.calls.setFee(REMOTE, FEE));
    measure('burnTokens, with a delivery fee', sol, sol.calls.burn({ amount: 1_234_567n, maxFee: FEE }));
  });

  it('of a commit', () => {
    const [first, second] = [0n, 64n].map((firstNonce) => ({
      source: REMOTE.domain,
      firstNonce,
      count: 64,
      root: wordOf(RECIPIENT),
    }));
    assert(first !== undefined && second !== undefined);
    measure('commitRoot, creating a status page', sol, sol.calls.commitRoot(first));
    measure('commitRoot', sol, sol.calls.commitRoot(second));
  });

  for (const count of [1, 16, 64])
    it(`of a mint under a root of ${count}, to an existing token account`, () => {
      sol.giveTokens(RECIPIENT, 0n, sol.calls.mintOf(REMOTE));
      const committed = rootOf(sol, count, KIND.lock);
      measure(`mintTokens under a root of ${count}`, sol, sol.calls.mint(committed, count - 1));
    });

  it('of a mint that is credited', () => {
    measure('mintTokens under a root of 16, credited', sol, sol.calls.mint(rootOf(sol, 16, KIND.lock), 15));
  });

  it('of a release', () => {
    for (const [name, bridge] of [
      ['releaseTokens of SOL under a root of 16', sol],
      ['releaseTokens of a token under a root of 16', token],
    ] as const) {
      bridge.run(bridge.calls.lock({ amount: 10_000_000n }));
      if (bridge.asset.mint !== undefined) bridge.giveTokens(RECIPIENT, 0n);
      measure(name, bridge, bridge.calls.release(rootOf(bridge, 16, KIND.burn), 15));
    }
  });

  it('of a release that is credited, and of the claim', () => {
    token.run(token.calls.lock({ amount: 10_000_000n }));
    const release = token.calls.release(rootOf(token, 16, KIND.burn), 15);
    measure('releaseTokens of a token under a root of 16, credited', token, release);
    const to = token.giveTokens(keyOf('to'), 0n);
    measure('claim of a token', token, token.calls.claim(RECIPIENT, to));
  });

  it('of a cancel', () => {
    measure('cancelOrder under a root of 16', sol, sol.calls.cancel(rootOf(sol, 16, KIND.lock), 15));
  });

  it('stay within the bars', () => {
    for (const [name, bar] of Object.entries(BARS)) {
      const units = computeUnits[name];
      assert(units !== undefined && units <= bar, `${name}: ${units}`);
    }
  });
});

/** An account of the Address Lookup Table program, never deactivated and extended in the first slot. */
function lookupTable(chain: Chain, addresses: readonly Address[]): Account {
  const head = Buffer.alloc(56);
  head.writeUInt32LE(1, 0);
  head.writeBigUInt64LE(2n ** 64n - 1n, 4);
  const data = Buffer.concat([head, ...addresses.map(bytesOf)]);
  const owner = 'AddressLookupTab1e1111111111111111111111111' as Address;
  return { lamports: chain.rent(data.length), owner, data: new Uint8Array(data) };
}

describe('transaction sizes', () => {
  const sol = useBridge();
  const token = useBridge({ decimals: 6 });
  const TABLE = keyOf('lookup table');

  /** The deployment's lookup table: the accounts that every call of a lane shares. */
  const tableOf = ({ at, calls, asset }: Bridge): Address[] => [
    at.bridge,
    at.oracles,
    at.escrow,
    at.eventAuthority,
    TOKEN_PROGRAM,
    SYSTEM_PROGRAM,
    at.remote(REMOTE.domain),
    calls.mintOf(REMOTE),
    ...(asset.mint === undefined ? [] : [asset.mint]),
  ];

  function measure(name: string, bridge: Bridge, call: Call, mint?: Address): void {
    // The payer of the fee also pays the rent.
    const paid = 'payer' in call.accounts ? withAccounts(call, { payer: FEE_PAYER }) : call;
    const instructions = [...preamble(FEE_PAYER, RECIPIENT, mint), instructionOf(bridge.program, paid)];
    transactionBytes[name] = sizesOf(instructions, FEE_PAYER, { [TABLE]: tableOf(bridge) });
  }

  const batchOf = (bridge: Bridge, depth: number, kind: Message['kind']) =>
    bridge.commit(Array.from({ length: 2 ** depth }, () => bridge.inbound(kind, { recipient: wordOf(RECIPIENT) })));

  it('of a commit', () => {
    const committed = batchOf(sol, 6, KIND.lock);
    measure('commitRoot', sol, sol.calls.commitRoot(intervalOf(committed)));
  });

  for (let depth = 0; depth <= 6; depth++) {
    it(`of proofs of ${depth} siblings`, () => {
      const locks = batchOf(sol, depth, KIND.lock);
      measure(`mintTokens, depth ${depth}`, sol, sol.calls.mint(locks, 0), sol.calls.mintOf(REMOTE));
      measure(`cancelOrder, depth ${depth}`, sol, sol.calls.cancel(locks, 0));
      measure(`releaseTokens of SOL, depth ${depth}`, sol, sol.calls.release(batchOf(sol, depth, KIND.burn), 0));
      const release = token.calls.release(batchOf(token, depth, KIND.burn), 0);
      measure(`releaseTokens of a token, depth ${depth}`, token, release, token.asset.mint);
    });
  }

  it('are measured on transactions that run', () => {
    const table = tableOf(sol);
    sol.chain.put(TABLE, lookupTable(sol.chain, table));
    const committed = batchOf(sol, 6, KIND.lock);
    const call = withAccounts(sol.calls.mint(committed, 63), { payer: FEE_PAYER });
    sol.run(call, { lookupTable: { [TABLE]: table } });
    assert.equal(sol.statusOf(63n), 'executed');
  });

  it('fit a packet with the lookup table', () => {
    for (const [name, { lookupTable }] of Object.entries(transactionBytes))
      assert(lookupTable <= PACKET_BYTES, `${name}: ${lookupTable}`);
  });

  it('and the compute units equal the snapshot', () => {
    assertSnapshot({ computeUnits, transactionBytes });
  });
});
