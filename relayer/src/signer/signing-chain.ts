import type { ChainIdentity, ChainProvider, ChainReader, OracleSigning, Sender } from '@causeway/chains';
import type { Bridge, Bridges } from '../bridges.ts';

/** The members of OracleSigning with which a signer checks, builds and signs the oracle's transactions. */
type SigningDesk = Pick<
  OracleSigning,
  'oracle' | 'oracleRules' | 'acceptsAnchor' | 'order' | 'build' | 'buildVoid' | 'simulate' | 'sign'
>;

/** What a signer may do with a bridge: read it, and sign its own transactions. It can submit nothing. */
export type SigningChain = ChainIdentity &
  ChainReader &
  SigningDesk &
  Pick<ChainProvider, 'compare' | 'verify' | 'close'>;

export type SigningBridge = Bridge<SigningChain>;
export type SigningBridges = Bridges<SigningBridge>;

/** Members of a provider that a signer must not have, not even unused. */
type Withheld = keyof Sender | 'prepareOracle' | 'wallet' | 'administration';

/**
 * `provider` without everything that prepares or sends a transaction. The type fails when a Sender gets another member.
 */
export function signingChain(provider: ChainProvider): SigningChain & { readonly [Member in Withheld]?: never } {
  const {
    prepareSend,
    prepareClaim,
    prepareCloseRoots,
    unsignedClaim,
    unsignedSend,
    replace,
    broadcast,
    outcome,
    ...more
  } = provider;
  const { administration, creditor, sequences, prepareOracle, wallet, ...rest } = more;
  return rest;
}
