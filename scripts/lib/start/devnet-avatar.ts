import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { walletTypes } from '@causeway/chains/wallets';
import { Causeway, CausewayError, type Wallet } from '@causeway/client';
import type { Devnet } from '@causeway/devnet';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '@causeway/protocol';

/** Random bytes of an avatar's password. */
const PASSWORD_BYTES = 18;

/** An avatar of a devnet, signed in. */
export interface DevnetAvatar {
  readonly client: Causeway;
  readonly username: string;
  readonly avatarId: string;
  /** Path of the file with its password, which only its owner reads. */
  readonly passwordFile: string;
}

/** An avatar's wallet on one network. */
export interface DevnetWallet {
  readonly network: string;
  readonly address: string;
}

/**
 * Registers an avatar at the API and signs in, or only signs in when an earlier run in the same folder has registered
 * it. Its password is random and lies in `folder`.
 */
export async function signInAs(username: string, api: string, folder: string): Promise<DevnetAvatar> {
  const client = new Causeway({ baseUrl: api });
  const passwordFile = join(folder, 'keys', `${username}.password`);
  const password = keptPassword(passwordFile);
  await client.avatars.register({ username, password }).catch((error: unknown) => {
    if (!(error instanceof CausewayError && error.code === 'USERNAME_TAKEN')) throw error;
  });
  const { id } = await client.avatars.login({ username, password });
  return { client, username, avatarId: id, passwordFile };
}

/** The password in the file, which is made when it is missing. */
function keptPassword(file: string): string {
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
  writeFileSync(file, `${password}\n`, { mode: PRIVATE_FILE });
  return password;
}

/**
 * The avatar's default wallet on each of `networks` that has wallets; the missing ones are created, with keys that the
 * service holds.
 */
export async function walletsOn({ wallets }: Causeway, networks: readonly string[]): Promise<readonly DevnetWallet[]> {
  const held: Wallet[] = [];
  for await (const wallet of wallets.list()) held.push(wallet);
  const made: DevnetWallet[] = [];
  for (const network of networks) {
    const type = walletTypes().find(({ name }) => name === network);
    if (type === undefined) continue;
    const known = held.find(({ providerType, isDefaultWallet }) => providerType === type.id && isDefaultWallet);
    const { walletAddress } = known ?? (await wallets.create({ walletProviderType: type.id, name: network }));
    made.push({ network, address: walletAddress });
  }
  return made;
}

/** The usual gift of the devnet's faucet for each wallet. */
export async function fund({ faucet }: Pick<Devnet, 'faucet'>, wallets: readonly DevnetWallet[]): Promise<void> {
  const gifts = await Promise.all(wallets.map((wallet) => faucet.give(wallet)));
  for (const gift of gifts) if (!gift.ok) throw new Error(gift.error.message);
}
