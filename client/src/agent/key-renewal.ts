import type { Avatars } from '../areas/avatars.ts';
import { CausewayError } from '../errors.ts';
import { sleep } from '../retry.ts';
import type { AgentEvent } from './options.ts';

/**
 * An agent that stores its keys renews them in the last quarter of their life, and one that does not in the last hour.
 */
const LAST_PART = 1 / 4;
const LAST_HOUR_MS = 3_600_000;
/** Longest pause between two checks, milliseconds; timers cannot wait for a month. */
const LOOK_MS = 3_600_000;

export interface KeyRenewalDeps {
  readonly avatars: Pick<Avatars, 'ownApiKey' | 'renewApiKey'>;
  /** Stores the new key. */
  readonly onKey: ((apiKey: string, expiresAt: string | null) => void | Promise<void>) | undefined;
  readonly emit: (event: AgentEvent) => void;
}

type OwnKey = Pick<Awaited<ReturnType<Avatars['ownApiKey']>>, 'createdAt' | 'expiresAt'>;

/** When a key is due to be renewed, Unix milliseconds. A key that nobody stores is worth renewing only at its end. */
export function dueAt({ createdAt, expiresAt }: OwnKey, stores: boolean): number {
  if (expiresAt === null) return Number.POSITIVE_INFINITY;
  const [begin, end] = [Date.parse(createdAt), Date.parse(expiresAt)];
  return stores ? end - (end - begin) * LAST_PART : end - LAST_HOUR_MS;
}

/** Another key has taken the place of this one: the process that got it goes on with it. */
const isRenewedElsewhere = (error: unknown): boolean =>
  error instanceof CausewayError && ['API_KEY_RENEWED', 'API_KEY_NOT_RENEWABLE', 'NO_API_KEY'].includes(error.code);

/**
 * Says when the agent's key ends, and renews it in time, until `signal` aborts. Faults are tried again; it never
 * throws.
 */
export async function keepKey({ avatars, onKey, emit }: KeyRenewalDeps, signal: AbortSignal): Promise<void> {
  let told: string | null = null;
  while (!signal.aborted) {
    try {
      const key = await avatars.ownApiKey();
      if (key.expiresAt !== null && key.expiresAt !== told) emit({ type: 'keyEnds', expiresAt: key.expiresAt });
      told = key.expiresAt;
      // The service's clock decides, because the agent's may be wrong.
      if (Date.parse(key.now) >= dueAt(key, onKey !== undefined)) {
        const { expiresAt } = await avatars.renewApiKey((renewed) => onKey?.(renewed.apiKey, renewed.expiresAt));
        emit({ type: 'keyRenewed', expiresAt });
        told = expiresAt;
      }
    } catch (error) {
      if (isRenewedElsewhere(error)) return;
    }
    await sleep(LOOK_MS, signal).catch(() => {});
  }
}
