import type { Hex } from '@causeway/protocol';
import type { PlatformStorage } from '@causeway/storage';
import { audit } from '@causeway/storage/test-support/avatars';
import { FAMILY, SOURCE } from '@causeway/storage/test-support/rows';
import type { Funds } from '../../src/areas/wallets/rules/funds.ts';
import type { Spend, Spender } from '../../src/areas/wallets/rules/spends.ts';

/** How many sessions each database got here, because the hash of a token is unique. */
const sessions = new WeakMap<object, number>();

/** A spender of `kind` whose session is live; `id` as given, or the session's. */
export async function spenderOf(
  { avatars }: PlatformStorage,
  kind: Spender['kind'] = 'recent',
  { avatarId = 'a', id }: { readonly avatarId?: string; readonly id?: string } = {},
): Promise<Spender> {
  const number = (sessions.get(avatars) ?? 0) + 1;
  sessions.set(avatars, number);
  const never = Number.MAX_SAFE_INTEGER;
  const session = await avatars.sessions.start(
    { avatarId, authenticatedAtMs: 0, expiresAtMs: never },
    { hash: `spender-${number}`, expiresAtMs: never },
    audit('session.started'),
  );
  return { kind, id: id ?? session.id, credential: { kind: 'token', id: session.id } };
}

/** A spend of `units` of an asset without decimals. The service has no limit unless `more` says so. */
export const spendOf = (
  walletId: string,
  spender: Spender,
  units: bigint,
  {
    kind = 'send',
    asset = 'ETH',
    limit = null,
    avatarId = 'a',
    ...more
  }: Partial<Spend> & {
    readonly kind?: 'send' | 'order';
    readonly asset?: string;
    readonly limit?: bigint | null;
  } = {},
): Spend => ({
  avatarId,
  walletId,
  spender,
  leaving: [
    { kind, asset, amount: { units, decimals: 0 }, limit: limit === null ? null : { units: limit, decimals: 0 } },
  ],
  sendsPerDay: 100,
  partWithoutPassword: 100_000,
  ...more,
});

/** What a wallet can spend of the asset of `newOrder`, in units of its wire amounts. */
export const fundsOf = (sender: Hex, free: bigint, asOf = 0): Funds => ({
  holding: {
    domain: SOURCE,
    holder: 'wallet',
    sender,
    token: null,
    bridged: { family: FAMILY, assetHome: SOURCE, unit: 1n },
  },
  free,
  asOf,
});
