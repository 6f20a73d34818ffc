import { type Hex, ok } from '@causeway/protocol';
import { finalBlock, identityOf, stateOf, verifying } from '../provider/compose.ts';
import { healthOf } from '../provider/health.ts';
import type { AddressBook, ChainProvider, ChainReader } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { HeadSubscriptions } from '../rpc/head-feed.ts';
import { formatEvmAddress, parseEvmAddress } from './address.ts';
import { administration } from './administration.ts';
import type { EvmContext } from './context.ts';
import { oracleSigning } from './oracle.ts';
import * as reads from './reads.ts';
import { isReservedEvm } from './reserved.ts';
import { scanEvents, toBlockRef, toHead } from './scanner.ts';
import { sending } from './send.ts';
import { settling } from './settling.ts';
import { compareDeployment } from './verify.ts';
import { evmWalletOperations } from './wallet.ts';
import { numberAnswer } from './wire.ts';

const addresses: AddressBook = {
  parseAddress: parseEvmAddress,
  formatAddress: formatEvmAddress,
  isReserved: isReservedEvm,
};

/** Reading one bridge and its chain. Without `finalizedTag`, depth alone decides finality. */
function reading(context: EvmContext, heads: HeadSubscriptions): ChainReader {
  const { rpc, config } = context.connection;
  const finalityBlocks = config.finality.blocks;
  const scanned = { ...context.identity, safe: context.safe.safe.toLowerCase() as Hex };
  const blocks: Pick<ChainReader, 'head' | 'block' | 'finalNumber'> = {
    head: async () => map(await rpc.head(), toHead),
    block: async (number) => map(await rpc.block(number), (block) => block && toBlockRef(block)),
    async finalNumber({ number }) {
      const deep = number - finalityBlocks;
      if (!config.finality.finalizedTag) return ok(deep);
      return map(await rpc.head('finalized'), (tagged) => Math.min(deep, tagged.number));
    },
  };
  return {
    ...blocks,
    finalityBlocks,
    finalityRule: config.finality.finalizedTag ? 'tag' : 'depth',
    finalized: () => finalBlock(blocks),
    scan: (from, to) => heads.noting(scanEvents(rpc, scanned, from, to, config.logRange)),
    onHead: (listener, onFailure) => heads.add(listener, onFailure),
    ...stateOf(context, reads),
  };
}

/** One bridge on an EVM chain, through ethers and, for its Safe, protocol-kit. */
export function evmProvider(context: EvmContext): ChainProvider {
  const heads = new HeadSubscriptions(context.connection.heads);
  return {
    ...identityOf('evm', context),
    ...reading(context, heads),
    ...sending(context),
    ...oracleSigning(context),
    ...addresses,
    wallet: evmWalletOperations(context),
    settler: settling(context),
    administration: administration(context),
    health: () =>
      healthOf(context.connection.rpc.endpoints, context.connection.clock, async (endpoint) =>
        numberAnswer.parse(await endpoint.send('eth_blockNumber', [])),
      ),
    ...verifying(() => compareDeployment(context)),
    close: async () => heads.close(),
  };
}
