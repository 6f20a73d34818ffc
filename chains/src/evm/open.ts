import { ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Deployment } from '../config/deployment.ts';
import type { ConfigFailure } from '../failures.ts';
import type { ChainProvider } from '../provider/provider.ts';
import type { EvmSettings } from './config.ts';
import { connectEvm } from './connection.ts';
import { contextOf } from './context.ts';
import { evmProvider } from './provider.ts';

/** A provider per asset family of an EVM network; they share one connection. */
export function openEvmProviders(
  settings: EvmSettings,
  deployment: Deployment,
  clock?: Clock,
): Result<Readonly<Record<string, ChainProvider>>, ConfigFailure> {
  const connection = connectEvm(Number(deployment.chainId), settings, clock);
  const providers: Record<string, ChainProvider> = {};
  for (const family of Object.keys(deployment.bridges)) {
    const context = contextOf(connection, deployment, family);
    if (!context.ok) return context;
    providers[family] = evmProvider(context.value);
  }
  return ok(providers);
}
