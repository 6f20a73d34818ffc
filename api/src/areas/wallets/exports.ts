import { ok } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { PlatformStorage, WalletRow } from '@causeway/storage';
import type { Caller } from '../../http/callers/callers.ts';
import type { Answer } from '../../http/errors/errors.ts';
import { refuseFrozen } from '../../http/errors/frozen.ts';
import { type AvatarService, auditOf, type Origin } from '../avatars/index.ts';
import { type CustodialWallet, custodialOf } from './custodial.ts';
import { refuse } from './errors.ts';
import type { ExportedSecret, WalletRepository } from './rules/wallets.ts';
import type { WalletService } from './service.ts';
import type { Vault } from './vault.ts';
import type { WalletNetworks } from './wallet-networks.ts';

/** The period in which exports of an avatar are counted, milliseconds, and how many it may have. */
const PERIOD_MS = 3_600_000;
const MOST_EXPORTS = 5;

export interface WalletExportsDeps {
  readonly avatars: Pick<AvatarService, 'signIn'>;
  readonly wallets: Pick<WalletRepository, 'phraseGiven' | 'recordExport'>;
  readonly rateLimits: PlatformStorage['rateLimits'];
  readonly service: WalletService;
  readonly places: WalletNetworks;
  readonly vault: Vault;
  readonly clock: Clock;
}

/** What leaves the service: one key, or the phrase below which all of the avatar's keys are. */
export interface ExportRequest {
  readonly walletId: string;
  readonly what: ExportedSecret;
  readonly password: string;
}

/** An exported secret. */
export interface Exported {
  readonly wallet: WalletRow;
  readonly secret: string;
}

/**
 * Exports of secrets: only after authentication again, few in an hour, each in the audit log, and none of a frozen
 * wallet.
 */
export class WalletExports {
  readonly #deps: WalletExportsDeps;

  constructor(deps: WalletExportsDeps) {
    this.#deps = deps;
  }

  /** The secret of a wallet of the caller's own avatar, which an admin cannot export either. */
  async export(caller: Caller, { walletId, what, password }: ExportRequest, origin: Origin): Promise<Answer<Exported>> {
    const { avatars, wallets, service, clock, rateLimits } = this.#deps;
    const wallet = await service.get(caller.avatarId, walletId);
    if (!wallet.ok) return wallet;
    const custodial = custodialOf(wallet.value);
    if (!custodial) return refuse('WALLET_NOT_CUSTODIAL', 'the owner holds the key of this wallet');
    const { count, resetMs } = await rateLimits.hit(`wallet-export ${caller.avatarId}`, PERIOD_MS, clock.now());
    if (count > MOST_EXPORTS) {
      const retryAfter = Math.max(1, Math.ceil((resetMs - clock.now()) / 1_000));
      return refuse('RATE_LIMITED', `an avatar may export ${MOST_EXPORTS} times an hour`, { retryAfter });
    }
    const right = await avatars.signIn.reauthenticate(caller, password, origin);
    if (!right.ok) return right;
    // The log has the export before the secret leaves, and the transaction of the log knows of a freeze.
    const entry = auditOf(origin, { action: 'wallet.exported', facts: { what } });
    const frozen = await wallets.recordExport(wallet.value, what, entry);
    if (frozen) return refuseFrozen(frozen);
    const secret = what === 'privateKey' ? await this.#privateKey(custodial) : await this.#phrase(wallet.value);
    return secret.ok ? ok({ wallet: wallet.value, secret: secret.value }) : secret;
  }

  async #phrase({ avatarId }: WalletRow): Promise<Answer<string>> {
    const phrase = await this.#deps.vault.phrase(avatarId);
    if (phrase.ok) await this.#deps.wallets.phraseGiven(avatarId);
    return phrase;
  }

  async #privateKey({ avatarId, providerType, seedIndex }: CustodialWallet): Promise<Answer<string>> {
    const place = await this.#deps.places.of(providerType);
    if (!place.ok) return place;
    const { scheme } = place.value;
    const key = await this.#deps.vault.derive(avatarId, scheme, seedIndex);
    return key.ok ? ok(scheme.exportForm(key.value.key.secret)) : key;
  }
}
