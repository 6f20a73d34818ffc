import type { ChainProvider, KeyHandle } from '@causeway/chains';
import type { ChainKind } from '@causeway/protocol';
import { alice, ETHER, members, relayer } from './bridges.ts';
import { radAlice, radMembers, radRelayer, XRD } from './radix-offline.ts';
import { SOL, solAlice, solMembers, solRelayer } from './solana.ts';

/** The actors on a kind of chain, and the local units of one coin. */
interface Actors {
  readonly alice: KeyHandle;
  readonly relayer: KeyHandle;
  readonly members: readonly KeyHandle[];
  readonly unit: bigint;
}

const EVM: Actors = { alice, relayer, members, unit: ETHER };
const SOLANA: Actors = { alice: solAlice, relayer: solRelayer, members: solMembers, unit: SOL };
const RADIX: Actors = { alice: radAlice, relayer: radRelayer, members: radMembers, unit: XRD };

const ACTORS: Readonly<Record<ChainKind, Actors>> = { evm: EVM, solana: SOLANA, radix: RADIX };

export const actorsOf = ({ kind }: ChainProvider): Actors => ACTORS[kind];
