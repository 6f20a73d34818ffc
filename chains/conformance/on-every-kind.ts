import type { ChainUnderTest } from './chain-under-test.ts';
import { evm } from './evm.ts';
import { MEMORY } from './memory.ts';
import { radix } from './radix.ts';
import { solana } from './solana.ts';

/** Every kind of chain that has a provider, and the chains in memory. */
const KINDS: readonly ChainUnderTest[] = [evm, solana, radix, ...MEMORY];

/** Runs `suite` against a chain of every kind, or of those that `applies` picks. */
export function onEveryKind(
  title: string,
  suite: (chain: ChainUnderTest) => void,
  applies: (chain: ChainUnderTest) => boolean = () => true,
): void {
  for (const chain of KINDS.filter(applies)) {
    describe(`${title}: ${chain.name}`, function () {
      this.timeout(180_000);
      before(() => chain.open());
      suite(chain);
    });
  }
}
