import { type BlockRef, type Domain, ok } from '@causeway/protocol';
import { type Finality, noQuorum, READS_AT_ONCE } from './chain-checks.ts';
import { readInPages } from './pages.ts';
import { Recent } from './recent.ts';
import { type Checked, refuse } from './refusal.ts';
import type { SigningBridge } from './signing-chain.ts';

// Safety-critical: it decides which messages a signer takes as final without reading their blocks again.

/**
 * Most final blocks that are remembered of a chain, so that the next proposal over the same messages reads none of
 * them.
 */
const MOST_REMEMBERED = 100_000;

/** Number and hash of a block. */
type Block = Pick<BlockRef, 'number' | 'hash'>;

/**
 * Final blocks of one chain that had their recorded hash. All of them are ancestors of the newest, or the newest
 * itself.
 */
class Remembered {
  newest: Block | undefined;
  readonly #hashes = new Recent<string>(MOST_REMEMBERED);

  has({ number, hash }: Block): boolean {
    return this.#hashes.get(String(number)) === hash;
  }

  add({ number, hash }: Block): void {
    this.#hashes.set(String(number), hash);
    if (number > (this.newest?.number ?? -1)) this.newest = { number, hash };
  }
}

/**
 * The final blocks that one signer remembers, by chain. Even a final block can vanish. A chain that still has the
 * newest remembered block has all older ones, so that one read compares them all.
 */
export class KnownFinal {
  readonly #chains = new Map<Domain, Remembered>();

  /**
   * Checks that every message is at or below the final block of its source, and that its block still has the recorded
   * hash. Only blocks that are not remembered are read, and the newest that is. When the chain has another block there,
   * all of its blocks are forgotten, and this fails with NOT_FINAL. `go` fails once nobody waits for the answer.
   */
  async require(source: SigningBridge, messages: readonly Finality[], go: () => Checked<void>): Promise<Checked<void>> {
    const { provider } = source;
    const same = await this.#requireSame(source, messages[0]?.index);
    if (!same.ok) return same;
    const remembered = this.#of(provider.domain);
    const byBlock = new Map(messages.map((message) => [keyOf(message), message]));
    const unknown = [...byBlock.values()].filter(({ row }) => !remembered.has(row.at.block));
    if (unknown.length === 0) return ok(undefined);
    const finalized = await provider.finalized();
    if (!finalized.ok) return noQuorum(finalized.error, messages[0]?.index);
    const pending = unknown.find(({ row }) => row.at.block.number > finalized.value.number);
    if (pending) {
      const where = `${provider.name} block ${pending.row.at.block.number}`;
      return refuse('NOT_FINAL', `${where} is above the final block ${finalized.value.number}`, pending.index);
    }
    const check = ({ row, index }: Finality): Promise<Checked<void>> => requireBlock(source, row.at.block, index);
    const unchanged = await readInPages(unknown, READS_AT_ONCE, check, go);
    if (!unchanged.ok) return unchanged;
    for (const { row } of unknown) remembered.add(row.at.block);
    return ok(undefined);
  }

  /** Checks that the chain still has the newest remembered block. */
  async #requireSame(source: SigningBridge, index: number | undefined): Promise<Checked<void>> {
    const { domain } = source.provider;
    const { newest } = this.#of(domain);
    if (!newest) return ok(undefined);
    const same = await requireBlock(source, newest, index);
    if (!same.ok && same.error.code === 'NOT_FINAL') this.#chains.delete(domain);
    return same;
  }

  #of(domain: Domain): Remembered {
    const known = this.#chains.get(domain) ?? new Remembered();
    this.#chains.set(domain, known);
    return known;
  }
}

const keyOf = ({ row }: Finality): string => `${row.at.block.number}/${row.at.block.hash}`;

/** Checks that the chain has `block` at its number. */
async function requireBlock(
  { provider }: SigningBridge,
  { number, hash }: Block,
  index: number | undefined,
): Promise<Checked<void>> {
  const block = await provider.block(number);
  if (!block.ok) return noQuorum(block.error, index);
  if (block.value?.hash === hash) return ok(undefined);
  return refuse('NOT_FINAL', `a block of ${provider.name} changed since it was recorded`, index);
}
