import { type Domain, fail, ok, type Result } from '@causeway/protocol';
import type { BridgeRecord, Deployment } from '../config/deployment.ts';
import type { ReadFailure } from '../failures.ts';
import type { RemoteRegistration } from './provider.ts';

/** One bridge with its deployment file. */
interface Recorded {
  readonly deployment: Deployment;
  readonly family: string;
  readonly bridge: BridgeRecord;
}

/** How to read a registered remote and a token's decimals from the chain. */
interface RemoteReads<C> {
  readonly readRemote: (context: C, domain: Domain) => Promise<Result<RemoteRegistration | null, ReadFailure>>;
  readonly readDecimals: (context: C, home: Domain) => Promise<Result<number, ReadFailure>>;
}

/** DEPLOYMENT_MISMATCH: the chain has another `name` than the deployment file. */
export const mismatch = (
  { deployment, family }: Pick<Recorded, 'deployment' | 'family'>,
  name: string,
  onChain: unknown,
  onFile: unknown,
): Result<never, ReadFailure> =>
  fail('DEPLOYMENT_MISMATCH', `${deployment.network} ${family}: ${name} is ${onChain} on chain, ${onFile} in the file`);

/** Compares the remotes in the deployment file with the chain, including the decimals of their tokens. */
export async function verifyRemotes<C extends Recorded>(
  context: C,
  { readRemote, readDecimals }: RemoteReads<C>,
): Promise<Result<void, ReadFailure>> {
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

/** One property of a bridge: its name, its value on chain, and the value that the options ask for. */
export type BridgeProperty = readonly [name: string, there: unknown, asked: unknown];

/** Fails with DEPLOYMENT_MISMATCH, which names the differences, when an existing bridge is not as asked for. */
export function requireAsked(address: string, properties: readonly BridgeProperty[]): Result<void, ReadFailure> {
  const differences = properties.filter(([, there, asked]) => there !== asked);
  if (differences.length === 0) return ok(undefined);
  const words = differences.map(([name, there]) => `its ${name} is ${there}`).join('; ');
  return fail('DEPLOYMENT_MISMATCH', `${address} is another bridge than asked for: ${words}`);
}
