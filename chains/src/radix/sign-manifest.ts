import { ok, type Result, type SignedTransaction } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import type { KeyHandle } from '../provider/provider.ts';
import { MAX_EPOCHS } from './anchor.ts';
import type { RadixConnection } from './connection.ts';
import { lockFee, type ManifestText } from './manifest.ts';
import { notarize } from './transaction.ts';

/**
 * XRD that a sender reserves for the fee of a lock, burn or transfer, with a margin above the measured cost; the rest
 * comes back.
 */
const FEE_XRD = '5';

/** Signs `work` of `key`'s account, which pays for it, at most `feeXrd`, after a trial run that finds a refusal. */
export async function signManifest(
  { network, rpc, config, nextNonce }: RadixConnection,
  key: KeyHandle,
  work: ManifestText,
  feeXrd: string = FEE_XRD,
): Promise<Result<SignedTransaction, ReadFailure>> {
  const manifest = lockFee(key.address, feeXrd) + work;
  const { tipPercentage } = config;
  const [refusal, epoch] = await Promise.all([
    rpc.refusalOf(manifest, { payer: 'manifest', tipPercentage }),
    rpc.epoch(),
  ]);
  if (!refusal.ok) return refusal;
  if (refusal.value !== null) return { ok: false, error: refusal.value };
  if (!epoch.ok) return epoch;
  const endEpoch = epoch.value + MAX_EPOCHS;
  const terms = { network, startEpoch: epoch.value, endEpoch, nonce: nextNonce(), tipPercentage, manifest };
  const { reference, raw } = await notarize({ ...terms, notary: key.publicKey }, [], key);
  const fee = { feeXrd, tipPercentage: String(tipPercentage) };
  return ok({ reference, raw, payer: key.address, sequence: endEpoch, fee });
}
