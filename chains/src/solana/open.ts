import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Deployment } from '../config/deployment.ts';
import type { ConfigFailure } from '../failures.ts';
import type { ChainProvider } from '../provider/provider.ts';
import type { SolanaSettings } from './config.ts';
import { connectSolana, solanaHeads } from './connection.ts';
import { contextOf } from './context.ts';
import { solanaProvider } from './provider.ts';

/** One provider per asset family of a Solana network, on a shared connection. */
export function openSolanaProviders(
  settings: SolanaSettings,
  deployment: Deployment,
  clock?: Clock,
): Result<Readonly<Record<string, ChainProvider>>, ConfigFailure> {
  const connection = connectSolana(settings, clock);
  const programs = Object.values(deployment.bridges).map(({ address }) => address);
  const heads = solanaHeads(connection, programs);
  const providers: Record<string, ChainProvider> = {};
  for (const family of Object.keys(deployment.bridges)) {
    const context = contextOf(connection, heads, deployment, family);
    if (!context.ok) return context;
    providers[family] = solanaProvider(context.value);
  }
  return ok(providers);
}
