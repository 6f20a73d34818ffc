import type { ChainProvider, RemoteRecord } from '@causeway/chains';
import type { Domain } from '@causeway/protocol';
import { usageError } from '../keys/key-flags.ts';
import type { Desk, Office } from './desk.ts';

/** The registration of the remote `name` in the deployment file. Throws a UsageError when there is none. */
export function remoteAt({ network, record }: Desk, name: string): RemoteRecord {
  const remote = record.remotes[name];
  if (remote) return remote;
  const known = Object.keys(record.remotes).join(', ') || 'none';
  throw usageError(`--remote ${name}: ${network.name} is linked with ${known}`);
}

export const domainOf = (desk: Desk, name: string): Domain => remoteAt(desk, name).domain;

/** The bridge of the same family on the remote `name`, where the configuration file has that network. */
export const counterpart = ({ registry }: Office, { family }: Desk, name: string): ChainProvider | undefined =>
  registry.provider(name, family);
