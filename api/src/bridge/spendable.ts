import type { Network } from '@causeway/chains';
import type { Hex } from '@causeway/protocol';

/** What an address is that is not spendable, for people. */
export const UNSPENDABLE = 'a bridge, a settler, a token or a program of the chain, which could never spend it';

/**
 * The bridges and settlers of every family, their oracles, contracts and tokens on `network`, as left-padded addresses.
 * Vaults of swaps, and an account that stands for them, are not among them.
 */
function deployedOn({ deployment, providers }: Network): ReadonlySet<Hex> {
  const { oracle, contracts, bridges } = deployment;
  const texts = [oracle.address, ...Object.values(contracts)];
  const deployed = new Set<Hex>();
  for (const { address32, settler, oracle: own, canonicalAsset, remotes } of Object.values(bridges)) {
    deployed.add(address32);
    if (settler) deployed.add(settler.address32);
    const tokens = [canonicalAsset, ...Object.values(remotes).map(({ token }) => token)];
    texts.push(...[own, ...tokens.map(({ address }) => address)].filter((text) => typeof text === 'string'));
  }
  const [provider] = Object.values(providers);
  for (const text of texts) {
    // Some kinds have tokens and contracts that are no addresses of recipients; those are refused when they are parsed.
    const address = provider?.parseAddress(text);
    if (address?.ok) deployed.add(address.value);
  }
  return deployed;
}

const known = new WeakMap<Network, ReadonlySet<Hex>>();

/**
 * True unless nobody could spend what `address` (left-padded) receives on `network`: a bridge, its oracle, settler,
 * contracts and tokens, or a program or precompiled contract of the chain.
 */
export function isSpendable(network: Network, address: Hex): boolean {
  let deployed = known.get(network);
  if (!deployed) {
    deployed = deployedOn(network);
    known.set(network, deployed);
  }
  return !deployed.has(address) && !Object.values(network.providers).some((provider) => provider.isReserved(address));
}
