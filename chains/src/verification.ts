import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from './deployment.ts';
import type { RemoteRegistration } from './provider.ts';

/** One bridge as its deployment file has it. */
interface Recorded {
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
}

/** How a chain tells what it has registered. */
interface RemoteReads<C> {
  readonly readRemote: (context: C, domain: Domain) => Promise<Result<RemoteRegistration | null>>;
  readonly readDecimals: (context: C, home: Domain) => Promise<Result<number>>;
}

/** DEPLOYMENT_MISMATCH: `name` is something else on chain than in the file. */
export const mismatch = (
  { deployment, family }: Pick<Recorded, 'deployment' | 'family'>,
  name: string,
  onChain: unknown,
  onFile: unknown,
): Result<never> =>
  fail('DEPLOYMENT_MISMATCH', `${deployment.network} ${family}: ${name} is ${onChain} on chain, ${onFile} in the file`);

/** Compares the remotes in the deployment file with the chain, their tokens' decimals included. */
export async function verifyRemotes<C extends Recorded>(
  context: C,
  { readRemote, readDecimals }: RemoteReads<C>,
): Promise<Result<void>> {
  for (const [network, record] of Object.entries(context.bridge.remotes)) {
    const [remote, decimals] = await Promise.all([
      readRemote(context, record.domain),
      readDecimals(context, record.domain),
    ]);
    if (!remote.ok) return remote;
    if (!decimals.ok) return decimals;
    const onChain = [remote.value?.bridge, remote.value?.token, remote.value?.wireDecimals, decimals.value].join();
    const onFile = [record.bridge, record.token.address, record.wireDecimals, record.token.decimals].join();
    if (onChain !== onFile) return mismatch(context, `remote ${network}`, onChain, onFile);
  }
  return ok(undefined);
}
