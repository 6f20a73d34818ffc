import { setTimeout as pause } from 'node:timers/promises';
import { controlOf } from './chain-control.ts';
import type { NetworkName } from './control.ts';
import { BLOCK_TIME } from './evm-control.ts';
import type { Stack } from './stack.ts';

/** Milliseconds between two readings of a chain's newest block. */
const LOOK_MS = 50;

/** Watches when the blocks of chains appear, to compare moments of different chains. */
export class BlockTimes {
  readonly #stack: Stack;
  readonly #seen = new Map<NetworkName, { readonly head: number; readonly ms: number }[]>();
  readonly #running: Promise<void>[];
  #isStopped = false;

  constructor(stack: Stack, chains: readonly NetworkName[]) {
    this.#stack = stack;
    this.#running = chains.map((name) => this.#watch(name));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** When the block that includes `transaction` appeared, milliseconds; LOOK_MS and an answer too late at most. */
  async of(chain: NetworkName, transaction: string): Promise<number> {
    const block = await controlOf(this.#stack, chain).blockOf(transaction);
    const seen = this.#seen.get(chain)?.find(({ head }) => head >= block);
    if (seen === undefined) throw new Error(`block ${block} of ${chain} was not seen`);
    return seen.ms;
  }

  async #watch(name: NetworkName): Promise<void> {
    const control = controlOf(this.#stack, name);
    const seen: { head: number; ms: number }[] = [];
    this.#seen.set(name, seen);
    while (!this.#isStopped) {
      const head = await control.head();
      if (head !== seen.at(-1)?.head) seen.push({ head, ms: performance.now() });
      await pause(LOOK_MS);
    }
  }
}

/** The median and the 95th percentile of spans of milliseconds, in words, in blocks of a stack's chains. */
export function inBlocks(spans: readonly number[]): string {
  const sorted = spans.map((ms) => ms / (BLOCK_TIME * 1_000)).toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1]?.toFixed(1);
  return `p50 ${at(0.5)}, p95 ${at(0.95)} blocks (${spans.length} swaps)`;
}
