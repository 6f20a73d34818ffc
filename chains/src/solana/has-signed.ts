import type { Result } from '@causeway/protocol';
import type { RpcFailure } from '../failures.ts';
import { COMMITMENT, MAX_TRANSACTION_VERSION, type SolanaRpc } from './rpc.ts';
import { signaturesAnswer, signersAnswer } from './wire.ts';

/** The newest transactions of an account that are searched. Anyone can name it in theirs. */
const SEARCHED = 100;

/** True when `account` signed one of its newest transactions. */
export const hasSigned = (rpc: SolanaRpc, account: string): Promise<Result<boolean, RpcFailure>> =>
  rpc.agreeSoon(async (endpoint) => {
    const params = [account, { limit: SEARCHED, commitment: COMMITMENT }];
    const entries = signaturesAnswer.parse(await endpoint.send('getSignaturesForAddress', params));
    const options = {
      commitment: COMMITMENT,
      encoding: 'json',
      maxSupportedTransactionVersion: MAX_TRANSACTION_VERSION,
    };
    for (const { signature } of entries) {
      const signers = signersAnswer.parse(await endpoint.send('getTransaction', [signature, options]));
      if (signers?.includes(account)) return true;
    }
    return false;
  });
