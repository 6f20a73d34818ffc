import { fail, type Result, type Submission } from '@causeway/protocol';
import type { ChainProvider, KeyHandle, OracleCall, OracleSignature } from './provider.ts';

/** Arguments of mintTokens and releaseTokens: one call, its anchor, its signatures and its payer. */
export interface SignedCall {
  readonly call: OracleCall;
  readonly signatures: readonly OracleSignature[];
  readonly anchor: string;
  readonly payer: KeyHandle;
}

/** The submission of one signed call. Fails with WrongAssetHome when the call is not of `operation`. */
export async function prepareSigned(
  provider: ChainProvider,
  operation: 'mintTokens' | 'releaseTokens',
  { call, signatures, anchor, payer }: SignedCall,
): Promise<Result<Submission>> {
  if (call.function !== operation) return fail('WrongAssetHome', `${call.function} is not ${operation}`);
  const transaction = await provider.build(anchor, [call]);
  return transaction.ok ? provider.prepareOracle(transaction.value, signatures, payer) : transaction;
}
