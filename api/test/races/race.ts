import type { PlatformStorage } from '@causeway/storage';
import type { Race } from '@causeway/storage/test-support/race';

/** A race whose facts only itself knows. */
export type AnyRace = Race<never>;

/** A race over facts of any type. */
export const race = <Facts>(one: Race<Facts>): AnyRace => one as unknown as AnyRace;

/** `ok`, or the code of the refusal, of each result; sorted. */
export const codesOf = (ends: readonly unknown[]): readonly string[] =>
  ends
    .map((end) => {
      const { ok, error } = end as { readonly ok?: boolean; readonly error?: { readonly code: string } };
      return ok ? 'ok' : (error?.code ?? String(end));
    })
    .sort();

export type { PlatformStorage };
