import { setTimeout as sleep } from 'node:timers/promises';
import { openWalletScheme, walletTypes } from '@causeway/chains/wallets';
import type { Causeway } from '@causeway/client';
import { type Devnet, type DevRole, devAccount, devKey } from '@causeway/devnet';
import { fund, signInAs } from './devnet-avatar.ts';
import type { System, WaitingSolver } from './system.ts';

/** How long a solver may take for its first offers, and the pause between two readings of them, milliseconds. */
const OFFERS_TIMEOUT_MS = 60_000;
const ASK_MS = 100;

/**
 * Registers the avatar of the devnet's solver, proves and funds the solver's addresses, and starts its process with an
 * API key of its own. Resolves once it offers. Throws with the end of its log when it does not get that far.
 */
export async function runSolver(
  { devnet, api }: Pick<System, 'devnet' | 'api'>,
  solver: WaitingSolver,
  signal: AbortSignal,
): Promise<void> {
  const { client, avatarId } = await signInAs('solver', api, devnet.folder);
  await proveAddresses(client, devnet, 'solver');
  // Its accounts have the chains' coins, and no tokens.
  const accounts = devnet.chains.map(({ network: { name, kind } }) => ({
    network: name,
    address: devAccount('solver', kind).address,
  }));
  await fund(devnet, accounts);
  const { apiKey } = await client.avatars.createApiKey({ name: 'solver', scopes: ['offers:write'] });
  await solver.start(await devnet.configureSolver(apiKey), signal);
  const deadline = performance.now() + OFFERS_TIMEOUT_MS;
  while (!(await hasOffers(client, avatarId))) {
    signal.throwIfAborted();
    if (performance.now() > deadline) throw new Error('the solver offers nothing; its log says why');
    await sleep(ASK_MS);
  }
}

/** Proves the address of the key of `role` on one network of each kind, which counts for all of the kind. */
export async function proveAddresses(
  { wallets }: Causeway,
  { chains, deployment }: Devnet,
  role: DevRole,
): Promise<void> {
  const proven = new Set<string>();
  for (const { network } of chains) {
    const type = walletTypes().find(({ name }) => name === network.name);
    if (type === undefined || proven.has(network.kind)) continue;
    proven.add(network.kind);
    const { address } = devAccount(role, network.kind);
    const wallet = { walletProviderType: type.id, name: `${role}-${network.kind}`, walletAddress: address };
    const { id } = await wallets.create({ ...wallet, generateKeyPair: false });
    const scheme = await openWalletScheme(network.kind, deployment(network.name).chainId);
    const { challenge } = await wallets.challenge(id);
    const signature = await scheme.signText?.(devKey(role, network.kind), challenge);
    if (signature === undefined) throw new TypeError(`wallets of ${network.kind} sign no texts`);
    await wallets.verify(id, signature);
  }
}

async function hasOffers({ market }: Causeway, solverId: string): Promise<boolean> {
  for await (const offer of market.offers()) if (offer.solverId === solverId) return true;
  return false;
}
