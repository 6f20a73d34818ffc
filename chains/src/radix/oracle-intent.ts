import type { Anchor } from './anchor.ts';
import { accountOf } from './key.ts';
import { lockFee, type ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import type { IntentTerms } from './transaction.ts';

/** An intent of the oracle's: what its anchor says, written out. */
export type OracleTerms = IntentTerms & Anchor;

/**
 * The intent that the oracle's members sign: the fee, out of the notary's own account, and then one instruction a call,
 * and nothing else. All that the anchor can choose are the epochs, the nonce, who pays, the tip and the most that is paid.
 */
export const oracleIntent = (
  anchor: Anchor,
  instructions: readonly ManifestText[],
  network: RadixNetwork,
): OracleTerms => ({
  ...anchor,
  network,
  manifest: [lockFee(accountOf(anchor.notary, network), String(anchor.feeXrd)), ...instructions].join(''),
});
