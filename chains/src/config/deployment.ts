import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '@causeway/config';
import { type ChainKind, type Domain, fail, type Hex, isChainKind, isHex, ok, type Result } from '@causeway/protocol';
import { z } from 'zod';
import type { ConfigFailure } from '../failures.ts';
import { issuerPower } from './issuer-powers.ts';

const address32 = z.custom<Hex>((value) => isHex(value, 32), 'must be 32 bytes in hexadecimal');
const wholeUnits = z.string().regex(/^\d{1,39}$/, 'must be a whole number of smallest units in decimal');
const wireUnits = z.string().regex(/^\d{1,39}$/, 'must be a whole number of wire units in decimal');
const domain = z.int().min(1).max(0xffffffff);

/** A fungible asset on one chain. */
const assetRecord = z.strictObject({
  symbol: z.string().min(1),
  name: z.string().min(1),
  decimals: z.int().min(0).max(255),
  /** Local address, or null for the chain's native coin. */
  address: z.string().nullable(),
});
export type AssetRecord = Readonly<z.infer<typeof assetRecord>>;

/** Limits of an asset in wire units, as decimal strings. They are the same on the asset's home and on every remote. */
const limitsRecord = z.strictObject({
  minAmount: wireUnits,
  maxAmount: wireUnits,
  capacity: wireUnits,
  refillPerSecond: wireUnits,
});
export type LimitsRecord = Readonly<z.infer<typeof limitsRecord>>;

/** A bridge's registration of one remote. */
const remoteRecord = z.strictObject({
  domain,
  /** The remote's bridge, left-padded. */
  bridge: address32,
  /** Wire decimals of the remote's canonical asset. */
  wireDecimals: z.int().min(0).max(9),
  /** The bridged token on this network. */
  token: assetRecord,
  opened: z.boolean(),
  /** Both limit sets as the deployment set them, in wire units. Absent in files of releases before. */
  limits: z.strictObject({ canonical: limitsRecord, bridged: limitsRecord }).optional(),
  /** The delivery fee, smallest units of this network's native coin. Absent in files of releases before. */
  fee: wholeUnits.optional(),
});
export type RemoteRecord = Readonly<z.infer<typeof remoteRecord>>;

/** The settler of a bridge, which pays and settles swaps of the bridge's orders. */
const settlerRecord = z.strictObject({
  address: z.string().min(1),
  address32,
  /** Radix: the state version at which the settler's package was published. Absent in files of releases before. */
  publishedAt: z.int().min(1).optional(),
  /** The account to which the orders of all swaps go, present only where a swap has no vault of its own. */
  account: z.string().min(1).optional(),
});
export type SettlerRecord = Readonly<z.infer<typeof settlerRecord>>;

/** One bridge of a chain: its canonical asset and its registration of each remote. */
const bridgeRecord = z.strictObject({
  address: z.string().min(1),
  address32,
  /** First block that watchers read: the block of the deployment or, on Radix, one shortly before it. */
  deployedAtBlock: z.int().min(0),
  /** Who configures the bridge and who may pause it, as addresses or badges. Absent in files of releases before. */
  admin: z.string().min(1).optional(),
  guardian: z.string().min(1).optional(),
  /** Hash of the code that the bridge runs, as verification shows it. Absent in files of releases before. */
  code: z.string().min(1).optional(),
  /** Radix: the state version at which the bridge's package was published. Absent in files of releases before. */
  publishedAt: z.int().min(1).optional(),
  /** The oracle's address, present only where each bridge has its own oracle account. */
  oracle: z.string().min(1).optional(),
  /** Absent where the bridge was deployed before there were settlers, and not again since. */
  settler: settlerRecord.optional(),
  canonicalAsset: assetRecord,
  /** What the issuer of the canonical asset can do to its holders, and the deployer accepted. */
  issuerPowers: z.array(issuerPower).optional(),
  wireDecimals: z.int().min(0).max(9),
  limits: limitsRecord,
  /** Keyed by the remote network's name. */
  remotes: z.record(z.string(), remoteRecord),
});
export type BridgeRecord = Readonly<z.infer<typeof bridgeRecord>>;

/** deployments/NAME.json: everything deployed on one network. `causeway deploy` writes it, every process reads it. */
export const deploymentSchema = z.strictObject({
  formatVersion: z.literal(1),
  network: z.string().regex(/^[a-z][a-z0-9-]*$/),
  kind: z.custom<ChainKind>(isChainKind, 'must be the name of a kind of chain'),
  domain,
  /** EVM: the EIP-155 chain id as a string. Other kinds: the network's own name. */
  chainId: z.string().min(1),
  /**
   * The oracle's address and members. EVM: the Safe; Solana: the first bridge's oracle set; Radix: its component. See
   * oracleOf.
   */
  oracle: z.strictObject({
    address: z.string().min(1),
    members: z.array(z.string()).min(1),
    threshold: z.int().min(1),
  }),
  /**
   * Helper contracts by name. EVM: Safe singleton, proxy factory, …; Solana: lookup tables; Radix: packages, lockers.
   */
  contracts: z.record(z.string(), z.string()),
  /** Keyed by asset family; "main" is the first. */
  bridges: z.record(z.string(), bridgeRecord),
});
export type Deployment = Readonly<z.infer<typeof deploymentSchema>>;

/** Path of the deployment file of `network` in `directory`. */
export const deploymentPath = (directory: string, network: string): string => join(directory, `${network}.json`);

/**
 * The deployment of `network`. Fails with DEPLOYMENT_MISSING when there is no file, and with DEPLOYMENT_INVALID, which
 * names every wrong field, when the file cannot be used.
 */
export function readDeployment(directory: string, network: string): Result<Deployment, ConfigFailure> {
  const path = deploymentPath(directory, network);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return fail('DEPLOYMENT_MISSING', `${path} cannot be read; deploy to ${network} first`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('DEPLOYMENT_INVALID', `${path} is not JSON; deploy to ${network} again`);
  }
  const parsed = deploymentSchema.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'file'}: ${issue.message}`);
    return fail('DEPLOYMENT_INVALID', `${path}: ${problems.join('; ')}`);
  }
  if (parsed.data.network !== network) {
    return fail('DEPLOYMENT_INVALID', `${path}: network: is ${parsed.data.network}, must be ${network}`);
  }
  return ok(parsed.data);
}

/**
 * Writes deployments/NAME.json: after a kill at any moment, and for a reader, it is the old file or the new one. Throws
 * the file system's error.
 */
export function writeDeployment(directory: string, deployment: Deployment): void {
  const path = deploymentPath(directory, deployment.network);
  mkdirSync(dirname(path), { recursive: true });
  replaceFile(path, `${JSON.stringify(deployment, null, 2)}\n`);
}

/**
 * The oracle of `family`'s bridge: the network's members and threshold, with the bridge's own oracle address if it has
 * one.
 */
export const oracleOf = ({ oracle, bridges }: Deployment, family: string): Deployment['oracle'] => ({
  ...oracle,
  address: bridges[family]?.oracle ?? oracle.address,
});

/** The registration of `remote` at `bridge`, or undefined. */
export const remoteOf = (bridge: BridgeRecord, remote: Domain): RemoteRecord | undefined =>
  Object.values(bridge.remotes).find((record) => record.domain === remote);
