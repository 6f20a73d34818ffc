import { type BlockRef, fail, ok, type Result } from '@causeway/protocol';
import { PublicKey } from '@solana/web3.js';
import type { Clock } from '../clock.ts';
import { endpointMessage } from '../endpoint-message.ts';
import { type Endpoint, PatientQuorum } from '../quorum.ts';
import { RpcError } from './endpoint.ts';
import { accountsAnswer, blockAnswer, numberAnswer, type RpcAccount, slotsAnswer } from './wire.ts';

/** Reads are of what two thirds of the stake voted for; `finalized` is asked for only to know what is final. */
export const COMMITMENT = 'confirmed';

/** Slots after which a block hash can no longer be used, counted in blocks. */
export const BLOCKHASH_BLOCKS = 150;

/** Most accounts that an endpoint shows at once. */
const MAX_ACCOUNTS = 100;

/** How far below the heights that endpoints claim a block is looked for that they can show. */
const HEAD_SEARCH = 4;

/** What the cluster has at a slot: the block there or, where the slot was skipped, the newest before it. */
export interface SlotBlock extends BlockRef {
  /** Blocks up to and including it. */
  readonly height: number;
}

/** An account without its lamports, which anyone can raise. */
export interface AccountState {
  readonly owner: PublicKey;
  readonly data: Uint8Array;
  readonly executable: boolean;
}

/** The endpoints of one Solana cluster, read as one. */
export class SolanaRpc extends PatientQuorum {
  /** Accounts asked for in this turn of the event loop. */
  readonly #asked = new Map<string, Promise<Result<AccountState | null>>>();

  constructor(endpoints: readonly Endpoint[], quorum: number, clock: Clock, graceMs?: number) {
    super(endpoints, quorum, endpointMessage, clock, graceMs);
  }

  /**
   * The newest slot with a block that a quorum has reached, its hash confirmed by a quorum. Where the highest candidate
   * is not (an endpoint claimed it and lied, or does not show the block yet), the next one is tried.
   */
  async head(): Promise<Result<SlotBlock>> {
    const heights = await this.reachedSlots(COMMITMENT);
    if (!heights.ok) return heights;
    const lowest = heights.value.at(-1) as number;
    const below = Array.from({ length: Math.min(HEAD_SEARCH, lowest) }, (_, index) => lowest - 1 - index);
    let failure: Result<never> = fail('NO_QUORUM', 'no block is known to enough endpoints', true);
    for (const slot of new Set([...heights.value, ...below])) {
      const block = await this.block(slot);
      if (block.ok && block.value !== null) return ok(block.value);
      if (!block.ok) failure = block;
    }
    return failure;
  }

  /** Slots that at least a quorum of endpoints has reached, the highest first. */
  reachedSlots(commitment: 'confirmed' | 'finalized'): Promise<Result<readonly number[]>> {
    return this.reached(async (endpoint) => numberAnswer.parse(await endpoint.send('getSlot', [{ commitment }])));
  }

  /** What the cluster has at `slot`, or null when a quorum is not there yet. */
  block(slot: number): Promise<Result<SlotBlock | null>> {
    return this.agreeSoon((endpoint) => readBlock(endpoint, slot));
  }

  /** The account at `address`, or null. Callers that ask for one account at the same moment share one read. */
  account(address: PublicKey): Promise<Result<AccountState | null>> {
    const text = address.toBase58();
    const asked = this.#asked.get(text);
    if (asked) return asked;
    const read = this.#readAccount(text);
    this.#asked.set(text, read);
    // Only until the next turn of the event loop: a later caller may know of what this read is too early to see.
    setImmediate(() => this.#asked.delete(text));
    return read;
  }

  async #readAccount(address: string): Promise<Result<AccountState | null>> {
    const found = await this.agreeSoon(async (endpoint) => {
      const account = await readAccount(endpoint, address);
      return account && { ...account, lamports: undefined };
    });
    return found.ok ? ok(found.value && toState(found.value)) : found;
  }

