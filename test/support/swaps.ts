import { strict as assert } from 'node:assert';
import { lockTokens, type Settling } from '@causeway/chains';
import { devKey } from '@causeway/devnet';
import { encodeTerms, FALLBACK, type Hex, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import { networkOf } from './chain-control.ts';
import type { SystemKind } from './control.ts';
import { read } from './invariants.ts';
import { completedOrder } from './own-key.ts';
import type { Stack } from './stack.ts';
import { unitsOf } from './ways.ts';

/** Seconds of a swap's life before and after now. */
export const HOUR = 3_600n;

/** The terms of a swap, and its id. */
export interface NewSwap {
  readonly encoded: Hex;
  readonly id: Hex;
}

/** Swaps of the peer's coin for this chain's asset. */
export interface Swaps {
  readonly settler: Settling;
  /** The symbol of the peer's coin. */
  readonly coin: string;
  /** Local address of the bridged coin. */
  readonly input: string;
  /** Seconds of the chain's newest block. */
  now(): Promise<bigint>;
  /**
   * Terms of `amount` coins of the peer for a quarter of an asset; their deadline has passed when `hours` are negative.
   */
  termsOf(salt: number, hours: bigint, change?: Partial<Terms>, amount?: string): Promise<NewSwap>;
  /** Locks coins of the peer for the swap `id`. Returns the transaction. */
  lock(id: Hex, amount?: string): Promise<string>;
  /** The same, until they are delivered. */
  locked(id: Hex, amount?: string): Promise<void>;
}

/** Swaps to the chain of `kind` for `recipient` there. */
export async function swapsOf(kind: SystemKind, stack: Stack, recipient: string): Promise<Swaps> {
  const { chain, peer, asset } = kind;
  const coin = networkOf(peer).assets.main.symbol;
  const provider = stack.provider(chain);
  const settler = provider.settler ?? assert.fail(`${chain} has no settler`);
  const remote = await read(provider.remote(stack.provider(peer).domain));
  const input = remote?.token ?? assert.fail(`${peer} is no remote of ${chain}`);
  const now = async () => BigInt(Math.floor((await read(provider.head())).timeMs / 1_000));
  const key = devKey('dave', networkOf(peer).kind);
  const lock = async (id: Hex, amount = '1') => {
    const localAmount = await unitsOf(stack, peer, coin, amount);
    const args = { remote: provider.domain, recipient: settler.vaultOf(id), localAmount, reference: id };
    return read(lockTokens(stack.provider(peer), key, args));
  };
  return {
    ...{ settler, coin, input, now, lock },
    async termsOf(salt, hours, change = {}, amount = '1') {
      const [time, amountIn, out] = await Promise.all([
        now(),
        unitsOf(stack, chain, coin, amount),
        unitsOf(stack, chain, asset, 1),
      ]);
      const encoded = encodeTerms({
        ...{ version: 1, domain: provider.domain, settler: settler.address },
        ...{ assetIn: await read(Promise.resolve(settler.assetOf(input))), amountIn },
        ...{ assetOut: ZERO_32, quotedOut: out / 4n, minOut: out / 5n },
        recipient: await read(Promise.resolve(provider.parseAddress(recipient))),
        solver: ZERO_32,
        ...{ exclusiveUntil: time + hours * HOUR, deadline: time + hours * HOUR + HOUR / 2n },
        ...{ fallback: FALLBACK.token, home: 0, homeAddress: ZERO_32 },
        ...{ finishFee: amountIn / 100n, salt: `0x${salt.toString(16).padStart(64, '0')}` },
        ...change,
      });
      return { encoded, id: termsIdOf(encoded) };
    },
    locked: async (id, amount) => void (await completedOrder(stack, await lock(id, amount))),
  };
}
