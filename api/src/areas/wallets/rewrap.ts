import { type KeyServiceFailure, masterKeyOf, type Sealer } from '@causeway/keys';
import type { SeedRow } from '@causeway/storage';
import type { WalletRepository } from './rules/wallets.ts';
import { seedContext } from './vault.ts';

/** Seeds that are read at a time. */
const PAGE = 100;

/** Progress of a re-wrapping. */
export interface Rewrapped {
  readonly done: number;
  /** Seeds that could not be opened, with the reasons. They stay as they are. */
  readonly failed: readonly { readonly avatarId: string; readonly failure: KeyServiceFailure }[];
}

/**
 * Wraps every seed under the current master key, while the API serves: each seed is replaced in one statement if
 * nothing changed it meanwhile. A seed under the current key is passed over, so a repetition continues after an
 * interruption.
 * `onSeed` is called after each seed.
 */
export async function rewrapSeeds(
  storage: Pick<WalletRepository, 'seedsNotUnder' | 'replaceSealed'>,
  sealer: Sealer,
  onSeed: (done: number) => void = () => {},
): Promise<Rewrapped> {
  const current = await sealer.current();
  if (!current.ok) throw new Error(`${current.error.code}: ${current.error.message}`);
  const failed: { readonly avatarId: string; readonly failure: KeyServiceFailure }[] = [];
  let done = 0;
  let after: string | null = null;
  for (;;) {
    const page: readonly SeedRow[] = await storage.seedsNotUnder(current.value, after, PAGE);
    for (const { avatarId, sealed } of page) {
      const wrapped = await sealer.rewrap(sealed, seedContext(avatarId));
      if (!wrapped.ok) {
        failed.push({ avatarId, failure: wrapped.error });
        continue;
      }
      const masterKey = masterKeyOf(wrapped.value) ?? '';
      await storage.replaceSealed({ avatarId, sealed: wrapped.value, masterKey }, sealed);
      done += 1;
      onSeed(done);
    }
    after = page.at(-1)?.avatarId ?? after;
    if (page.length < PAGE) return { done, failed };
  }
}
