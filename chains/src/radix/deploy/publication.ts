import { ok, type Result } from '@causeway/protocol';
import type { DeployFailure } from '../../failures.ts';
import { type PackageBuild, packageCreation } from './artifact.ts';
import { findCreated } from './creation.ts';
import type { Ledger } from './ledger.ts';

/** State versions after the one before a package's creation among which its publication is searched. */
const LOOK_AHEAD = 1_000;

/**
 * The state version that published the package at `address`: `onFile` if it did, or the one that the deployer's account
 * tells of this release's `build`. Null when it is neither.
 */
export async function publicationOf(
  ledger: Ledger,
  build: PackageBuild,
  address: string,
  onFile: number | undefined,
): Promise<Result<number | null, DeployFailure>> {
  const { rpc } = ledger.connection;
  if (onFile !== undefined) {
    const there = await rpc.publication(onFile);
    if (!there.ok) return there;
    // A local chain that was started anew may have published it in another version.
    if (there.value?.packages.includes(address)) return ok(onFile);
  }
  const own = await findCreated(ledger, (await packageCreation(ledger, build)).name);
  if (!own.ok) return own;
  return own.value?.address === address ? rpc.creationOf(address, own.value.since + 1, LOOK_AHEAD) : ok(null);
}
