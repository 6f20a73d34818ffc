import { fail, ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { OracleFailure, SendFailure } from '../failures.ts';
import { awaitInclusion, type Following } from './await-inclusion.ts';
import type {
  ClaimArguments,
  KeyHandle,
  OracleCall,
  OracleSignature,
  OracleSigning,
  SendArguments,
  Sender,
  Settling,
  SwapCall,
} from './provider.ts';

// The bridge's operations from signing to inclusion, over the views of any kind of chain. Each returns the reference of
// its included transaction (EVM: hash; Solana: signature; Radix: intent's id). Each fails with a refusal by the
// contract's error name, usually before anything is sent; as `broadcast` does; or with NOT_INCLUDED.

/** One call of the oracle with its members' signatures of the transaction at `anchor`, and the key that pays. */
export interface SignedCall {
  readonly call: OracleCall;
  readonly signatures: readonly OracleSignature[];
  readonly anchor: string;
  readonly payer: KeyHandle;
}

type Executor = Sender & Pick<OracleSigning, 'build' | 'prepareOracle'>;

/** Locks `args.localAmount` local units of the canonical asset of `key`'s account, for `args.recipient` on a remote. */
export const lockTokens = (bridge: Sender, key: KeyHandle, args: SendArguments, following?: Following) =>
  send(bridge, bridge.prepareSend('lockTokens', key, args), key, following);

/** Burns `args.localAmount` local units of a bridged token of `key`'s account, for `args.recipient` at its home. */
export const burnTokens = (bridge: Sender, key: KeyHandle, args: SendArguments, following?: Following) =>
  send(bridge, bridge.prepareSend('burnTokens', key, args), key, following);

/** Pays everything that failed payments credited to `key`'s account in one asset. */
export const claimCredit = (bridge: Sender, key: KeyHandle, args: ClaimArguments, following?: Following) =>
  send(bridge, bridge.prepareClaim(key, args), key, following);

/** Calls the settler of swaps of `bridge` from `key`'s account. */
export const runSwapCall = (
  bridge: Sender,
  settler: Settling,
  key: KeyHandle,
  call: SwapCall,
  following?: Following,
): Promise<Result<string, SendFailure>> => send(bridge, settler.prepareSwap(key, call), key, following);

/** Closes the roots that `key`'s account paid and no message needs any more; their rent goes back to it. */
export const closeRoots = (bridge: Sender, key: KeyHandle, following?: Following) =>
  send(bridge, bridge.prepareCloseRoots?.(key) ?? Promise.resolve(ok([])), key, following);

/** Mints the bridged token for the message of `signed.call`. Fails with WrongAssetHome for another call. */
export const mintTokens = (bridge: Executor, signed: SignedCall, following?: Following) =>
  execute(bridge, 'mintTokens', signed, following);

/** Releases the canonical asset for the message of `signed.call`. Fails with WrongAssetHome for another call. */
export const releaseTokens = (bridge: Executor, signed: SignedCall, following?: Following) =>
  execute(bridge, 'releaseTokens', signed, following);

/** Sends the prepared submissions one after another. Returns the reference of the last one. */
async function send(
  bridge: Sender,
  preparing: Promise<Result<readonly SignedTransaction[], SendFailure>>,
  key: KeyHandle,
  following?: Following,
): Promise<Result<string, SendFailure>> {
  const prepared = await preparing;
  if (!prepared.ok) return prepared;
  let last: Result<string, SendFailure> = fail('NOT_INCLUDED', 'nothing was prepared');
  for (const submission of prepared.value) {
    last = await awaitInclusion(bridge, submission, key, following);
    if (!last.ok) {
      bridge.sequences?.release(prepared.value);
      return last;
    }
  }
  return last;
}

async function execute(
  bridge: Executor,
  operation: 'mintTokens' | 'releaseTokens',
  { call, signatures, anchor, payer }: SignedCall,
  following?: Following,
): Promise<Result<string, OracleFailure>> {
  if (call.function !== operation) return fail('WrongAssetHome', `${call.function} is not ${operation}`);
  const transaction = await bridge.build(anchor, [call]);
  if (!transaction.ok) return transaction;
  const submission = await bridge.prepareOracle(transaction.value, signatures, payer);
  return submission.ok ? awaitInclusion(bridge, submission.value, payer, following) : submission;
}
