import { type KeyHandle, kindOf } from '@causeway/chains';
import { type Hex, isAddress32, ok } from '@causeway/protocol';
import type { NewSwap } from '@causeway/storage';
import type { RouteAmount } from '../../bridge/amount.ts';
import { chainProblem } from '../../bridge/chain-problem.ts';
import type { BridgeRoute } from '../../bridge/route.ts';
import { isSpendable, UNSPENDABLE } from '../../bridge/spendable.ts';
import type { Payer, WalletDirectory } from '../../bridge/wallets.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { OrderRequest } from './schemas.ts';

/** The checked facts of an order that is to be written. */
export interface Draft {
  readonly avatarId: string;
  readonly route: BridgeRoute;
  readonly amount: RouteAmount;
  /** To whom the bridge delivers, left-padded. */
  readonly recipient: Hex;
  /** Who is served in the end, left-padded: of a swap, whom its terms pay. */
  readonly beneficiary: Hex;
  readonly reference: Hex;
  readonly expiresAtMs: number;
  readonly swap?: NewSwap;
}

/**
 * The recipient that a caller names, or the caller's wallet on the destination, left-padded. Fails with
 * RECIPIENT_REQUIRED without both, and with INVALID_ADDRESS for an address that could spend nothing.
 */
export async function recipientOf(
  wallets: Pick<WalletDirectory, 'defaultAddress'>,
  avatarId: string,
  route: BridgeRoute,
  given: string | undefined,
): Promise<Answer<Hex>> {
  const { destination, destinationProvider } = route;
  const address = given ?? (await wallets.defaultAddress(avatarId, destination));
  if (address === undefined) {
    return refuse('RECIPIENT_REQUIRED', `give destinationAddress: there is no wallet of yours on ${destination.name}`);
  }
  const parsed = destinationProvider.parseAddress(address.trim());
  if (!parsed.ok) return refuse('INVALID_ADDRESS', `destinationAddress: ${parsed.error.message}`);
  const { addressLength } = kindOf(destination.deployment.kind);
  if (!isAddress32(parsed.value, addressLength))
    return refuse('INVALID_ADDRESS', 'destinationAddress is the zero address');
  if (!isSpendable(destination, parsed.value)) {
    return refuse('INVALID_ADDRESS', `destinationAddress is ${UNSPENDABLE}`);
  }
  return ok(parsed.value);
}

/**
 * The caller's custodial wallet that sends the lock: the wallet that `fromAddress` names, the default wallet without
 * it. Undefined when the caller holds the key.
 */
export async function payerOf(
  wallets: Pick<WalletDirectory, 'payer'>,
  avatarId: string,
  body: OrderRequest,
  { source, sourceProvider }: BridgeRoute,
): Promise<Payer | undefined> {
  if (body.fromAddress === undefined) return wallets.payer(avatarId, source);
  const parsed = sourceProvider.parseAddress(body.fromAddress.trim());
  return parsed.ok ? wallets.payer(avatarId, source, sourceProvider.formatAddress(parsed.value)) : undefined;
}

/** True when `address` is the wallet's address in any form that its chain accepts. */
function isAddressOf({ sourceProvider }: BridgeRoute, wallet: KeyHandle, address: string): boolean {
  const [own, given] = [wallet.address, address.trim()].map((text) => sourceProvider.parseAddress(text));
  return own?.ok === true && given?.ok === true && own.value === given.value;
}

/** Refuses another refund address than the custodial wallet that locks and is refunded. */
export function checkRefund(route: BridgeRoute, { key }: Payer, { refundAddress }: OrderRequest): Answer<void> {
  if (refundAddress === undefined || isAddressOf(route, key, refundAddress)) return ok(undefined);
  const advice = 'leave it out, or give fromAddress to send the lock yourself';
  return refuse('INVALID_ADDRESS', `refundAddress: your wallet ${key.address} locks and is refunded; ${advice}`);
}

/** The requested refund address, the sender or, if the address is valid on the source too, who is served. */
export function refundAddressOf(route: BridgeRoute, beneficiary: Hex, body: OrderRequest): Answer<string> {
  const { source, destination, sourceProvider } = route;
  const given = body.refundAddress ?? body.fromAddress;
  if (given === undefined) {
    if (source.deployment.kind === destination.deployment.kind) return ok(sourceProvider.formatAddress(beneficiary));
    return refuse('INVALID_ADDRESS', `give fromAddress or refundAddress: who is refunded on ${source.name}`);
  }
  const parsed = sourceProvider.parseAddress(given.trim());
  return parsed.ok ? ok(sourceProvider.formatAddress(parsed.value)) : chainProblem(parsed.error, source);
}
