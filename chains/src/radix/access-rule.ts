import { blake2b } from '@noble/hashes/blake2.js';
import { z } from 'zod';
import { nodeIdOf } from './address.ts';
import { type Badge, formatBadge } from './badge.ts';
import type { RadixNetwork } from './network.ts';
import { decimal, list, localId, option, reference, tuple, u8, unit, variant } from './sbor.ts';
import { wellKnown } from './well-known.ts';

// Access rules of the engine, as text: equal rules have equal texts, and different rules have different ones.

export const EVERYBODY = 'everybody';
export const NOBODY = 'nobody';

/** The rule that the badge must be shown. */
export const badgeRule = (badge: Badge): string => `who shows ${formatBadge(badge)}`;

/** The rule that `threshold` of the badges must be shown, in any order. */
export const countRule = (threshold: number, badges: readonly Badge[]): string =>
  `who shows ${threshold} of ${badges.map(formatBadge).sort().join(' ')}`;

/** ResourceOrNonFungible. */
const badge = variant(0, tuple(reference, localId))
  .transform(([[resource, id]]): Badge => ({ kind: 'nonFungible', resource, localId: id }))
  .or(variant(1, reference).transform(([resource]): Badge => ({ kind: 'resource', resource })));

/** BasicRequirement. */
const basic: z.ZodType<string> = variant(0, badge)
  .transform(([one]) => badgeRule(one))
  .or(variant(1, decimal, reference).transform(([amount, resource]) => `who shows ${amount} of ${resource}`))
  .or(variant(2, u8, list(badge)).transform(([count, badges]) => countRule(count, badges)))
  .or(variant(3, list(badge)).transform(([badges]) => `who shows all of ${badges.map(formatBadge).sort().join(' ')}`))
  .or(variant(4, list(badge)).transform(([badges]) => `who shows any of ${badges.map(formatBadge).sort().join(' ')}`));

/** CompositeRequirement. */
const composite: z.ZodType<string> = z.lazy(() =>
  z.union([
    variant(0, basic).transform(([one]) => one),
    variant(1, list(composite)).transform(([all]) => `any of (${all.join('), (')})`),
    variant(2, list(composite)).transform(([all]) => `all of (${all.join('), (')})`),
  ]),
);

/** AccessRule. */
const rule: z.ZodType<string> = z.union([
  unit(0, EVERYBODY),
  unit(1, NOBODY),
  variant(2, composite).transform(([one]) => one),
]);

/** The rule of a role, or "the owner's" for a role that has none of its own. */
export const THE_OWNERS = 'the owner’s';
export const roleValue = option(rule).transform((one) => one ?? THE_OWNERS);

/** The rule of an entity's owner, and who may change it. */
export const ownerValue = tuple(
  rule,
  z.union([unit(0, 'fixed'), unit(1, 'changed by whom it admits'), unit(2, 'changed by the entity itself')]),
).transform(([who, updater]) => `${who}, ${updater}`);

/** The owners that nobody is: the second rule may be changed by whom it admits, who is nobody. */
export const NO_OWNER = `${NOBODY}, fixed`;
export const CLOSED_OWNER = `${NOBODY}, changed by whom it admits`;

/** The prefix of the engine's encoding, and GlobalCaller::GlobalObject with an address. */
const GLOBAL_OBJECT = '5c22000180';

/** The badge that only calls by `component` itself show. */
export function callerBadge(component: string, network: RadixNetwork): Badge {
  const nodeId = nodeIdOf(component, 'component', network);
  if (nodeId === null) throw new TypeError(`${component} is no component`);
  const encoded = Uint8Array.from(Buffer.from(`${GLOBAL_OBJECT}${nodeId.slice(2)}`, 'hex'));
  const id = Buffer.from(blake2b(encoded, { dkLen: 32 })).toString('hex');
  return { kind: 'nonFungible', resource: wellKnown('globalCallerBadge', network), localId: `[${id}]` };
}
