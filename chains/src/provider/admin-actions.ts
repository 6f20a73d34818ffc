import { type Domain, fail, ok, type Result, ZERO_32 } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { AdminFailure } from '../failures.ts';
import type { AdminAction, OracleSet, PauseScope, Roles } from './provider.ts';

// What administration has in common on every kind of chain.

/** One bridge with its deployment file. */
interface Administered {
  readonly deployment: Pick<Deployment, 'network'>;
  readonly family: string;
  readonly bridge: Pick<BridgeRecord, 'address' | 'remotes'>;
}

/** Says in one sentence exactly what `action` does. People who sign a plan read it. */
export function actionInWords(action: AdminAction, administered: Administered): string {
  const { deployment, family, bridge } = administered;
  return `${deployment.network}, bridge ${family} (${bridge.address}): ${effectOf(action, nameIn(administered))}.`;
}

function effectOf(action: AdminAction, nameOf: (domain: Domain) => string): string {
  switch (action.name) {
    case 'pause':
      return `pause ${scopeInWords(action.scope, nameOf)}`;
    case 'unpause':
      return `end the pause of ${scopeInWords(action.scope, nameOf)}`;
    case 'setLimits':
      return action.limits
        .map(({ side, limits: { minAmount, maxAmount, capacity, refillPerSecond } }) => {
          const values = `${minAmount}, ${maxAmount}, ${capacity} and ${refillPerSecond} wire units`;
          const of = `minAmount, maxAmount, capacity and refillPerSecond of the ${side} limits`;
          return `set ${of} with ${nameOf(action.remote)} to ${values}`;
        })
        .join('; ');
    case 'setFee':
      return `set the delivery fee towards ${nameOf(action.remote)} to ${action.fee} smallest units of the native coin`;
    case 'collectFees':
      return `pay all collected delivery fees to ${action.to}`;
    case 'replaceRoot':
      return replacementInWords(action, nameOf);
    case 'setOracle':
      return `make ${oracleInWords(action.oracle)} the oracle`;
    case 'setGuardian':
      return `make ${action.guardian} the guardian`;
    case 'proposeAdmin':
      return action.admin === null
        ? 'take back the proposal of an admin'
        : `propose ${action.admin} as admin, who then has to accept`;
    case 'acceptAdmin':
      return 'become the admin that was proposed, in the place of the present one';
    case 'freezeTable':
      return 'freeze the lookup table, which nobody can extend any more';
  }
}

/** True for two oracles of the same members and threshold, in any order and spelling of the members. */
export const isSameOracle = (a: OracleSet, b: OracleSet): boolean => oracleText(a) === oracleText(b);

const oracleText = ({ members, threshold }: OracleSet): string =>
  [threshold, ...members.map((member) => member.toLowerCase()).sort()].join();

/** Members and threshold in words. */
export const oracleInWords = ({ members, threshold }: OracleSet): string => `${threshold} of ${members.join(', ')}`;

const scopeInWords = (scope: PauseScope, nameOf: (domain: Domain) => string): string => {
  if ('remote' in scope) return `every lock, burn, mint and release with ${nameOf(scope.remote)} alone`;
  return scope.direction === 'inbound' ? 'inbound, every mint and release' : 'outbound, every lock and burn';
};

function replacementInWords(
  { interval, root, changed }: Extract<AdminAction, { readonly name: 'replaceRoot' }>,
  nameOf: (domain: Domain) => string,
): string {
  const { source, firstNonce, count } = interval;
  const messages = `messages ${firstNonce} to ${firstNonce + BigInt(count) - 1n} from ${nameOf(source)}`;
  if (root === ZERO_32) {
    const begin = 'those executed or cancelled can only be cancelled once more';
    return `drop the last interval, ${messages}: they can be committed again, and ${begin}`;
  }
  const statuses =
    changed.length === 0
      ? 'change no status'
      : `mark ${changed.join(', ')} as replaced: never minted or released, cancellable once`;
  return `replace the root of ${messages} by ${root}, and ${statuses}`;
}

/**
 * Name of a plan's file for `action`, without an extension. Two actions that differ in their scope differ in it. It is
 * no path, whatever names the deployment file has.
 */
export function planName(action: AdminAction, bridge: Administered): string {
  const words = action.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = [bridge.deployment.network, bridge.family, words, ...subjectOf(action, bridge)];
  return encodeURIComponent(names.join('-'));
}

/** What of `action` names it beside its own name, in lower case. */
function subjectOf(action: AdminAction, bridge: Administered): readonly string[] {
  switch (action.name) {
    case 'pause':
    case 'unpause':
      return ['remote' in action.scope ? nameIn(bridge)(action.scope.remote) : action.scope.direction];
    case 'setLimits':
      return [nameIn(bridge)(action.remote), ...action.limits.map(({ side }) => side)];
    case 'setFee':
      return [nameIn(bridge)(action.remote)];
    case 'replaceRoot':
      return [nameIn(bridge)(action.interval.source), String(action.interval.firstNonce)];
    default:
      return [];
  }
}

/** The names of a bridge's remotes by their domains. */
const nameIn =
  ({ bridge }: Administered) =>
  (domain: Domain): string =>
    Object.entries(bridge.remotes).find(([, remote]) => remote.domain === domain)?.[0] ?? `domain-${domain}`;

/**
 * The holder of the role that `action` needs; of two, the one that an emergency needs. Fails with NotAdmin when nobody
 * is proposed who could accept.
 */
export function executorOf(
  { name }: AdminAction,
  { admin, proposedAdmin, guardian }: Roles,
): Result<string, AdminFailure> {
  if (name === 'pause') return ok(guardian);
  if (name !== 'acceptAdmin') return ok(admin);
  return proposedAdmin === null ? fail('NotAdmin', 'nobody is proposed as admin') : ok(proposedAdmin);
}
