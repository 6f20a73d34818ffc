import { askedPort, signUpAt } from '../../../api/test/support/api-process.ts';
import type { Side } from './side.ts';

/** Provider type of a wallet on the chain `ethereum`. */
const ETHEREUM = 7;

/** An avatar of the load, with its agent and its custodial wallet. */
export interface Avatar {
  readonly id: string;
  /** Its agent, with its key. */
  readonly agentId: string;
  readonly apiKey: string;
  readonly wallet: string;
  readonly token: string;
}

/** Avatars that use one database, of whom `owners` alone have custodial wallets. */
export interface People {
  readonly plain: readonly Avatar[];
  readonly owners: readonly Avatar[];
}

const idOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as { readonly sub: string }).sub;

async function signUp(port: number, name: string, withWallet: boolean): Promise<Avatar> {
  const token = await signUpAt(port, name);
  const id = idOf(token);
  const facts = { name: `agent of ${name}`, capabilities: [{ type: 'work' }], maxConcurrentTasks: 100 };
  const { agentId, apiKey } = await askedPort<{ agentId: string; apiKey: string }>(
    port,
    '/api/agents/register',
    facts,
    token,
  );
  const made = withWallet
    ? await askedPort<{ walletAddress: string }>(
        port,
        `/api/Wallet/avatar/${id}/create-wallet`,
        { walletProviderType: ETHEREUM, generateKeyPair: true },
        token,
      )
    : undefined;
  return { id, agentId, apiKey, wallet: made?.walletAddress ?? '', token };
}

/** Sign-ups at once: the service hashes few passwords at a time. */
const AT_ONCE = 4;

/** Signs up so many avatars of each kind. */
export async function signUpPeople(
  { ports, name }: Side,
  counts: Readonly<Record<keyof People, number>>,
): Promise<People> {
  const port = ports[0] as number;
  const some = async (kind: keyof People): Promise<readonly Avatar[]> => {
    const made: Avatar[] = [];
    while (made.length < counts[kind]) {
      const names = Array.from({ length: AT_ONCE }, (_, n) => `${name}-${kind}-${made.length + n}`);
      made.push(...(await Promise.all(names.map((one) => signUp(port, one, kind === 'owners')))));
    }
    return made;
  };
  return { plain: await some('plain'), owners: await some('owners') };
}
