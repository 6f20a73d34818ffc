import { evmKind } from './evm/kind.ts';
import type { LocalKind } from './kind.ts';
import type { DevnetNetwork } from './networks.ts';
import { radixKind } from './radix/kind.ts';
import { solanaKind } from './solana/kind.ts';

const KINDS = { evm: evmKind, solana: solanaKind, radix: radixKind };

/** The kind of chain of a network. */
export const kindOf = ({ kind }: Pick<DevnetNetwork, 'kind'>): LocalKind => KINDS[kind];
