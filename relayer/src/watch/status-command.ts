import { loadConfig } from '@causeway/config';
import { askHealth, type Common, print, refuseCommand } from '@causeway/process/commands';
import { z } from 'zod';
import { differenceInWords } from '../account/differences.ts';
import { watchConfig } from '../config.ts';

/** What of a watch's /health the command prints as lines. */
const healthSchema = z.object({
  status: z.string(),
  chains: z.array(z.object({ chain: z.string(), family: z.string(), failure: z.string().nullable() })),
  differences: z.array(
    z.object({
      family: z.string(),
      source: z.number(),
      destination: z.number(),
      kind: z.enum(['root', 'execution']),
      subject: z.string(),
      block: z.number(),
      transaction: z.string(),
      detail: z.string(),
      since: z.string(),
    }),
  ),
  invariants: z.array(z.object({ invariant: z.string(), chain: z.string(), family: z.string(), detail: z.string() })),
  keys: z.array(
    z.object({ chain: z.string(), family: z.string(), armed: z.boolean(), failure: z.string().nullable() }),
  ),
  due: z.array(z.object({ chain: z.string(), family: z.string(), part: z.string(), reason: z.string() })),
  pauses: z.array(
    z.object({
      chain: z.string(),
      family: z.string(),
      part: z.string(),
      state: z.string(),
      found: z.boolean(),
      at: z.string(),
      failure: z.string().nullable(),
    }),
  ),
});

/** `causeway watch status`: what the running watch says of itself. */
export async function showWatch({ config, json }: Common): Promise<void> {
  const { watch } = loadConfig(config, watchConfig);
  const { url, health } = await askHealth(watch.http);
  const parsed = healthSchema.safeParse(health);
  if (!parsed.success) return refuseCommand(`${url}: no watch answers; start it: causeway watch --config ${config}`);
  print(json, health, linesOf(parsed.data));
  if (parsed.data.status !== 'ok') process.exitCode = 1;
}

function linesOf(health: z.infer<typeof healthSchema>): readonly string[] {
  const at = ({ chain, family }: { readonly chain: string; readonly family: string }) => `${chain} (${family})`;
  return [
    `watch: ${health.status}`,
    ...health.chains.map((chain) => `${at(chain)}: ${chain.failure ?? 'followed'}`),
    ...health.differences.map((difference) => `FOUND  ${differenceInWords(difference)}`),
    ...health.invariants.map((breach) => `FOUND  ${breach.invariant} of ${at(breach)}: ${breach.detail}`),
    ...health.keys.map((key) => `${at(key)}: ${key.armed ? 'the key can pause' : `pauses nothing: ${key.failure}`}`),
    ...health.pauses.map(({ part, state, found, at: when, failure, ...pause }) => {
      const how = state === 'paused' ? (found ? 'was paused already' : 'paused') : `${state} ${failure ?? ''}`.trim();
      return `${at(pause)}: ${part} ${how}, ${when}`;
    }),
    ...health.due.map(({ part, reason, ...pause }) => `DUE    ${at(pause)}: ${part}: ${reason}`),
  ];
}
