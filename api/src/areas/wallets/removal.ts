import type { Result } from '@causeway/protocol';
import type { Clock } from '@causeway/runtime';
import type { LimitRepository, WalletRow } from '@causeway/storage';
import { auditOf, LOCAL_COMMAND } from '../avatars/index.ts';
import { whatIsIn } from './balance.ts';
import type { SeedKept, WalletRepository } from './rules/wallets.ts';
import type { WalletService } from './service.ts';
import type { WalletNetworks } from './wallet-networks.ts';

/** How long a deleted wallet can be restored, milliseconds. */
const RESTORE_MS = 90 * 86_400_000;
/** How long spends are kept, milliseconds: limits count a day, and the rest is for explanations. */
const SPENDS_MS = 7 * 86_400_000;
/** Wallets that are read at a time. */
const PAGE = 100;

export interface WalletRemovalDeps {
  readonly storage: Pick<WalletRepository, 'belowSeed' | 'hiddenBefore' | 'remove' | 'destroySeed'> & {
    readonly limits: Pick<LimitRepository, 'forget'>;
  };
  readonly service: Pick<WalletService, 'endingsOf'>;
  readonly places: WalletNetworks;
  readonly clock: Clock;
}

/** What ends for good: wallets whose time to be restored is over, and seeds that an operator destroys. */
export class WalletRemoval {
  readonly #deps: WalletRemovalDeps;

  constructor(deps: WalletRemovalDeps) {
    this.#deps = deps;
  }

  /**
   * Removes wallets whose time to be restored is over, and forgets what no limit counts any more. A wallet whose key is
   * held here stays while it holds something, or its chain cannot be read: with it would go the index of its key.
   * Returns the number of wallets.
   */
  async purge(): Promise<number> {
    const { storage, service, places, clock } = this.#deps;
    const nowMs = clock.now();
    await storage.limits.forget(nowMs - SPENDS_MS);
    let removed = 0;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const page: readonly WalletRow[] = await storage.hiddenBefore(nowMs - RESTORE_MS, after, PAGE);
      for (const row of page) {
        if (row.seedIndex !== null && (await whatIsIn(row, places)) !== 'nothing') continue;
        if (await storage.remove(row.id, nowMs - RESTORE_MS, service.endingsOf(row))) removed += 1;
      }
      after = page.length === PAGE ? page.at(-1)?.id : undefined;
    }
    return removed;
  }

  /**
   * Destroys an avatar's seed with the wallets below it, for the operator, who names every address. Fails with the
   * reason in words.
   */
  async destroySeed(avatarId: string, addresses: readonly string[]): Promise<Result<void, string>> {
    const { storage, service } = this.#deps;
    const facts = { addresses: [...addresses] };
    const below = await storage.belowSeed(avatarId);
    const destroyed = await storage.destroySeed({
      avatarId,
      addresses,
      endings: new Map(below.map((wallet) => [wallet.id, service.endingsOf(wallet)])),
      audit: auditOf(LOCAL_COMMAND, { action: 'wallet.seedDestroyed', subjectId: avatarId, facts }),
    });
    return destroyed.ok ? destroyed : { ok: false, error: whyKept(destroyed.error) };
  }
}

/** What the operator reads when a seed is not destroyed. */
function whyKept(kept: SeedKept): string {
  if (kept.code === 'NO_SEED') return 'the avatar has no seed';
  if (kept.code === 'NOT_DELETED') return `the wallet ${kept.address} is not deleted`;
  if (kept.code === 'ORDER_CAN_END_HERE') return `order ${kept.orderId} can still end at one of the wallets`;
  const addresses = kept.addresses.length === 0 ? 'no wallet' : kept.addresses.join(' ');
  return `whatever lies at the addresses of a seed is lost with it, so name exactly these: ${addresses}`;
}
