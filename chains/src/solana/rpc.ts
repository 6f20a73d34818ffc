import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import { PublicKey } from '@solana/web3.js';
import type { RpcFailure } from '../failures.ts';
import { endpointMessage } from '../rpc/endpoint-message.ts';
import { RpcError } from '../rpc/json-rpc.ts';
import { type Endpoint, PatientQuorum, ShownBlocks } from '../rpc/quorum.ts';
import { SharedReads } from '../rpc/shared-reads.ts';
import { AccountBatches } from './account-batches.ts';
import { accountsAnswer, blockAnswer, numberAnswer, type RpcAccount, slotsAnswer } from './wire.ts';

/** Commitment of all reads: two thirds of the stake voted. `finalized` is used only to find the final slot. */
export const COMMITMENT = 'confirmed';

/** Newest transaction version that Causeway requests and reads. Endpoints also show all older ones. */
export const MAX_TRANSACTION_VERSION = 1;

/** Number of blocks after which a block hash is no longer usable. */
export const BLOCKHASH_BLOCKS = 150;

/** How many slots below the claimed heights are searched for a block that a quorum can show. */
const HEAD_SEARCH = 4;

/** The block of a slot: the one in it or, when the slot was skipped, the newest before it. */
export interface SlotBlock extends BlockRef {
  /** Number of blocks up to and including this one. */
  readonly height: number;
  /** Hash of the block of the slot before. */
  readonly parentHash: string;
}

/** An account without its lamports, because anyone can raise them. */
export interface AccountState {
  readonly owner: PublicKey;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

/** The endpoints of one Solana cluster, read as one. */
export class SolanaRpc extends PatientQuorum {
  readonly shown: ShownBlocks;
  readonly #accounts = new SharedReads<Result<AccountState | null, RpcFailure>>();
  readonly #batches = new AccountBatches(readAccounts);
  readonly #slots = new SharedReads<Result<readonly number[], RpcFailure>>();
  readonly #blocks = new SharedReads<Result<SlotBlock | null, RpcFailure>>();

  constructor(endpoints: readonly Endpoint[], quorum: number, clock: Clock, graceMs?: number) {
    super(endpoints, quorum, endpointMessage, clock, graceMs);
    this.shown = new ShownBlocks(clock);
  }

  /**
   * The newest slot with a block that a quorum has reached, with a hash that a quorum confirms. When the highest
   * candidate is not confirmed (an endpoint lied, or does not show the block yet), the next one is tried.
   */
  async head(): Promise<Result<SlotBlock, RpcFailure>> {
    const heights = await this.reachedSlots(COMMITMENT);
    if (!heights.ok) return heights;
    const lowest = heights.value.at(-1) as number;
    const below = Array.from({ length: Math.min(HEAD_SEARCH, lowest) }, (_, index) => lowest - 1 - index);
    let failure: Result<never, RpcFailure> = fail('NO_QUORUM', 'no block is known to enough endpoints', true);
    for (const slot of new Set([...heights.value, ...below])) {
      const block = await this.block(slot);
      if (block.ok && block.value !== null) return ok(block.value);
      if (!block.ok) failure = block;
    }
    return failure;
  }

  /**
   * Slots that at least a quorum of endpoints has reached, the highest first. The bridges of a cluster that ask in the
   * same turn of the event loop share one read.
   */
  reachedSlots(commitment: 'confirmed' | 'finalized'): Promise<Result<readonly number[], RpcFailure>> {
    const read = () =>
      this.reached(async (endpoint) => numberAnswer.parse(await endpoint.send('getSlot', [{ commitment }])));
    return this.#slots.read(commitment, read);
  }

  /**
   * The block of `slot`; null when a quorum has not reached it. Equal requests in the same turn of the event loop share
   * one read.
   */
  block(slot: number): Promise<Result<SlotBlock | null, RpcFailure>> {
    const read = async (endpoint: Endpoint) => this.shown.note(endpoint, await readBlock(endpoint, slot));
    return this.#blocks.read(String(slot), () => this.agreeSoon(read));
  }

  /**
   * The account at `address`, or null, in slot `since` or later. Equal requests in the same turn of the event loop
   * share one read, and the others one request.
   */
  account(address: PublicKey, since?: number): Promise<Result<AccountState | null, RpcFailure>> {
    return this.#account(address, since === undefined ? {} : { minContextSlot: since });
  }

  /** The account at `address` with its first `length` bytes alone, or null. */
  accountHead(address: PublicKey, length: number): Promise<Result<AccountState | null, RpcFailure>> {
    return this.#account(address, { dataSlice: { offset: 0, length } });
  }

