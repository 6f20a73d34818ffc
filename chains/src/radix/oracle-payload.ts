import type { Anchor } from './anchor.ts';
import { accountOf } from './key.ts';
import { lockFee, type ManifestText } from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import type { IntentTerms } from './transaction.ts';

/** The terms of an oracle intent: its anchor, written out. */
export type OracleTerms = IntentTerms & Anchor;

/**
 * The intent that the oracle's members sign: the fee, paid from the notary's own account, then one instruction per
 * call, and nothing else. The anchor can choose only the epochs, the nonce, the payer, the tip and the highest fee.
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
