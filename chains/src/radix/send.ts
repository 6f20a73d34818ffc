import {
  fail,
  formatDecimal,
  ok,
  type Result,
  type SendOperation,
  type SignedTransaction,
  toWireAmount,
} from '@causeway/protocol';
import type { SendFailure } from '../failures.ts';
import { bound } from '../provider/compose.ts';
import type { ClaimArguments, KeyHandle, SendArguments, Sender } from '../provider/provider.ts';
import { refusalSentence } from '../provider/refusals.ts';
import { map } from '../provider/result.ts';
import { nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import {
  address,
  bucket,
  bytes,
  callMethod,
  decimal,
  type ManifestText,
  NONE,
  takeFromWorktop,
  u32,
  WORKTOP,
} from './manifest.ts';
import { resourceOf, unitsOf } from './oracle-calls.ts';
import { outcomeOf } from './outcome.ts';
import { readClaimable, readFee } from './reads.ts';
import { broadcast, notReplaceable } from './sender.ts';
import { signManifest } from './sign-manifest.ts';
import type { RadixTransaction } from './unsigned.ts';
import { wellKnown, XRD_DECIMALS } from './well-known.ts';

/** Sending on one Radix network. */
export const sending = (context: RadixContext): Sender => ({
  ...bound(context, { prepareSend, prepareClaim, unsignedClaim, unsignedSend, outcome: outcomeOf }),
  creditor: context.locker,
  replace: async () => notReplaceable(),
  broadcast: (submission) => broadcast(context.connection, submission),
});

/** Signs the lock or burn of `key`'s account, after a trial run that finds a refusal. */
async function prepareSend(
  context: RadixContext,
  operation: SendOperation,
  key: KeyHandle,
  args: SendArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  return signedBy(context, key, await writeSend(context, operation, key.address, args));
}

async function prepareClaim(
  context: RadixContext,
  key: KeyHandle,
  args: ClaimArguments,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  return signedBy(context, key, await writeClaim(context, key.address, args));
}

/** The one transaction of a manifest, once it is written. */
async function signedBy(
  { connection }: RadixContext,
  key: KeyHandle,
  written: Result<ManifestText, SendFailure>,
): Promise<Result<readonly SignedTransaction[], SendFailure>> {
  if (!written.ok) return written;
  return map(await signManifest(connection, key, written.value), (signed) => [signed]);
}

/** The claim of `from`, after a trial run that finds a refusal. */
async function unsignedClaim(
  context: RadixContext,
  from: string,
  args: ClaimArguments,
): Promise<Result<readonly RadixTransaction[], SendFailure>> {
  const written = await writeClaim(context, from, args);
  if (!written.ok) return written;
  const refusal = await context.connection.rpc.refusalOf(written.value);
  if (!refusal.ok) return refusal;
  return refusal.value === null ? ok([unsigned(context, written.value)]) : { ok: false, error: refusal.value };
}

/** The claim of the credit of `from` in the locker, deposited by that account or by another that takes it. */
async function writeClaim(
  context: RadixContext,
  from: string,
  { home, to = from }: ClaimArguments,
): Promise<Result<ManifestText, SendFailure>> {
  const { connection, locker } = context;
  const strange = [from, to].find((account) => nodeIdOf(account, 'account', connection.network) === null);
  if (strange !== undefined) {
    return fail('INVALID_ADDRESS', 'a Radix address here is that of an account');
  }
  const [resource, units] = [resourceOf(context, home), unitsOf(context, home)];
  if (!resource.ok) return resource;
  if (!units.ok) return units;
  const credit = await readClaimable(context, from, home);
  if (!credit.ok) return credit;
  if (credit.value === 0n) return fail('NothingToClaim', refusalSentence('NothingToClaim'));
  const amount = decimal(formatDecimal(credit.value, units.value.decimals));
  const deposit =
    to === from
      ? callMethod(to, 'deposit_batch', WORKTOP)
      : callMethod(to, 'try_deposit_batch_or_abort', WORKTOP, NONE);
  return ok(callMethod(locker, 'claim', address(from), address(resource.value), amount) + deposit);
}

/**
 * The unsigned lock or burn of `from`. Fails with SENDER_REQUIRED without it, because the manifest names the account
 * that it withdraws from.
 */
async function unsignedSend(
  context: RadixContext,
  operation: SendOperation,
  from: string | undefined,
  args: SendArguments,
): Promise<Result<readonly RadixTransaction[], SendFailure>> {
  if (from === undefined) return fail('SENDER_REQUIRED', 'a Radix manifest names its sender: give the address');
  const manifest = await writeSend(context, operation, from, args);
  if (!manifest.ok) return manifest;
  return ok([unsigned(context, manifest.value)]);
}

const unsigned = ({ connection }: RadixContext, manifest: ManifestText): RadixTransaction => ({
  kind: 'radix',
  networkId: connection.network.id,
  manifest,
  blobs: [],
});

/**
 * Withdraws exactly the amount and the remote's delivery fee from `from`, and locks or burns the amount. Contains no
 * instruction that pays for the transaction.
 */
async function writeSend(
  context: RadixContext,
  operation: SendOperation,
  from: string,
  { remote, recipient, localAmount, reference, refundAddress = from, maxFee }: SendArguments,
): Promise<Result<ManifestText, SendFailure>> {
  const { network } = context.connection;
  if (nodeIdOf(from, 'account', network) === null) {
    return fail('INVALID_ADDRESS', 'a Radix address here is that of an account');
  }
  if (nodeIdOf(refundAddress, 'account', network) === null) {
    return fail('InvalidRefundAddress', 'the refund address is no account on Radix');
  }
  const home = operation === 'lockTokens' ? context.deployment.domain : remote;
  const resource = resourceOf(context, home);
  if (!resource.ok) return resource;
  const units = unitsOf(context, home);
  if (!units.ok) return units;
  const { decimals, wireDecimals } = units.value;
  const wireAmount = toWireAmount(localAmount, decimals, wireDecimals);
  if (!wireAmount.ok) return wireAmount;
  const due = await readFee(context, remote);
  if (!due.ok) return due;
  if (maxFee !== undefined && due.value > maxFee) return fail('FeeTooHigh', refusalSentence('FeeTooHigh'));
  const token = address(resource.value);
  const amount = decimal(formatDecimal(localAmount, decimals));
  const [tokens, fee] = [bucket('tokens'), bucket('fee')];
  const refund = address(refundAddress);
  const { component } = context.identity;
  const call =
    operation === 'lockTokens'
      ? callMethod(
          component,
          'lock_tokens_with_reference',
          u32(remote),
          bytes(recipient),
          amount,
          tokens,
          fee,
          bytes(reference),
          refund,
        )
      : callMethod(
          component,
          'burn_tokens_with_reference',
          amount,
          u32(remote),
          bytes(recipient),
          tokens,
          fee,
          bytes(reference),
          refund,
        );
  const xrd = address(wellKnown('xrd', network));
  const feeAmount = decimal(formatDecimal(due.value, XRD_DECIMALS));
  return ok(
    [
      callMethod(from, 'withdraw', token, amount),
      takeFromWorktop(token, amount, tokens),
      ...(due.value === 0n ? [] : [callMethod(from, 'withdraw', xrd, feeAmount)]),
      takeFromWorktop(xrd, feeAmount, fee),
      call,
    ].join(''),
  );
}
