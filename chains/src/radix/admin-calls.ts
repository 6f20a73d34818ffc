import { type Domain, fail, formatDecimal, type Hex, ok, type Result } from '@causeway/protocol';
import type { AddressFailure, AdminFailure } from '../failures.ts';
import type { AdminAction, LimitSide, PauseScope, SideLimits } from '../provider/provider.ts';
import { nodeIdOf } from './address.ts';
import { badgeArgument, parseBadge } from './badge.ts';
import { hashOfAccount } from './key.ts';
import {
  address,
  bytes,
  callMethod,
  decimal,
  list,
  type ManifestText,
  NONE,
  some,
  tuple,
  u8,
  u32,
  u64,
  u128,
  variant,
} from './manifest.ts';
import type { RadixNetwork } from './network.ts';
import { XRD_DECIMALS } from './well-known.ts';

/** The blueprint's variant of each limit set. */
export const SIDES = { canonical: 0, bridged: 1 } as const satisfies Record<LimitSide, number>;

/** The largest number of the blueprint's limits. */
export const MOST_U128 = 2n ** 128n - 1n;

/** The variant of an ed25519 key's hash in the engine's type PublicKeyHash. */
const ED25519_HASH = 1;

/** A member of the oracle: the account of an ed25519 key, and that key's hash, 29 bytes. */
export interface Member {
  readonly account: string;
  readonly hash: Hex;
}

/** The members of an oracle by their accounts. Fails with INVALID_ADDRESS. */
export function parseMembers(
  accounts: readonly string[],
  network: RadixNetwork,
): Result<readonly Member[], AddressFailure> {
  const members: Member[] = [];
  for (const account of accounts) {
    const hash = hashOfAccount(account, network);
    if (hash === null) {
      const what = `is not the account of an ed25519 key on ${network.logicalName}`;
      return fail('INVALID_ADDRESS', `oracle member ${account} ${what}`);
    }
    members.push({ account, hash });
  }
  return ok(members);
}

/** Members as a manifest argument of the engine's type PublicKeyHash. */
export const memberArguments = (members: readonly Member[]): ManifestText =>
  list(
    'Enum',
    members.map(({ hash }) => variant(ED25519_HASH, bytes(hash))),
  );

/** Sets the limits of one side of a remote. */
export const setLimits = (bridge: string, domain: Domain, { side, limits }: SideLimits): ManifestText => {
  const { minAmount, maxAmount, capacity, refillPerSecond } = limits;
  const fields = [minAmount, maxAmount, capacity, refillPerSecond].map((amount) => u128(BigInt(amount)));
  return callMethod(bridge, 'set_limits', u32(domain), variant(SIDES[side]), tuple(...fields));
};

/** Sets the delivery fee towards a remote, units of 10^-18 XRD. */
export const setFee = (bridge: string, domain: Domain, fee: bigint): ManifestText =>
  callMethod(bridge, 'set_fee', u32(domain), decimal(formatDecimal(fee, XRD_DECIMALS)));

/** The calls of `action`, without the proofs that authorise them. Fails with INVALID_ADDRESS or ACTION_UNKNOWN. */
export function adminCalls(
  action: AdminAction,
  bridge: string,
  network: RadixNetwork,
): Result<ManifestText, AdminFailure> {
  const call = (method: string, ...args: readonly ManifestText[]) => ok(callMethod(bridge, method, ...args));
  switch (action.name) {
    case 'pause':
    case 'unpause':
      return ok(callMethod(bridge, ...pauseCall(action.name, action.scope)));
    case 'setLimits': {
      const most = action.limits
        .flatMap(({ limits }) => Object.values(limits))
        .find((amount) => BigInt(amount) > MOST_U128);
      if (most !== undefined) return fail('InvalidLimits', `the limit ${most} exceeds an unsigned 128-bit number`);
      return ok(action.limits.map((limits) => setLimits(bridge, action.remote, limits)).join(''));
    }
    case 'setFee':
      return action.fee > MOST_U128
        ? fail('AmountTooLarge', 'the fee exceeds an unsigned 128-bit number')
        : ok(setFee(bridge, action.remote, action.fee));
    case 'collectFees':
      return nodeIdOf(action.to, 'account', network) === null
        ? fail('INVALID_ADDRESS', `${action.to} is no account on ${network.logicalName}`)
        : call('collect_fees', address(action.to));
    case 'replaceRoot': {
      const { interval, root, changed } = action;
      const nonces = list('U64', changed.map(u64));
      return call(
        'replace_root',
        u32(interval.source),
        u64(interval.firstNonce),
        u32(interval.count),
        bytes(root),
        nonces,
      );
    }
    case 'setOracle': {
      const members = parseMembers(action.oracle.members, network);
      if (!members.ok) return members;
      return call('set_oracle', memberArguments(members.value), u8(action.oracle.threshold));
    }
    case 'setGuardian': {
      const guardian = parseBadge(action.guardian, network);
      return guardian.ok ? call('set_guardian', badgeArgument(guardian.value)) : guardian;
    }
    case 'proposeAdmin': {
      if (action.admin === null) return call('propose_admin', NONE);
      const admin = parseBadge(action.admin, network);
      return admin.ok ? call('propose_admin', some(badgeArgument(admin.value))) : admin;
    }
    case 'acceptAdmin':
      return call('accept_admin');
    case 'freezeTable':
      return fail('ACTION_UNKNOWN', 'a bridge on Radix has no lookup table');
  }
}

/** The method of a pause, and its arguments. */
const pauseCall = (act: 'pause' | 'unpause', scope: PauseScope): readonly [method: string, ...ManifestText[]] =>
  'direction' in scope ? [`${act}_${scope.direction}`] : [`${act}_remote`, u32(scope.remote)];
