import type { ChainProvider, KeyHandle } from '@causeway/chains';
import type { BuiltInKind } from '@causeway/protocol';
import { MemoryChain, memoryKey } from '../../test-support/index.ts';
import { alice, ETHER, members, outsider, relayer } from './bridges.ts';
import { radAlice, radMembers, radOutsider, radRelayer, XRD } from './radix-offline.ts';
import { SOL, solAlice, solMembers, solOutsider, solRelayer } from './solana.ts';

/** The actors on a kind of chain, and the local units of one coin. */
export interface Actors {
  readonly alice: KeyHandle;
  readonly relayer: KeyHandle;
  readonly members: readonly KeyHandle[];
  /** A key without any role or money. */
  readonly outsider: KeyHandle;
  readonly unit: bigint;
}

const EVM: Actors = { alice, relayer, members, outsider, unit: ETHER };
const SOLANA: Actors = { alice: solAlice, relayer: solRelayer, members: solMembers, outsider: solOutsider, unit: SOL };
const RADIX: Actors = { alice: radAlice, relayer: radRelayer, members: radMembers, outsider: radOutsider, unit: XRD };

const ACTORS: Readonly<Record<BuiltInKind, Actors>> = { evm: EVM, solana: SOLANA, radix: RADIX };

/** A chain in memory writes the addresses of its kind, and has an oracle of its own. */
const MEMORY = {
  members: [1, 2, 3, 4, 5].map((number) => memoryKey(1_010 + number)),
  unit: 10n ** 9n,
};

export const actorsOf = (provider: ChainProvider): Actors => ({
  ...ACTORS[provider.kind as BuiltInKind],
  ...(provider instanceof MemoryChain && MEMORY),
});
