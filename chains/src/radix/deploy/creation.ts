import { fail, ok, type Result } from '@causeway/protocol';
import type { DeploymentSteps } from '../../deploy/deployment-steps.ts';
import type { DeployFailure } from '../../failures.ts';
import { map } from '../../provider/result.ts';
import {
  address,
  allocateAddress,
  instruction,
  type ManifestText,
  namedAddress,
  reservation,
  setLockedMetadata,
  string,
  u64,
  variant,
} from '../manifest.ts';
import * as sbor from '../sbor.ts';
import type { Ledger } from './ledger.ts';

/** Variants of the engine's type MetadataValue. */
const U64 = 4;
const GLOBAL_ADDRESS = 8;

/** An entity that a deployer creates once. */
export interface Creation {
  /** Unique among everything that the deployer creates. */
  readonly name: string;
  /** The package and blueprint that create it, which determine the form of its address. */
  readonly package: string;
  readonly blueprint: string;
  /** The instruction that creates it, given the manifest argument of the address reservation. */
  readonly instruction: (reservation: ManifestText) => ManifestText;
  readonly blobs?: readonly Uint8Array[];
  /** The highest fee. */
  readonly feeXrd?: string;
}

/** A created entity: its address, and a state version at which it did not exist yet. */
export interface Created {
  readonly address: string;
  readonly since: number;
}

/** Metadata keys of the deployer's account for the address and for the state version. */
const addressKey = (name: string): string => `causeway.${name}`;
const sinceKey = (name: string): string => `causeway.${name}.since`;

/**
 * Creates the entity and writes its address, locked, to the metadata of the deployer's account in one transaction. The
 * account can therefore not create a second one of that name, and a later run finds it whatever was interrupted.
 */
const creationManifest = (account: string, creation: Creation, stateVersion: number): ManifestText =>
  allocateAddress(creation.package, creation.blueprint, 'created') +
  creation.instruction(reservation('created')) +
  setLockedMetadata(account, addressKey(creation.name), variant(GLOBAL_ADDRESS, namedAddress('created'))) +
  setLockedMetadata(account, sinceKey(creation.name), variant(U64, u64(BigInt(stateVersion))));

/** Reads an entry of the metadata of `entity`. */
export const getMetadata = (entity: string, key: string): ManifestText =>
  instruction('CALL_METADATA_METHOD', address(entity), string('get'), string(key));

/** The entity that the deployer's account created under that name; null when there is none. */
export async function findCreated(ledger: Ledger, name: string): Promise<Result<Created | null, DeployFailure>> {
  const [place, since] = await Promise.all([
    ledger.read(
      getMetadata(ledger.account, addressKey(name)),
      sbor.option(sbor.variant(GLOBAL_ADDRESS, sbor.reference)),
    ),
    ledger.read(getMetadata(ledger.account, sinceKey(name)), sbor.option(sbor.variant(U64, sbor.u64))),
  ]);
  if (!place.ok) return place;
  if (!since.ok) return since;
  if (place.value === null || since.value === null) return ok(null);
  return ok({ address: place.value[0], since: Number(since.value[0]) });
}

/** Creates the entity, which is missing, and returns it. */
export async function createNow(ledger: Ledger, creation: Creation): Promise<Result<Created, DeployFailure>> {
  const version = await ledger.stateVersion();
  if (!version.ok) return version;
  const { name, blobs, feeXrd } = creation;
  const manifest = creationManifest(ledger.account, creation, version.value);
  const sent = await ledger.send({ manifest, ...(blobs && { blobs }), ...(feeXrd && { feeXrd }) });
  const found = await findCreated(ledger, name);
  if (!found.ok) return found;
  // A transaction of an interrupted run may have been committed first; then its entity counts.
  if (found.value !== null) return ok(found.value);
  return sent.ok ? fail('NOT_INCLUDED', `${name} was not created; try again`, true) : sent;
}

/** Creates the entity in a step of that name unless it exists. Returns it in both cases. */
export async function create(
  ledger: Ledger,
  steps: DeploymentSteps,
  step: string,
  creation: Creation,
): Promise<Result<Created, DeployFailure>> {
  const there = await findCreated(ledger, creation.name);
  if (!there.ok) return there;
  let created = there.value;
  const done = await steps.run({
    name: step,
    present: async () => ok(created !== null),
    act: async () => map(await createNow(ledger, creation), (made) => (created = made)),
  });
  return map(done, () => created as Created);
}
