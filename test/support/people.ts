import { fund, signInAs, walletsOn } from '@causeway/cli/devnet-avatar';
import type { Causeway } from '@causeway/client';
import type { Devnet } from '@causeway/devnet';
import type { NetworkName } from './control.ts';

/** The avatars of a stack. */
export type PersonName = 'alice' | 'bob';

/** An avatar with a funded wallet on each chain, whose keys the service holds. */
export interface Person {
  /** Signed in. */
  readonly client: Causeway;
  /** The address of the wallet on a chain. Throws for a chain that the stack does not have. */
  address(network: NetworkName): string;
}

/** Registers an avatar at the API, signs in, creates its wallets and has the faucet fund them. */
export async function newPerson(name: PersonName, api: string, devnet: Devnet): Promise<Person> {
  const { client } = await signInAs(name, api, devnet.folder);
  const networks = devnet.chains.map(({ network }) => network.name);
  const wallets = await walletsOn(client, networks);
  await fund(devnet, wallets);
  return {
    client,
    address(network) {
      const wallet = wallets.find((one) => one.network === network);
      if (wallet === undefined) throw new RangeError(`${name} has no wallet on ${network}`);
      return wallet.address;
    },
  };
}
