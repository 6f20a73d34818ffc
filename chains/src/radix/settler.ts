import { ok, type Result, toAddress32 } from '@causeway/protocol';
import { MAIN_FAMILY } from '../deploy/deployer.ts';
import type { ReadFailure } from '../failures.ts';
import { type Expected, type Found, NOTHING, required } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import { nodeIdOf } from './address.ts';
import type { RadixContext } from './context.ts';
import { callMethod, type ManifestText } from './manifest.ts';
import { type Builds, codesOf, definitionOf, named, publicationVersion, readPublished } from './publication.ts';
import { reference, tuple } from './sbor.ts';

/** The blueprint of the settler. */
export const SETTLER_BLUEPRINT = 'CausewaySettler';

/** Key of the package of the settler of `family`'s bridge in a deployment's `contracts`. */
export const settlerPackageName = (family: string): string =>
  family === MAIN_FAMILY ? 'settlerPackage' : `settlerPackage.${family}`;

/** Reads a settler's configuration: its bridge, and the account to which orders of swaps go. */
export const settlerConfiguration = (settler: string): ManifestText => callMethod(settler, 'configuration');
export const settlerConfigurationValue = tuple(reference, reference).transform(([bridge, account]) => ({
  bridge,
  account,
}));

/** Names of the settler and its parts. */
const SETTLER = 'the settler';
const PACKAGE = "the settler's package";
/** Name of the code of the settler's package. */
export const SETTLER_CODE = "the code of the settler's package";
const DEFINITION = "the definition of the settler's package";
const BRIDGE = "the settler's bridge";
const ACCOUNT = "the settler's account";

/** What the file and the builds say of the settler, if the file names one. `foundCode` is its package's. */
export function expectedSettler(
  { bridge, deployment, family }: RadixContext,
  builds: Builds,
  foundCode: string | undefined,
): Expected {
  const { settler } = bridge;
  if (settler === undefined) return {};
  return {
    [SETTLER]: required(`${settler.address}, ${settler.address32}`),
    [PACKAGE]: required(deployment.contracts[settlerPackageName(family)] ?? NOTHING, SETTLER),
    [SETTLER_CODE]: { severity: 'refuse', anyOf: codesOf(builds), after: [SETTLER] },
    [DEFINITION]: required(definitionOf(builds, foundCode), SETTLER, SETTLER_CODE),
    [BRIDGE]: required(bridge.address, SETTLER),
    [ACCOUNT]: required(settler.account ?? NOTHING, SETTLER),
  };
}

/** State versions after a bridge's creation among which its settler's package is, if the file does not name it. */
const LOOK_AHEAD = 1_000;

/**
 * The state version that published the settler's package at `address`; null when it is not among those that are
 * searched: shortly before the bridge's creation, where one package serves several families, and shortly after it.
 */
async function settlerPublication(context: RadixContext, address: string): Promise<Result<number | null, ReadFailure>> {
  const { bridge, connection } = context;
  const { deployedAtBlock, settler } = bridge;
  if (settler?.publishedAt !== undefined) return ok(settler.publishedAt);
  const after = await connection.rpc.creationOf(address, deployedAtBlock + 1, LOOK_AHEAD);
  if (!after.ok || after.value !== null) return after;
  return publicationVersion({ connection, bridge: { deployedAtBlock } }, address);
}

/** Reads the settler that the file names, and its package's code and definition. */
export async function findSettler(context: RadixContext): Promise<Result<Found, ReadFailure>> {
  const { connection, bridge } = context;
  const { settler } = bridge;
  if (settler === undefined) return ok({});
  const component = nodeIdOf(settler.address, 'component', connection.network);
  if (component === null) return ok({ [SETTLER]: 'a component' });
  const blueprint = await connection.rpc.agreeSoon((endpoint) => endpoint.blueprintOf(settler.address));
  if (!blueprint.ok) return blueprint;
  if (blueprint.value.name !== SETTLER_BLUEPRINT) return ok({ [SETTLER]: `a ${blueprint.value.name}` });
  const configuration = await connection.rpc.read(settlerConfiguration(settler.address), settlerConfigurationValue);
  const version = await settlerPublication(context, blueprint.value.package);
  if (!version.ok) return version;
  const published = await readPublished(context, blueprint.value.package, version.value);
  const code = named(published, SETTLER_CODE, DEFINITION);
  if (!code.ok) return code;
  return map(configuration, (configured) => ({
    ...code.value,
    [SETTLER]: `${settler.address}, ${toAddress32(component)}`,
    [PACKAGE]: blueprint.value.package,
    [BRIDGE]: configured.bridge,
    [ACCOUNT]: configured.account,
  }));
}
