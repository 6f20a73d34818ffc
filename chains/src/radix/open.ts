import { fail, ok, type Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { Deployment } from '../config/deployment.ts';
import type { ConfigFailure } from '../failures.ts';
import type { ChainProvider } from '../provider/provider.ts';
import type { RadixSettings } from './config.ts';
import { connectRadix } from './connection.ts';
import { contextOf } from './context.ts';
import { findNetwork, radixDomain } from './network.ts';
import { radixProvider } from './provider.ts';

/**
 * One provider per asset family of a Radix network, on a shared connection. Fails with DEPLOYMENT_INVALID for another
 * network.
 */
export function openRadixProviders(
  settings: RadixSettings,
  deployment: Deployment,
  clock?: Clock,
): Result<Readonly<Record<string, ChainProvider>>, ConfigFailure> {
  const network = findNetwork(({ logicalName }) => logicalName === deployment.chainId);
  if (network === null || radixDomain(network) !== deployment.domain) {
    const { network: name, chainId, domain } = deployment;
    return fail('DEPLOYMENT_INVALID', `${name}: chainId ${chainId} is no Radix network with the domain ${domain}`);
  }
  const connection = connectRadix(network, settings, clock);
  const providers: Record<string, ChainProvider> = {};
  for (const family of Object.keys(deployment.bridges)) {
    const context = contextOf(connection, deployment, family);
    if (!context.ok) return context;
    providers[family] = radixProvider(context.value);
  }
  return ok(providers);
}
