import { evmVaultOf, fail, type Hex, isHex, ok, type SwapEvent, toAddress32, ZERO_32 } from '@causeway/protocol';
import type { Settling, SwapCall } from '../src/provider/settling.ts';
import type { MemoryChain } from './memory-chain.ts';

type Emitted = SwapEvent extends infer Each ? (Each extends SwapEvent ? Omit<Each, 'at'> : never) : never;

/**
 * The settler of a bridge in memory: it has vaults and words of assets like one on an EVM chain, and emits the events
 * that a test gives it.
 */
export class MemorySettler implements Settling {
  readonly seesDeliveries = true;
  readonly address: Hex;
  readonly #chain: MemoryChain;
  readonly #events: SwapEvent[] = [];

  constructor(chain: MemoryChain, address: Hex) {
    this.#chain = chain;
    this.address = toAddress32(address);
  }

  vaultOf(id: Hex): Hex {
    return evmVaultOf(this.address, id);
  }

  assetOf(address: string | null) {
    if (address === null) return ok(ZERO_32);
    return isHex(address, 20) ? ok(toAddress32(address)) : fail('InvalidAsset', `${address} is no token`);
  }

  /** Emits events in a new block. */
  async emit(...events: readonly Emitted[]): Promise<void> {
    this.#chain.mine();
    const head = await this.#chain.head();
    if (!head.ok) throw new Error(head.error.message);
    const block = head.value;
    for (const [index, event] of events.entries()) {
      this.#events.push({ ...event, at: { block, transaction: `${block.hash}/${index}`, index } } as SwapEvent);
    }
  }

  /** How often its events were read. */
  scans = 0;

  async scan(from: number, to: number | { readonly number: number }) {
    this.scans += 1;
    const last = await this.#chain.block(typeof to === 'number' ? to : to.number);
    if (!last.ok) return last;
    if (last.value === null) return fail('BLOCK_NOT_FOUND' as const, 'the block is not there yet', true);
    const events: SwapEvent[] = [];
    for (const event of this.#events) {
      const { number, hash } = event.at.block;
      if (number < from || number > last.value.number) continue;
      // A reorganisation takes its blocks' events with it.
      const block = await this.#chain.block(number);
      if (block.ok && block.value?.hash === hash) events.push(event);
    }
    return ok({ events, to: last.value });
  }

  async swap(id: Hex) {
    const filled = this.#events.find((event) => event.id === id && event.type === 'filled');
    return ok({ stage: filled ? ('filled' as const) : ('none' as const), filler: null });
  }

  async held() {
    return ok(0n);
  }

  async prepareSwap(_key: unknown, call: SwapCall): ReturnType<Settling['prepareSwap']> {
    throw new Error(`a chain in memory does not run ${call.function}`);
  }
}
