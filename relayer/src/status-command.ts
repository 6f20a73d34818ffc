import { resolve } from 'node:path';
import { type DeploymentHealth, differenceText, readDeployment, type ShownDifference } from '@causeway/chains';
import { loadConfig } from '@causeway/config';
import { askHealth, type Common, print } from '@causeway/process/commands';
import type { BridgeStorage } from '@causeway/storage';
import { differenceInWords, plainDifference } from './account/differences.ts';
import { withStorage } from './command-kit.ts';
import { relayerConfig } from './config.ts';
import { UNDER_WAY } from './orders/order-tracker.ts';
import { inWords, type Progress } from './view/catching-up.ts';

/** `causeway status`: what the relayer says of itself, and what its database has, whether it runs or not. */
export async function showStatus({ config, json }: Common): Promise<void> {
  const { http } = loadConfig(config, relayerConfig).relayer;
  const { url, health } = await askHealth(http);
  await withStorage(config, async (storage, shared) => {
    const byState = await storage.orders.countByState();
    const counts = Object.fromEntries(
      UNDER_WAY.map((state) => [state, byState[state]] as const).filter(([, count]) => count > 0),
    );
    const open = await storage.submissions.open(['oracle']);
    const broken = await brokenViews(storage, shared);
    const differences = (await storage.comparisons.differences()).map(plainDifference);
    print(json, { relayer: health, orders: counts, submissions: open.length, broken, differences }, [
      `relayer      ${health ? (health as { status: string }).status : `does not answer at ${url}`}`,
      ...chainLines(health),
      ...deploymentLines(health),
      ...broken.map(
        ({ chain, family, since, code, reason }) =>
          `broken view  ${chain} ${family} since ${since}: ${code}, ${reason}`,
      ),
      `orders       ${
        Object.entries(counts)
          .map(([state, count]) => `${count} ${state}`)
          .join(', ') || 'none under way'
      }`,
      `submissions  ${open.length} under way`,
      ...(differences.length > 0
        ? [`DIFFERENCES  ${differences.length}: causeway relayer acknowledge tells what to do`]
        : []),
      ...differences.map((one) => `  ${differenceInWords(one)}`),
    ]);
  });
}

/** The views that the database says are broken, with the names of their chains. */
async function brokenViews(
  { chainView }: BridgeStorage,
  { chains, deployments, baseDir }: Parameters<Parameters<typeof withStorage>[1]>[1],
) {
  const broken = await chainView.broken();
  if (broken.length === 0) return [];
  const names = new Map(
    Object.keys(chains).flatMap((name) => {
      const read = readDeployment(resolve(baseDir, deployments), name);
      return read.ok ? [[read.value.domain, name] as const] : [];
    }),
  );
  return broken.map(({ family, domain, code, reason, sinceMs }) => ({
    chain: names.get(domain) ?? String(domain),
    family,
    code,
    reason,
    since: new Date(sinceMs).toISOString(),
  }));
}

function chainLines(health: unknown): readonly string[] {
  const chains = (health as { chains?: readonly Record<string, unknown>[] } | null)?.chains ?? [];
  // A chain stands here once for each asset family that it has a bridge of.
  return chains.map(({ chain, family, head, final, failure, standby, catchingUp }) =>
    standby
      ? `  ${chain} (${family}): another relayer works for it`
      : `  ${chain} (${family}): ${catchingUp ? `catching up, ${inWords(catchingUp as Progress)}` : `head ${head}, final ${final}`}` +
        `${failure ? `, ${failure}` : ''}`,
  );
}

const isRefused = ({ severity, accepted }: ShownDifference): boolean => severity === 'refuse' && !accepted;

/** What differs from the deployment files, as the relayer compared them last. */
function deploymentLines(health: unknown): readonly string[] {
  const { deployments = [] } = (health ?? {}) as { readonly deployments?: readonly DeploymentHealth[] };
  return deployments.flatMap(({ chain, family, failure, differences }) => [
    ...(failure === null ? [] : [`deployment   ${chain} (${family}): not compared, ${failure}`]),
    ...differences.map(
      (one) =>
        `${isRefused(one) ? 'DEPLOYMENT ' : 'deployment '}  ${chain} (${family}): ${differenceText(one)}` +
        `${isRefused(one) ? '; causeway verify --explain tells what to do' : one.accepted ? ', which is accepted' : ''}`,
    ),
  ]);
}
