import type { KeyHandle } from '@causeway/chains';
import { type DerivedKey, ENTROPY_BYTES, phraseOf, seedOf, type WalletScheme } from '@causeway/chains/wallets';
import { type Context, type KeyServiceFailure, masterKeyOf, type Sealer } from '@causeway/keys';
import { ok, type Result } from '@causeway/protocol';
import type { WalletRow } from '@causeway/storage';
import type { BaseLogger } from 'pino';
import type { Answer } from '../../http/errors/errors.ts';
import { refuse } from './errors.ts';
import type { WalletRepository } from './rules/wallets.ts';

export interface VaultDeps {
  readonly storage: Pick<WalletRepository, 'seed' | 'addSeed'>;
  readonly sealer: Sealer;
  readonly random: (length: number) => Uint8Array;
  readonly log: BaseLogger;
}

/** A key and the sealed seed below which it is. */
export interface Derived {
  readonly key: DerivedKey;
  readonly sealed: string;
}

/** The place of an avatar's seed, which its sealed form is bound to. */
export const seedContext = (avatarId: string): Context => ['wallet-seed', avatarId];

/** A signature that the key service did not allow; the caller's work fails and may be repeated. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/**
 * The avatars' seeds. Each has a random data key, which the master key wraps. A seed is in memory only while a key is
 * derived from it, and its bytes are overwritten afterwards. The derived key is a string, which stays until it is
 * collected.
 */
export class Vault {
  readonly #deps: VaultDeps;

  constructor(deps: VaultDeps) {
    this.#deps = deps;
  }

  /** True when the avatar has a seed. */
  async has(avatarId: string): Promise<boolean> {
    return (await this.#deps.storage.seed(avatarId)) !== undefined;
  }

  /**
   * Makes the avatar's seed if it has none. Returns the recovery phrase to the one request that made the seed, and null
   * to every other.
   */
  async create(avatarId: string): Promise<Answer<{ readonly phrase: string | null }>> {
    const { storage, sealer, random } = this.#deps;
    const entropy = random(ENTROPY_BYTES);
    const secret = Buffer.concat([entropy, await seedOf(entropy)]);
    const sealed = await sealer.seal(secret, seedContext(avatarId));
    secret.fill(0);
    if (!sealed.ok) return this.#unavailable(sealed.error);
    const kept = await storage.addSeed({
      avatarId,
      sealed: sealed.value,
      masterKey: masterKeyOf(sealed.value) ?? '',
    });
    const phrase = kept.sealed === sealed.value ? phraseOf(entropy) : null;
    entropy.fill(0);
    return ok({ phrase });
  }

  /** The avatar's key at `index`, and the sealed form of the seed that it was derived from. */
  async derive(avatarId: string, scheme: WalletScheme, index: number): Promise<Answer<Derived>> {
    const key = await this.#use(avatarId, (_entropy, seed, sealed) => ({ key: scheme.derive(seed, index), sealed }));
    return key.ok ? key : this.#unavailable(key.error);
  }

  /** The avatar's recovery phrase. */
  async phrase(avatarId: string): Promise<Answer<string>> {
    const phrase = await this.#use(avatarId, phraseOf);
    return phrase.ok ? phrase : this.#unavailable(phrase.error);
  }

  /**
   * Signs as a custodial wallet. The key is derived for each signature. `sign` throws KeysUnavailable while the master
   * key cannot be used. Undefined for a kind without transactions, and for a wallet whose key its owner holds.
   */
  signer({ avatarId, address, publicKey, seedIndex }: WalletRow, scheme: WalletScheme): KeyHandle | undefined {
    const index = seedIndex;
    if (index === null || publicKey === null || !scheme.transacts) return undefined;
    return {
      address,
      publicKey: scheme.publicKeyBytes(publicKey),
      sign: async (payload) => {
        const key = await this.#use(avatarId, (_entropy, seed) => scheme.keyOf(scheme.derive(seed, index).secret));
        if (!key.ok) throw new KeysUnavailable(`${key.error.code}: ${key.error.message}`);
        if (key.value?.address !== address) throw new Error('the seed does not have the key of this wallet');
        return key.value.sign(payload);
      },
    };
  }

  async #use<T>(
    avatarId: string,
    work: (entropy: Uint8Array, seed: Uint8Array, sealed: string) => T,
  ): Promise<Result<T, KeyServiceFailure>> {
    const row = await this.#deps.storage.seed(avatarId);
    if (!row) throw new Error('the avatar has no seed');
    const opened = await this.#deps.sealer.open(row.sealed, seedContext(avatarId));
    if (!opened.ok) return opened;
    const secret = opened.value;
    try {
      return ok(work(secret.subarray(0, ENTROPY_BYTES), secret.subarray(ENTROPY_BYTES), row.sealed));
    } finally {
      secret.fill(0);
    }
  }

  #unavailable({ code, message }: KeyServiceFailure) {
    this.#deps.log.error({ code, reason: message }, 'a seed cannot be sealed or opened');
    return refuse('KEYS_UNAVAILABLE', 'the master key cannot be used at present', { retryAfter: 5 });
  }
}
