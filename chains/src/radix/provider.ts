import { ok } from '@causeway/protocol';
import { identityOf, stateOf, verifying } from '../provider/compose.ts';
import { healthOf } from '../provider/health.ts';
import type { AddressBook, ChainProvider, ChainReader } from '../provider/provider.ts';
import { HeadSubscriptions } from '../rpc/head-feed.ts';
import { formatRadixAddress, parseRadixAddress } from './address.ts';
import { administration } from './administration.ts';
import type { RadixContext } from './context.ts';
import { oracleSigning } from './oracle.ts';
import * as reads from './reads.ts';
import { scanEvents } from './scanner.ts';
import { sending } from './send.ts';
import { settling } from './settling.ts';
import { compareDeployment } from './verify.ts';
import { radixWalletOperations } from './wallet.ts';

const addressBook = ({ connection: { network } }: RadixContext): AddressBook => ({
  parseAddress: (address) => parseRadixAddress(address, network),
  formatAddress: (address) => formatRadixAddress(address, network),
  isReserved: () => false,
});

/** Reading one bridge and its network. A committed transaction is final. */
function reading(context: RadixContext, heads: HeadSubscriptions): ChainReader {
  const { rpc } = context.connection;
  return {
    finalityBlocks: 0,
    finalityRule: 'atOnce',
    head: () => rpc.head(),
    block: (number) => rpc.block(number),
    finalized: () => rpc.head(),
    finalNumber: async ({ number }) => ok(number),
    scan: (from, to) => heads.noting(scanEvents(rpc, context.identity, from, typeof to === 'number' ? to : to.number)),
    onHead: (listener, onFailure) => heads.add(listener, onFailure),
    ...stateOf(context, reads),
  };
}

/** One bridge on a Radix network. A block is a state version, which holds one transaction and is final at once. */
export function radixProvider(context: RadixContext): ChainProvider {
  const heads = new HeadSubscriptions(context.connection.heads);
  return {
    ...identityOf('radix', context),
    ...reading(context, heads),
    ...sending(context),
    ...oracleSigning(context),
    ...addressBook(context),
    wallet: radixWalletOperations(context),
    settler: settling(context),
    administration: administration(context),
    health: () =>
      healthOf(context.connection.rpc.endpoints, context.connection.clock, async (endpoint) => {
        const { stateVersion } = await endpoint.networkStatus();
        return stateVersion;
      }),
    ...verifying(() => compareDeployment(context)),
    close: async () => heads.close(),
  };
}
