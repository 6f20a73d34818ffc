import { z } from 'zod';

/**
 * What the issuer of a canonical asset may be able to do to those who hold it, a bridge's escrow among them: replace
 * the token's code, freeze balances, take them back, decide who may send it, or decide who may receive it.
 */
export const issuerPower = z.enum(['replace', 'freeze', 'recall', 'withdraw', 'deposit']);
export type IssuerPower = z.infer<typeof issuerPower>;

/** Who has each power of an asset's issuer, in words. A power without an entry is nobody's. */
export type IssuerPowers = Readonly<Partial<Record<IssuerPower, string>>>;
