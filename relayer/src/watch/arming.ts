import { type AdminAction, type KeyHandle, kindOf } from '@causeway/chains';
import { ConfigError } from '@causeway/config';
import type { Keys } from '@causeway/process';
import { type AnyFailure, fail, formatDecimal, ok, type Result } from '@causeway/protocol';
import type { Clock, PeriodicTask } from '@causeway/runtime';
import type { Logger } from 'pino';
import type { WatchFailure } from '../failures.ts';
import type { Metrics } from '../metrics.ts';
import { turnsOf } from '../view/turns.ts';
import type { WatchedBridge } from './guard.ts';

// Safety-critical: shows on chain that a key can pause a bridge, and do nothing that only its admin may do.

/** Milliseconds between two checks of all keys, and after one that a chain did not answer. */
const EVERY_MS = 10 * 60_000;
const AGAIN_MS = 30_000;

/** Calls of the admin that the bridge must refuse to a key that may only pause. */
const adminCalls = (own: string): readonly AdminAction[] => [
  { name: 'unpause', scope: { direction: 'inbound' } },
  { name: 'setGuardian', guardian: own },
  { name: 'proposeAdmin', admin: own },
  { name: 'acceptAdmin' },
];

/**
 * Checks that `key` is the guardian of the bridge and neither admin, proposed admin nor a member of the oracle in its
 * deployment file, that the bridge would let it pause now, and that it refuses calls of the admin. Fails with
 * GUARDIAN_UNFIT, or with GUARDIAN_UNKNOWN while the chain cannot be read, or GUARDIAN_EMPTY. A guardian may also set
 * delivery fees: the contracts allow it. Returns the key's coins, smallest units.
 */
export async function showArmed(
  { provider, oracle }: Pick<WatchedBridge, 'provider' | 'oracle'>,
  key: KeyHandle,
): Promise<Result<bigint, WatchFailure>> {
  const { name, kind, administration, wallet } = provider;
  if (!administration) return unfit(`nobody can pause ${name} by this release`);
  const roles = await administration.roles();
  if (!roles.ok) return unknown(name, roles.error);
  const own = administration.roleOf(key);
  const { admin, proposedAdmin, guardian } = roles.value;
  if (guardian !== own) return unfit(`the guardian of ${name} is ${guardian}, not ${own}: give the guardian's key`);
  if (admin === own || proposedAdmin === own) {
    const role = admin === own ? 'the admin' : 'proposed as admin';
    return unfit(
      `${own} is also ${role} of ${name}: a watch needs a key that can only pause; give the guardian a key of its own`,
    );
  }
  // Of the file: a thief who holds the oracle's keys can make anybody a member on chain, and would disarm the watch.
  if (oracle.members.some((member) => member.toLowerCase() === key.address.toLowerCase())) {
    return unfit(`${key.address} is a member of the oracle of ${name}: a watch needs a key that can only pause`);
  }
  const pause = await administration.check({ name: 'pause', scope: { direction: 'inbound' } }, own);
  if (!pause.ok) {
    if (pause.error.retryable) return unknown(name, pause.error);
    return unfit(`${name} does not let ${own} pause: ${pause.error.code}: ${pause.error.message}`);
  }
  for (const action of adminCalls(own)) {
    const refused = await administration.check(action, own);
    if (refused.ok) return unfit(`${name} lets ${own} ${action.name}, so the key can do more than pause`);
    if (refused.error.retryable) return unknown(name, refused.error);
  }
  const coins = await wallet.holding(key.address, { address: null, decimals: kindOf(kind).coin.decimals });
  if (!coins.ok) return unknown(name, coins.error);
  if (coins.value > 0n) return coins;
  return fail('GUARDIAN_EMPTY', `${key.address} has no coins on ${name} to pay for a pause: send it some`, true);
}

const unfit = (message: string) => fail('GUARDIAN_UNFIT', message);

const unknown = (name: string, { code, message }: AnyFailure) =>
  fail('GUARDIAN_UNKNOWN', `the roles of ${name} cannot be read: ${code}: ${message}`, true);

export interface ArmingDeps {
  readonly bridges: readonly WatchedBridge[];
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: () => number;
  readonly metrics: Pick<Metrics, 'armed' | 'guardianCoins'>;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
}

/** The state of the key of one bridge, as /health shows it. */
export interface ArmedHealth {
  readonly chain: string;
  readonly family: string;
  readonly guardian: string;
  readonly armed: boolean;
  /** Code of what keeps it from pausing, or null. */
  readonly failure: string | null;
}

/** Shows again and again that each key can pause, and only that. Whatever was never shown pauses nothing. */
export class Arming {
  readonly #deps: ArmingDeps;
  readonly #states = new Map<WatchedBridge, Result<bigint, WatchFailure>>();
  /** Where it was shown that the key can only pause, and nothing else since. */
  readonly #fit = new Set<WatchedBridge>();
  readonly #task: PeriodicTask;

  constructor(deps: ArmingDeps) {
    this.#deps = deps;
    const { clock, random, log } = deps;
    this.#task = turnsOf({
      step: async () => {
        await this.#check();
        return ok([...this.#states.values()].every(({ ok: armed }) => armed) ? EVERY_MS : AGAIN_MS);
      },
      ...{ clock, random },
      onFailure: (failure) => log.error({ reason: failure.message }, 'the keys of guardians are not checked'),
    });
  }

  /**
   * Checks every key, and then again every ten minutes. Throws ConfigError when one is unfit; a chain that cannot be
   * read keeps only its own key from pausing.
   */
  async start(): Promise<void> {
    await this.#task.start(EVERY_MS);
    for (const [{ provider }, state] of this.#states) {
      if (state.ok || state.error.code !== 'GUARDIAN_UNFIT') continue;
      throw new ConfigError(`watch.keys.${provider.kind}: ${state.error.message}`);
    }
  }

  stop(): Promise<void> {
    return this.#task.stop();
  }

  /**
   * True once it was shown that the key can only pause, until a check shows otherwise. A check that fails shows
   * nothing: whoever can disturb the endpoints for a moment stops no pause.
   */
  isArmed(bridge: WatchedBridge): boolean {
    return this.#fit.has(bridge);
  }

  health(): readonly ArmedHealth[] {
    return [...this.#states].map(([{ provider }, state]) => ({
      chain: provider.name,
      family: provider.family,
      guardian: this.#deps.keys[provider.kind]?.address ?? '',
      armed: state.ok,
      failure: state.ok ? null : state.error.code,
    }));
  }

  async #check(): Promise<void> {
    const { bridges, keys, metrics, log } = this.#deps;
    await Promise.all(
      bridges.map(async (bridge) => {
        const { name: chain, family, kind } = bridge.provider;
        const key = keys[kind];
        if (!key) return;
        const state = await showArmed(bridge, key);
        this.#states.set(bridge, state);
        if (state.ok) this.#fit.add(bridge);
        else if (state.error.code === 'GUARDIAN_UNFIT') this.#fit.delete(bridge);
        metrics.armed.set({ chain, family }, state.ok ? 1 : 0);
        if (state.ok) {
          metrics.guardianCoins.set({ chain }, Number(formatDecimal(state.value, kindOf(kind).coin.decimals)));
          log.info({ chain, family, guardian: key.address }, 'the key can pause, and nothing that only the admin may');
        } else
          log.error({ chain, family, code: state.error.code, reason: state.error.message }, 'the key pauses nothing');
      }),
    );
  }
}
