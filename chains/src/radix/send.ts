import {
  fail,
  formatDecimal,
  ok,
  type Result,
  type SendOperation,
  type Submission,
  toWireAmount,
  type UnsignedTransactionOf,
} from '@causeway/protocol';
import type { KeyHandle, SendArguments } from '../provider.ts';
import { nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import { address, bucket, bytes, callMethod, decimal, type ManifestText, takeFromWorktop, u32 } from './manifest.ts';
import { resourceOf, unitsOf } from './oracle-calls.ts';
import { signManifest } from './sign-manifest.ts';

/** Signs the lock or burn of `key`'s account, after a trial run that finds a refusal. */
export async function prepareSend(
  context: RadixContext,
  operation: SendOperation,
  key: KeyHandle,
  args: SendArguments,
): Promise<Result<readonly Submission[]>> {
  const written = writeSend(context, operation, key.address, args);
  if (!written.ok) return written;
  const signed = await signManifest(context.connection, key, written.value);
  return signed.ok ? ok([signed.value]) : signed;
}

/**
 * The unsigned lock or burn of `from`. Fails with SENDER_REQUIRED without it, because the manifest names the account
 * that it withdraws from.
 */
export async function unsignedSend(
  context: RadixContext,
  operation: SendOperation,
  from: string | undefined,
  args: SendArguments,
): Promise<Result<readonly UnsignedTransactionOf<'radix'>[]>> {
  if (from === undefined) return fail('SENDER_REQUIRED', 'a Radix manifest names its sender: give the address');
  const manifest = writeSend(context, operation, from, args);
  if (!manifest.ok) return manifest;
  return ok([{ kind: 'radix', networkId: context.connection.network.id, manifest: manifest.value, blobs: [] }]);
}

/** Withdraws exactly the amount from `from` and locks or burns it. Contains no fee instruction. */
function writeSend(
  context: RadixContext,
  operation: SendOperation,
  from: string,
  { remote, recipient, localAmount, reference, refundAddress = from }: SendArguments,
): Result<ManifestText> {
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
  const token = address(resource.value);
  const amount = decimal(formatDecimal(localAmount, decimals));
  const tokens = bucket('tokens');
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
          bytes(reference),
          refund,
        );
  return ok([callMethod(from, 'withdraw', token, amount), takeFromWorktop(token, amount, tokens), call].join(''));
}
