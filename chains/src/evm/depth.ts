import type { Domain } from '@causeway/protocol';

/** Networks of one way to finality, on which blocks of any usual depth can still be taken back. */
interface NotByDepth {
  /** Chain ids with the networks' names. */
  readonly networks: Readonly<Record<number, string>>;
  /** What makes blocks final there, and what 32 blocks are without it. */
  readonly why: string;
  /** The page that says so. */
  readonly source: string;
}

/** Every network that is known to need the `finalized` tag. */
export const NOT_FINAL_BY_DEPTH: readonly NotByDepth[] = [
  {
    networks: { 1: 'Ethereum' },
    why: 'validators finalize blocks after two epochs, 64 slots, and much later while too few of them vote',
    source: 'https://ethereum.org/developers/docs/consensus-mechanisms/pos#finality',
  },
  {
    networks: {
      10: 'OP Mainnet',
      130: 'Unichain',
      480: 'World Chain',
      1868: 'Soneium',
      8453: 'Base',
      42220: 'Celo',
      57073: 'Ink',
    },
    why: "32 blocks are about a minute of one sequencer's word, and a block is final once Ethereum has finalized its data",
    source: 'https://docs.optimism.io/stack/transactions/transaction-finality',
  },
  {
    networks: { 42161: 'Arbitrum One', 42170: 'Arbitrum Nova' },
    why: "32 blocks are about 8 seconds of one sequencer's word, and a block is final once Ethereum has finalized its batch",
    source: 'https://docs.arbitrum.io/how-arbitrum-works/reference/finality-and-reorgs',
  },
  {
    networks: { 59144: 'Linea' },
    why: "32 blocks are seconds of one sequencer's word, and a block is final once Ethereum has finalized its proof",
    source: 'https://docs.linea.build/network/overview/transaction-finality',
  },
  {
    networks: { 137: 'Polygon' },
    why: 'validators finalize blocks by milestones, before which reorganisations have been deeper than 32 blocks',
    source: 'https://docs.polygon.technology/pos/concepts/finality/finality',
  },
  {
    networks: { 56: 'BNB Smart Chain' },
    why: 'validators finalize blocks by votes, without which 32 blocks are seconds of a few producers',
    source: 'https://github.com/bnb-chain/BEPs/blob/master/BEPs/BEP126.md',
  },
];

/**
 * Why depth alone makes no block final on the network `domain`, as a sentence; undefined where nothing is known against
 * it.
 */
export function whyNotByDepth(domain: Domain): string | undefined {
  const known = NOT_FINAL_BY_DEPTH.find(({ networks }) => domain in networks);
  return known && `on ${known.networks[domain]} ${known.why} (${known.source})`;
}
