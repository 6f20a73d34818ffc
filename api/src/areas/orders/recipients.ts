import { type Hex, ok } from '@causeway/protocol';
import type { BridgeRoute } from '../../bridge/route.ts';
import type { WalletDirectory } from '../../bridge/wallets.ts';
import { type Caller, hasScope } from '../../http/callers/callers.ts';
import type { Answer, Refusal } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';

/** The scope that pays others, besides that of orders. */
const PAYS_OTHERS = 'wallets:write';

/**
 * Allows an order that a custodial wallet pays. Who may only order moves coins between the avatar's own wallets;
 * whoever pays somebody else needs the scope of sends too. `beneficiary` is who is served in the end, left-padded:
 * where the recipient only serves somebody, it is that somebody.
 */
export async function mayServe(
  wallets: Pick<WalletDirectory, 'isOwn'>,
  caller: Caller,
  { destination, destinationProvider }: BridgeRoute,
  beneficiary: Hex,
): Promise<Answer<void>> {
  if (hasScope(caller, PAYS_OTHERS)) return ok(undefined);
  const address = destinationProvider.formatAddress(beneficiary);
  if (await wallets.isOwn(caller.avatarId, destination, address)) return ok(undefined);
  return forbidden(`${address} is no verified wallet of yours on ${destination.name}`);
}

/**
 * Allows a swap that a custodial wallet pays. Whoever fills one far below the market gets most of the amount, so that
 * it pays others, whoever its recipient is. `isFair`: no quote would bring less.
 */
export function mayPrice(caller: Caller, isFair: boolean): Answer<void> {
  if (isFair || hasScope(caller, PAYS_OTHERS)) return ok(undefined);
  return forbidden('minToAmount is far below the market’s rate, or the market has none');
}

function forbidden(why: string): Refusal {
  const headers = {
    'www-authenticate': `Bearer realm="causeway", error="insufficient_scope", scope="${PAYS_OTHERS}"`,
  };
  return refuse('FORBIDDEN', `${why}: to pay others, the token needs the scope ${PAYS_OTHERS}`, {
    facts: { requiredScope: PAYS_OTHERS },
    headers,
  });
}
