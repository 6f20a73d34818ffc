import { createHash, timingSafeEqual } from 'node:crypto';
import type { KeyHandle } from '@causeway/chains';
import type { Authenticator, Caller } from '../plugins/app/auth.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A token and the caller it stands for. */
export interface TokenEntry {
  readonly token: string;
  readonly caller: Caller;
}

/**
 * Authenticates configured tokens. Only their SHA-256 stays in memory, and every one is compared, in constant time, so
 * that the time of an answer tells nothing.
 */
export function createTokenAuthenticator(entries: readonly TokenEntry[]): Authenticator {
  const known = entries.map(({ token, caller }) => ({ hash: sha256(token), caller }));
  return {
    async authenticate(token) {
      const hash = sha256(token);
      let found: Caller | null = null;
      for (const entry of known) if (timingSafeEqual(entry.hash, hash)) found = entry.caller;
      return found;
    },
  };
}

/** The wallets that avatars have here. */
export interface WalletDirectory {
  /** The key of the avatar's wallet on a network, which the service may lock from. */
  custodial(avatarId: string, network: string): KeyHandle | undefined;
  /** Local address of the avatar's default wallet on a network. */
  defaultAddress(avatarId: string, network: string): string | undefined;
}

/** Wallets of configured callers: avatarId → network → key. */
export function createWalletDirectory(wallets: ReadonlyMap<string, ReadonlyMap<string, KeyHandle>>): WalletDirectory {
  const custodial = (avatarId: string, network: string) => wallets.get(avatarId)?.get(network);
  return { custodial, defaultAddress: (avatarId, network) => custodial(avatarId, network)?.address };
}
