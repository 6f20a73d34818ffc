import { ok, type Result } from '@causeway/protocol';
import type { ReadFailure } from '../failures.ts';
import { NOTHING } from '../provider/differences.ts';
import { map } from '../provider/result.ts';
import type { RadixContext } from './context.ts';
import { identityOf, type PackageIdentity } from './package-identity.ts';

type Connected = Pick<RadixContext, 'connection'>;

/** State versions before a bridge's creation among which its package's publication is, if the file does not name it. */
const LOOK_BACK = 1_000;

/**
 * The state version that published the package of the bridge in the file; null when it is not among those that are
 * searched. Without it in the file, it is searched shortly before the bridge's creation.
 */
export async function publicationVersion(
  {
    bridge,
    connection,
  }: Connected & { readonly bridge: Pick<RadixContext['bridge'], 'deployedAtBlock' | 'publishedAt'> },
  address: string,
): Promise<Result<number | null, ReadFailure>> {
  if (bridge.publishedAt !== undefined) return ok(bridge.publishedAt);
  const from = Math.max(1, bridge.deployedAtBlock - LOOK_BACK + 1);
  return connection.rpc.creationOf(address, from, bridge.deployedAtBlock - from + 1);
}

/**
 * The code and the definition of the package at `address` by the transaction that made state version `version`, or why
 * they are unknown in the place of the code.
 */
export async function readPublished(
  { connection }: Connected,
  address: string,
  version: number | null,
): Promise<Result<PackageIdentity, ReadFailure>> {
  const unknown = (why: string): PackageIdentity => ({ code: why, definition: NOTHING });
  if (version === null) return ok(unknown('unknown, because the file does not say where it was published'));
  const publication = await connection.rpc.publication(version);
  if (!publication.ok) return publication;
  const published = publication.value && (await identityOf(address, publication.value, connection.network));
  return ok(published ?? unknown(`not published in state version ${version}`));
}

/** The builds that a package may be: this release's, then the earlier ones. */
export type Builds = readonly [PackageIdentity, ...PackageIdentity[]];

/** The codes that a package may have: the one on file if a build has it, otherwise every build's. */
export function codesOf(builds: Builds, onFile?: string): readonly [string, ...string[]] {
  const [current, ...earlier] = builds.filter(({ code }) => code === onFile);
  const [first, ...others] = current ? [current, ...earlier] : builds;
  return [first.code, ...others.map(({ code }) => code)];
}

/** The definition that a package of the code `found` must have; this release's where no build has that code. */
export const definitionOf = (builds: Builds, found: string | undefined): string =>
  (builds.find(({ code }) => code === found) ?? builds[0]).definition;

/** `identity` under the names of its two parts. */
export const named = (
  identity: Result<PackageIdentity, ReadFailure>,
  code: string,
  definition: string,
): Result<Readonly<Record<string, string>>, ReadFailure> =>
  map(identity, (found) => ({ [code]: found.code, [definition]: found.definition }));
