import { walletTypes } from '@causeway/chains/wallets';
import type { Causeway, Wallet } from '@causeway/client';
import { InvalidArgumentError } from 'commander';
import { usageError } from '../keys/key-flags.ts';
import { UUID } from './flags.ts';

/** The names of all provider types. */
export const TYPE_NAMES: readonly string[] = walletTypes().map(({ name }) => name);

/** The number of a provider type, given as its name or number. */
export function providerTypeArgument(text: string): number {
  const type = walletTypes().find(({ id, name }) => name === text.toLowerCase() || String(id) === text);
  if (type === undefined) throw new InvalidArgumentError(`It must be one of ${TYPE_NAMES.join(', ')}.`);
  return type.id;
}

/** The name of a provider type; its number when this version does not know it. */
export const typeName = (id: number): string => walletTypes().find((type) => type.id === id)?.name ?? String(id);

/**
 * The wallet that `text` names: its id, its address, or its name. Throws a UsageError when none or several of the
 * avatar's wallets match.
 */
export async function findWallet({ wallets }: Causeway, text: string, deleted = false): Promise<Wallet> {
  if (UUID.test(text) && !deleted) return wallets.get(text);
  const found: Wallet[] = [];
  for await (const wallet of wallets.list({ limit: 200, deleted })) {
    const { id, walletAddress, name } = wallet;
    const isIt = id === text.toLowerCase() || walletAddress === text || name === text;
    if (isIt || walletAddress.toLowerCase() === text.toLowerCase()) found.push(wallet);
  }
  const [wallet, ...others] = found;
  if (wallet === undefined) throw usageError(`no wallet of yours is ${text}; causeway wallet list shows them`);
  if (others.length > 0) throw usageError(`${found.length} wallets of yours are ${text}; name one by its id`);
  return wallet;
}