  /**
   * What `part` takes of the accounts at `addresses`, in base58, all read at once; undefined for each that no quorum
   * shows alike. So one that changes with every slot keeps nobody from reading the others.
   */
  async accountParts<T>(
    addresses: readonly string[],
    part: (account: RpcAccount | null) => T,
  ): Promise<Result<readonly (T | undefined)[]>> {
    if (addresses.length === 0) return ok([]);
    const read = (asked: readonly string[]) => async (endpoint: Endpoint) =>
      (await Promise.all(pagesOf(asked).map((page) => readAccounts(endpoint, page)))).flat().map(part);
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
  lamports(address: PublicKey): Promise<Result<bigint>> {
    return this.agreeSoon(async (endpoint) => (await readAccount(endpoint, address.toBase58()))?.lamports ?? 0n);
  }

  /** Lamports that an account of `bytes` keeps to be exempt from rent. */
  rent(bytes: number): Promise<Result<bigint>> {
    return this.agreeSoon(async (endpoint) =>
      BigInt(numberAnswer.parse(await endpoint.send('getMinimumBalanceForRentExemption', [bytes]))),
    );
  }
}

const pagesOf = (addresses: readonly string[]) =>
  Array.from({ length: Math.ceil(addresses.length / MAX_ACCOUNTS) }, (_, page) =>
    addresses.slice(MAX_ACCOUNTS * page, MAX_ACCOUNTS * (page + 1)),
  );

const toState = ({ owner, data, executable }: Omit<RpcAccount, 'lamports'>): AccountState => ({
  owner: new PublicKey(owner),
  data: Buffer.from(data, 'base64'),
  executable,
});

async function readAccount(endpoint: Endpoint, address: string): Promise<RpcAccount | null> {
  const [account = null] = await readAccounts(endpoint, [address]);
  return account;
}

async function readAccounts(endpoint: Endpoint, addresses: readonly string[]): Promise<readonly (RpcAccount | null)[]> {
  const params = [addresses, { commitment: COMMITMENT, encoding: 'base64' }];
  return accountsAnswer(addresses.length).parse(await endpoint.send('getMultipleAccounts', params));
}

/** Codes of getBlock for a slot without a block: not there yet or skipped lately, skipped, skipped long ago. */
const NO_BLOCK = new Set([-32_004, -32_007, -32_009]);

/** Slots searched at once for the block before a skipped one. */
const SKIP_SEARCH = 512;

/** One endpoint's view of `slot`, or null when it has not come so far. */
export async function readBlock(endpoint: Endpoint, slot: number): Promise<SlotBlock | null> {
  const at = await blockAt(endpoint, slot);
  if (at !== null) return at;
  const params = [slot, 1, { commitment: COMMITMENT }];
  const [next] = slotsAnswer.parse(await endpoint.send('getBlocksWithLimit', params));
  // Only a later block proves that there is none here; one that is listed cannot be shown yet.
  if (next === undefined || next === slot) return null;
  let before: number | undefined;
  for (let end = slot - 1; before === undefined && end >= 0; end -= SKIP_SEARCH) {
    before = (await slotsWithBlocks(endpoint, end - SKIP_SEARCH + 1, end)).at(-1);
  }
  if (before === undefined) throw new Error(`has no block at or before slot ${slot}`);
  const block = await blockAt(endpoint, before);
  if (block === null) throw new Error(`cannot show block ${before}`);
  return { ...block, number: slot };
}

/** Slots from … to that have a block, in order. */
async function slotsWithBlocks(endpoint: Endpoint, from: number, to: number): Promise<readonly number[]> {
  const params = [Math.max(0, from), to, { commitment: COMMITMENT }];
  return slotsAnswer.parse(await endpoint.send('getBlocks', params));
}

async function blockAt(endpoint: Endpoint, slot: number): Promise<SlotBlock | null> {
  const block = await getBlock(endpoint, slot, 'none');
  if (block === null) return null;
  return { number: slot, hash: block.blockhash, timeMs: block.blockTime * 1000, height: block.blockHeight };
}

/** The block at `slot` with what was asked for of its transactions, or null when there is none to show. */
export async function getBlock(endpoint: Endpoint, slot: number, transactionDetails: 'none' | 'signatures') {
  const options = { commitment: COMMITMENT, transactionDetails, rewards: false, maxSupportedTransactionVersion: 0 };
  try {
    return blockAnswer.parse(await endpoint.send('getBlock', [slot, options]));
  } catch (error) {
    if (error instanceof RpcError && NO_BLOCK.has(error.code)) return null;
    throw error;
  }
}
