import type { Network } from '@causeway/chains';
import type { SourceState } from '@causeway/prices';
import type { Clock } from '@causeway/runtime';
import type { HealthCheck, PlatformStorage } from '@causeway/storage';
import type { ProviderReport } from '../holons/index.ts';

/** A check before its time is known. */
export type Probe = Omit<HealthCheck, 'checkedAtMs'>;

/** A relayer or signer, by the URL of its health. */
export interface Process {
  readonly name: string;
  readonly kind: 'relayer' | 'signer';
  readonly url: string;
}

const rounded = (milliseconds: number): number => Math.round(milliseconds);

/** The result and the time of `call`; undefined when it fails. */
async function timed<T>(
  clock: Pick<Clock, 'monotonic'>,
  call: () => Promise<T>,
): Promise<{ readonly value: T; readonly latencyMs: number } | undefined> {
  const startedMs = clock.monotonic();
  try {
    return { value: await call(), latencyMs: rounded(clock.monotonic() - startedMs) };
  } catch {
    // The reason can have a URL with a secret.
    return undefined;
  }
}

/** The database of the service. */
export async function probeStorage({
  events,
  clock,
}: Pick<PlatformStorage, 'events' | 'clock'>): Promise<readonly Probe[]> {
  const answer = await timed(clock, () => events.latest());
  const base = { name: 'database', kind: 'storage' } as const;
  if (!answer) return [{ ...base, status: 'down', latencyMs: null, message: 'it cannot be read' }];
  return [{ ...base, status: 'healthy', latencyMs: answer.latencyMs, message: 'it can be read' }];
}

/** A provider of holons, from its measurements. */
export function holonProbe({ name, state, latencyMs, errorRate }: ProviderReport): Probe {
  const base = { name: `holons/${name}`, kind: 'storage' } as const;
  const measured = latencyMs === undefined ? null : rounded(latencyMs);
  if (state !== 'closed') return { ...base, status: 'down', latencyMs: measured, message: 'it keeps failing' };
  const failing = `${rounded(100 * errorRate)} % of the last calls failed`;
  if (errorRate >= 0.1) return { ...base, status: 'degraded', latencyMs: measured, message: failing };
  return { ...base, status: 'healthy', latencyMs: measured, message: 'it takes and gives bodies' };
}

/** A chain, and each of its endpoints by its place in the configuration. */
export async function probeChain({ name, providers }: Network, clock: Clock): Promise<readonly Probe[]> {
  const [provider] = Object.values(providers);
  const endpoints = (provider && (await timed(clock, () => provider.health()))?.value) ?? [];
  const up = endpoints.filter((endpoint) => endpoint.up);
  const heads = up.flatMap(({ head }) => (head === null ? [] : [head]));
  const latencies = up.map(({ latencyMs }) => latencyMs).sort((a, b) => a - b);
  const chain = {
    ...{ name: `chain/${name}`, kind: 'chain' as const },
    status:
      up.length === 0 ? ('down' as const) : up.length < endpoints.length ? ('degraded' as const) : ('healthy' as const),
    latencyMs: latencies[0] === undefined ? null : rounded(latencies[0]),
    message: `${up.length} of ${endpoints.length} endpoints answer${heads.length > 0 ? `, block ${Math.max(...heads)}` : ''}`,
  };
  const each = endpoints.map(({ up: answers, latencyMs, head }, at) => ({
    ...{ name: `chain/${name}/endpoint-${at + 1}`, kind: 'chain' as const },
    status: answers ? ('healthy' as const) : ('down' as const),
    latencyMs: answers ? rounded(latencyMs) : null,
    message: answers ? `block ${head ?? 'unknown'}` : 'it does not answer',
  }));
  return [chain, ...each];
}

/** A source of prices. */
export const priceProbe = ({ name, price, latencyMs }: SourceState): Probe => ({
  ...{ name: `price/${name}`, kind: 'price' },
  status: price ? 'healthy' : 'down',
  latencyMs: price ? rounded(latencyMs) : null,
  message: price ? 'it has a price' : 'it has no price',
});

/** A relayer or signer, by its own /health: 200 when all is well, 503 when a chain is not. */
export async function probeProcess({ name, kind, url }: Process, timeoutMs: number, clock: Clock): Promise<Probe> {
  const answer = await timed(clock, async () => {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    await response.body?.cancel();
    return response.status;
  });
  if (answer?.value === 200)
    return { name, kind, status: 'healthy', latencyMs: answer.latencyMs, message: 'all is well' };
  if (answer?.value === 503) {
    return { name, kind, status: 'degraded', latencyMs: answer.latencyMs, message: 'it answers that not all is well' };
  }
  return { name, kind, status: 'down', latencyMs: null, message: 'it does not answer as it should' };
}
