import { DEVNET_NETWORKS, type DevnetKind, type DevRole, devAccount, type Family } from '@causeway/devnet';
import type { ChainControl, NetworkName, SystemKind, WithDevnet } from './control.ts';
import { EVM } from './evm-control.ts';
import { RADIX } from './radix-control.ts';
import { SOLANA } from './solana-control.ts';

const KINDS: Readonly<Record<DevnetKind, SystemKind>> = { evm: EVM, solana: SOLANA, radix: RADIX };

/** The devnet's chain of that name. */
export function networkOf(name: NetworkName) {
  const network = DEVNET_NETWORKS.find((one) => one.name === name);
  if (network === undefined) throw new RangeError(`there is no ${name}`);
  return network;
}

/** The address of a development account on a chain. */
export const accountOn = (role: DevRole, name: NetworkName): string => devAccount(role, networkOf(name).kind).address;

/** The chain of that name, with its bridge of `family`. */
export const controlOf = (stack: WithDevnet, name: NetworkName, family: Family = 'main'): ChainControl =>
  KINDS[networkOf(name).kind].control(stack, name, family);

/** Runs `work` while the bridge of `family` at `name` pauses mints and releases. */
export async function whilePaused(
  stack: WithDevnet,
  name: NetworkName,
  work: () => Promise<void>,
  family: Family = 'main',
): Promise<void> {
  const control = controlOf(stack, name, family);
  await control.pauseInbound();
  try {
    await work();
  } finally {
    await control.unpauseInbound();
  }
}