  #account(address: PublicKey, options: AccountOptions): Promise<Result<AccountState | null, RpcFailure>> {
    const text = address.toBase58();
    return this.#accounts.read(`${text} ${JSON.stringify(options)}`, async () => {
      const found = await this.agreeSoon(async (endpoint) => {
        const account = await this.#batches.read(endpoint, text, options);
        return account && { ...account, lamports: undefined };
      });
      return found.ok ? ok(found.value && toState(found.value)) : found;
    });
  }

  /**
   * Applies `part` to the accounts at `addresses`, base58, all read at once, in calls that others of this turn of the
   * event loop share. An account on which no quorum agrees gives undefined, so one that changes with every slot does
   * not block the others.
   */
  async accountParts<T>(
    addresses: readonly string[],
    part: (account: RpcAccount | null) => T,
  ): Promise<Result<readonly (T | undefined)[], RpcFailure>> {
    if (addresses.length === 0) return ok([]);
    const read = (asked: readonly string[]) => async (endpoint: Endpoint) =>
      (await Promise.all(asked.map((address) => this.#batches.read(endpoint, address, {})))).map(part);
    const together = await this.agreeSoon(read(addresses));
    if (together.ok || together.error.code !== 'NO_QUORUM') return together;
    const parts: (T | undefined)[] = [];
    for (const alone of await Promise.all(addresses.map((address) => this.agree(read([address]))))) {
      if (!alone.ok && alone.error.code !== 'NO_QUORUM') return alone;
      parts.push(alone.ok ? alone.value[0] : undefined);
    }
    return ok(parts);
  }

  /** Lamports at `address`. */
  lamports(address: PublicKey): Promise<Result<bigint, RpcFailure>> {
    return this.agreeSoon(async (endpoint) => (await readAccount(endpoint, address.toBase58()))?.lamports ?? 0n);
  }

  /** Lamports that exempt an account of `bytes` from rent. */
  rent(bytes: number): Promise<Result<bigint, RpcFailure>> {
    return this.agreeSoon(async (endpoint) =>
      BigInt(numberAnswer.parse(await endpoint.send('getMinimumBalanceForRentExemption', [bytes]))),
    );
  }
}

const toState = ({ owner, data, executable }: Omit<RpcAccount, 'lamports'>): AccountState => ({
  owner: new PublicKey(owner),
  data: Buffer.from(data, 'base64'),
  executable,
});

async function readAccount(endpoint: Endpoint, address: string): Promise<RpcAccount | null> {
  const [account = null] = await readAccounts(endpoint, [address]);
  return account;
}

/** Further options of getMultipleAccounts. */
interface AccountOptions {
  readonly minContextSlot?: number;
  readonly dataSlice?: { readonly offset: number; readonly length: number };
}

/** The accounts at `addresses`. Throws when the endpoint answers with an older state than `minContextSlot`. */
async function readAccounts(
  endpoint: Endpoint,
  addresses: readonly string[],
  options: AccountOptions = {},
): Promise<readonly (RpcAccount | null)[]> {
  const params = [addresses, { commitment: COMMITMENT, encoding: 'base64', ...options }];
  const answer = await endpoint.send('getMultipleAccounts', params);
  const { context, value } = accountsAnswer(addresses.length).parse(answer);
  if (context.slot < (options.minContextSlot ?? 0)) throw new Error(`shows the older slot ${context.slot}`);
  return value;
}

/** Error codes of getBlock for a slot without a block: not there yet or skipped recently, skipped, skipped long ago. */
const NO_BLOCK = new Set([-32_004, -32_007, -32_009]);

/** Slots searched in one request for the block before a skipped one. */
const SKIP_SEARCH = 512;

/** One endpoint's block of `slot`; null when the endpoint has not reached it. */
export async function readBlock(endpoint: Endpoint, slot: number): Promise<SlotBlock | null> {
  const at = await blockAt(endpoint, slot);
  if (at !== null) return at;
  const params = [slot, 1, { commitment: COMMITMENT }];
  const [next] = slotsAnswer.parse(await endpoint.send('getBlocksWithLimit', params));
  // Only a later block proves that the slot was skipped. A listed slot has a block that the endpoint cannot show yet.
  if (next === undefined || next === slot) return null;
  let before: number | undefined;
  for (let end = slot - 1; before === undefined && end >= 0; end -= SKIP_SEARCH) {
    before = (await slotsWithBlocks(endpoint, end - SKIP_SEARCH + 1, end)).at(-1);
  }
  if (before === undefined) throw new Error(`has no block at or before slot ${slot}`);
  const block = await blockAt(endpoint, before);
  if (block === null) throw new Error(`cannot show block ${before}`);
  return { ...block, number: slot, parentHash: block.hash };
}

/** Slots in `from` … `to` that have a block, in order. */
async function slotsWithBlocks(endpoint: Endpoint, from: number, to: number): Promise<readonly number[]> {
  const params = [Math.max(0, from), to, { commitment: COMMITMENT }];
  return slotsAnswer.parse(await endpoint.send('getBlocks', params));
}

async function blockAt(endpoint: Endpoint, slot: number): Promise<SlotBlock | null> {
  const block = await getBlock(endpoint, slot, 'none');
  if (block === null) return null;
  const { blockhash, previousBlockhash, blockTime, blockHeight } = block;
  return {
    number: slot,
    hash: blockhash,
    parentHash: previousBlockhash,
    timeMs: blockTime * 1000,
    height: blockHeight,
  };
}

/** The block at `slot` with the requested details of its transactions; null when there is none to show. */
export async function getBlock(endpoint: Endpoint, slot: number, transactionDetails: 'none' | 'signatures') {
  const version = { maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION };
  const options = { commitment: COMMITMENT, transactionDetails, rewards: false, ...version };
  try {
    return blockAnswer.parse(await endpoint.send('getBlock', [slot, options]));
  } catch (error) {
    if (error instanceof RpcError && NO_BLOCK.has(error.code)) return null;
    throw error;
  }
}
