import type { ChainProvider, KeyHandle } from '@causeway/chains';
import { alice, ETHER, members, relayer } from './bridges.ts';
import { SOL, solAlice, solMembers, solRelayer } from './solana.ts';

/** Who acts on a chain of some kind, and how many local units 1 of its coin is. */
interface Actors {
  readonly alice: KeyHandle;
  readonly relayer: KeyHandle;
  readonly members: readonly KeyHandle[];
  readonly unit: bigint;
}

const EVM: Actors = { alice, relayer, members, unit: ETHER };
const SOLANA: Actors = { alice: solAlice, relayer: solRelayer, members: solMembers, unit: SOL };

export const actorsOf = ({ kind }: ChainProvider): Actors => (kind === 'solana' ? SOLANA : EVM);
