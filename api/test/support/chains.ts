import { type AssetRecord, chainConfig, type Deployment, type Network, registryOf } from '@causeway/chains';
import {
  ApartMemoryChain,
  ExpiringMemoryChain,
  limitKey,
  MemoryChain,
  MemorySettler,
  RADIX_FORM,
  SOLANA_FORM,
} from '@causeway/chains/test-support';
import { COIN_TYPE, slip44Domain, uintToHex } from '@causeway/protocol';

/** One second of the tests' clock, 2026-01-05T12:00:00Z. */
export const START_MS = 1_767_614_400_000;
/** Milliseconds between blocks. */
const BLOCK_MS = 2_000;
/** Wire units that a lane holds at most, and that it can still move. */
const CAPACITY = 10n ** 15n;

const COMMON = { members: [], threshold: 3, startMs: START_MS };

const asset = (symbol: string, name: string, more: Partial<AssetRecord> = {}): AssetRecord => ({
  ...{ symbol, name, decimals: 18, address: null },
  ...more,
});

/** A chain like Solana in its addresses, and in transactions that expire. */
export const solanaChain = () =>
  new ApartMemoryChain({
    ...{ name: 'solana', domain: slip44Domain('local', COIN_TYPE.solana), kind: 'solana', form: SOLANA_FORM },
    ...{ asset: asset('SOL', 'Solana', { decimals: 9 }), ...COMMON },
  });

/** A chain like Radix in its addresses, in transactions that expire, and in blocks that are final at once. */
export const radixChain = () =>
  new ExpiringMemoryChain({
    ...{ name: 'radix', domain: slip44Domain('local', COIN_TYPE.radix), kind: 'radix', form: RADIX_FORM },
    ...{ asset: asset('XRD', 'Radix'), finalityBlocks: 0, ...COMMON },
  });

/** Sets what a lock or burn on `chain` may move, in wire units. */
export function limitTo(chain: MemoryChain, minAmount: bigint, maxAmount: bigint): void {
  const limit = { minAmount, maxAmount, capacity: CAPACITY, available: CAPACITY };
  for (const remote of chain.registrations.keys()) {
    for (const side of ['canonical', 'bridged'] as const) chain.settings.limits.set(limitKey(remote, side), limit);
  }
}

/** Makes blocks of `chain` until those up to now are final. */
export const finalise = (chain: MemoryChain): void => chain.mine(chain.finalityBlocks + 1);

/** The address of the settlers in tests. */
export const SETTLER = uintToHex(0x5e77_1e72, 20);

/** The same deployment with a settler of each bridge. */
function withSettlers(deployment: Deployment): Deployment {
  const settler = { address: SETTLER, address32: uintToHex(0x5e77_1e72, 32) };
  const bridges = Object.entries(deployment.bridges).map(([family, bridge]) => [family, { ...bridge, settler }]);
  return { ...deployment, bridges: Object.fromEntries(bridges) };
}

/**
 * Three chains in memory, each with its own asset: ETH and POL are coins, ARB is a token; and the chains in `more`. All
 * are connected by open lanes, except those in `closed`, such as "ethereum polygon". The bridges on the chains in
 * `settlers` have one.
 */
export function testChains({
  closed = '',
  more = [],
  settlers = [],
}: {
  closed?: string;
  more?: readonly MemoryChain[];
  settlers?: readonly string[];
} = {}) {
  const ethereum = new MemoryChain({ name: 'ethereum', domain: 31_101, asset: asset('ETH', 'Ether'), ...COMMON });
  const polygon = new MemoryChain({ name: 'polygon', domain: 31_102, asset: asset('POL', 'Polygon'), ...COMMON });
  const arb = asset('ARB', 'Arbitrum', { address: uintToHex(0xa4b, 20) });
  const arbitrum = new MemoryChain({ name: 'arbitrum', domain: 31_103, asset: arb, ...COMMON });
  const chains = [ethereum, polygon, arbitrum, ...more];
  for (const here of chains) {
    for (const there of chains) if (here !== there) here.connect(there, closed !== `${here.name} ${there.name}`);
    limitTo(here, 1_000_000n, 1_000_000_000_000n);
    here.blockMs = BLOCK_MS;
    here.mine();
  }
  const config = chainConfig.parse({ value: false, rpc: ['http://127.0.0.1:1'], escalateAfterMs: 30_000 });
  for (const chain of chains.filter(({ name }) => settlers.includes(name))) {
    Object.assign(chain, { settler: new MemorySettler(chain, SETTLER) });
  }
  const networks: Network[] = chains.map((chain) => ({
    ...{ name: chain.name, config, providers: { [chain.family]: chain } },
    deployment: settlers.includes(chain.name) ? withSettlers(chain.deployment()) : chain.deployment(),
  }));
  return { ethereum, polygon, arbitrum, networks, registry: registryOf(networks) };
}

/**
 * Lets `meanwhile` end between the next result of `operation` and its caller, which learns of the result afterwards.
 */
export function interrupt(
  chain: MemoryChain,
  operation: 'balance' | 'prepareSend' | 'prepareTransfer',
  meanwhile: () => Promise<unknown>,
): void {
  const usual = chain[operation] as (...args: unknown[]) => Promise<unknown>;
  const once = async (...args: unknown[]) => {
    Object.assign(chain, { [operation]: usual });
    const result = await Reflect.apply(usual, chain, args);
    await meanwhile();
    return result;
  };
  Object.assign(chain, { [operation]: once });
}

/** A moment in which something stands still: `reached` once it is there, until the test lets it go on. */
export function gate() {
  const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const pass = () => {
    reached.resolve();
    return opened.promise;
  };
  return { pass, reached: reached.promise, open: opened.resolve };
}
