import type { ChainProvider } from '@causeway/chains';
import type { MemoryChain } from '@causeway/chains/test-support';

/** A chain in the view of an endpoint that answers some reads differently. */
export const showing = (chain: MemoryChain, other: Partial<ChainProvider>): ChainProvider =>
  new Proxy<ChainProvider>(chain, {
    get(target, name) {
      const value: unknown = Reflect.get(other, name) ?? Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
