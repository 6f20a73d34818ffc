import type { Deployment } from '@causeway/chains';
import { z } from 'zod';

// The form of deployment files in the releases before, as their code had it; it wrote nothing else.

const asset = z.object({ symbol: z.string(), name: z.string(), decimals: z.int(), address: z.string().nullable() });
const limits = z.object({
  minAmount: z.string(),
  maxAmount: z.string(),
  capacity: z.string(),
  refillPerSecond: z.string(),
});
const remote = z.object({
  domain: z.int(),
  bridge: z.string(),
  wireDecimals: z.int(),
  token: asset,
  opened: z.boolean(),
});
const bridge = {
  address: z.string(),
  address32: z.string(),
  deployedAtBlock: z.int(),
  oracle: z.string().optional(),
  canonicalAsset: asset,
  wireDecimals: z.int(),
  limits,
  remotes: z.record(z.string(), remote),
};
const settler = z.object({ address: z.string(), address32: z.string(), account: z.string().optional() });
const fileOf = (oneBridge: z.ZodType) =>
  z.object({
    formatVersion: z.literal(1),
    network: z.string(),
    kind: z.string(),
    domain: z.int(),
    chainId: z.string(),
    oracle: z.object({ address: z.string(), members: z.array(z.string()), threshold: z.int() }),
    contracts: z.record(z.string(), z.string()),
    bridges: z.record(z.string(), oneBridge),
  });

/** The releases whose files are still read, with the form of each. */
const FORMS = {
  'before there were settlers': fileOf(z.object(bridge)),
  'before verification compared everything': fileOf(z.object({ ...bridge, settler: settler.optional() })),
} as const;

export const EARLIER = Object.keys(FORMS) as readonly (keyof typeof FORMS)[];

/** Entries of `contracts` that those releases did not write. */
const LATER = /^(?:settler|lookupTableAuthority)/;
const LATER_THAN_SETTLERS = /^lookupTableAuthority/;

/** `file` as the release of `form` would have written it. */
export function asWrittenBy(form: (typeof EARLIER)[number], file: Deployment): Deployment {
  const later = form === 'before there were settlers' ? LATER : LATER_THAN_SETTLERS;
  const contracts = Object.fromEntries(Object.entries(file.contracts).filter(([name]) => !later.test(name)));
  return FORMS[form].parse({ ...file, contracts }) as Deployment;
}
