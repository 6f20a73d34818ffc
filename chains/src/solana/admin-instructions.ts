import { type Domain, fail, hexToBytes, ok, type Result, ZERO_32 } from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { ReadFailure } from '../failures.ts';
import type { AdminAction, IntervalOf, PauseScope, SideLimits } from '../provider/provider.ts';
import { parseKey } from './address.ts';
import { type BridgeAddresses, remoteAddress, rootAddress, statusAddress } from './addresses.ts';
import { bridgeInstruction, type Fields, type NamedAccounts } from './program.ts';

/** The IDL's name of each limit set. */
const SIDES = { canonical: { Canonical: {} }, bridged: { Bridged: {} } } as const;

/** The largest number of the program's amounts. */
export const MOST_U64 = 2n ** 64n - 1n;

/** Most messages of an interval on a lane into Solana, and most changed nonces. */
const MAX_BATCH = 64;

/** An instruction of the bridge under the name that the program gives it. */
export interface NamedInstruction {
  readonly name: string;
  readonly instruction: TransactionInstruction;
}

/** Sets the limits of one side of a remote. */
export const setLimits = (
  addresses: BridgeAddresses,
  admin: PublicKey,
  domain: Domain,
  { side, limits: { minAmount, maxAmount, capacity, refillPerSecond } }: SideLimits,
): TransactionInstruction => {
  const limits = {
    min_amount: BigInt(minAmount),
    max_amount: BigInt(maxAmount),
    capacity: BigInt(capacity),
    refill_per_second: BigInt(refillPerSecond),
  };
  const args = { remote_domain: domain, side: SIDES[side], limits };
  return bridgeInstruction(addresses, 'set_limits', args, { admin, remote: remoteAddress(addresses.program, domain) });
};

/** Sets the delivery fee towards a remote, lamports. */
export const setFee = (
  addresses: BridgeAddresses,
  authority: PublicKey,
  domain: Domain,
  fee: bigint,
): TransactionInstruction => {
  const accounts = { authority, remote: remoteAddress(addresses.program, domain) };
  return bridgeInstruction(addresses, 'set_fee', { remote_domain: domain, fee }, accounts);
};

/** What the instructions of an action need beside its arguments. */
export interface ActionFacts {
  /** The remotes whose fees are collected. */
  readonly remotes: readonly Domain[];
  /** Who paid the rent of the root that the action drops; null when it drops none. */
  readonly rentTo: PublicKey | null;
}

/** An action of the bridge itself. The lookup table belongs to another program. */
export type BridgeAdminAction = Exclude<AdminAction, { readonly name: 'freezeTable' }>;

/**
 * The instructions of `action` by `authority`. Fails with INVALID_ADDRESS, or with a code of the program's where a
 * number fits no argument of it.
 */
export function adminInstructions(
  addresses: BridgeAddresses,
  authority: PublicKey,
  action: BridgeAdminAction,
  { remotes, rentTo }: ActionFacts,
): Result<readonly NamedInstruction[], ReadFailure> {
  const call = (name: string, args: Fields, accounts: NamedAccounts): NamedInstruction => ({
    name,
    instruction: bridgeInstruction(addresses, name, args, accounts),
  });
  const remoteOf = (domain: Domain) => remoteAddress(addresses.program, domain);
  const admin = authority;
  switch (action.name) {
    case 'pause':
    case 'unpause': {
      const { name, args, accounts } = pauseCall(action.name, action.scope, remoteOf);
      return ok([call(name, args, { authority, ...accounts })]);
    }
    case 'setLimits': {
      const { remote, limits: sides } = action;
      const most = sides.flatMap(({ limits }) => Object.values(limits)).find((amount) => BigInt(amount) > MOST_U64);
      if (most !== undefined) return fail('InvalidLimits', `the limit ${most} exceeds an unsigned 64-bit number`);
      return ok(
        sides.map((limits) => ({
          name: 'set_limits',
          instruction: setLimits(addresses, admin, remote, limits),
        })),
      );
    }
    case 'setFee':
      return action.fee > MOST_U64
        ? fail('AmountTooLarge', 'the fee exceeds an unsigned 64-bit number')
        : ok([{ name: 'set_fee', instruction: setFee(addresses, authority, action.remote, action.fee) }]);
    case 'collectFees': {
      const to = parseKey(action.to, action.to);
      if (!to.ok) return to;
      return ok(
        remotes.map((domain) =>
          call('collect_fees', { remote_domain: domain }, { admin, remote: remoteOf(domain), to: to.value }),
        ),
      );
    }
    case 'replaceRoot':
      if (action.changed.length > MAX_BATCH) {
        return fail('BatchTooLarge', `${action.changed.length} changed nonces; an interval has at most ${MAX_BATCH}`);
      }
      return ok([replaceRoot(addresses, admin, action, rentTo)]);
    case 'setOracle': {
      const members: PublicKey[] = [];
      for (const member of action.oracle.members) {
        const key = parseKey(member, `the oracle's member ${member}`);
        if (!key.ok) return key;
        members.push(key.value);
      }
      return ok([call('set_oracle', { members, threshold: action.oracle.threshold }, { admin })]);
    }
    case 'setGuardian': {
      const guardian = parseKey(action.guardian, `the guardian ${action.guardian}`);
      return guardian.ok ? ok([call('set_guardian', { guardian: guardian.value }, { admin })]) : guardian;
    }
    case 'proposeAdmin': {
      const proposed =
        action.admin === null ? ok(PublicKey.default) : parseKey(action.admin, `the admin ${action.admin}`);
      return proposed.ok ? ok([call('propose_admin', { admin: proposed.value }, { admin })]) : proposed;
    }
    case 'acceptAdmin':
      return ok([call('accept_admin', {}, { admin })]);
  }
}

/** The program's name of a pause, its arguments and its accounts beside the authority. */
const pauseCall = (
  act: 'pause' | 'unpause',
  scope: PauseScope,
  remoteOf: (domain: Domain) => PublicKey,
): { readonly name: string; readonly args: Fields; readonly accounts: NamedAccounts } =>
  'direction' in scope
    ? { name: `${act}_${scope.direction}`, args: {}, accounts: {} }
    : {
        name: `${act}_remote`,
        args: { remote_domain: scope.remote },
        accounts: { remote: remoteOf(scope.remote) },
      };

function replaceRoot(
  addresses: BridgeAddresses,
  admin: PublicKey,
  { interval, root, changed }: Extract<AdminAction, { readonly name: 'replaceRoot' }>,
  rentTo: PublicKey | null,
): NamedInstruction {
  const { program } = addresses;
  const { source, firstNonce, count } = interval;
  const accounts = {
    admin,
    remote: remoteAddress(program, source),
    root: rootOf(addresses, interval),
    rent_to: root === ZERO_32 ? rentTo : null,
    first_status: statusAddress(program, source, firstNonce),
    last_status: statusAddress(program, source, firstNonce + BigInt(Math.max(count, 1) - 1)),
  };
  const args = { source, first_nonce: firstNonce, count, root: hexToBytes(root), changed: [...changed] };
  return { name: 'replace_root', instruction: bridgeInstruction(addresses, 'replace_root', args, accounts) };
}

/** The account of an interval's root. */
export const rootOf = ({ program }: BridgeAddresses, { source, firstNonce, count }: IntervalOf): PublicKey =>
  rootAddress(program, source, firstNonce, count);
