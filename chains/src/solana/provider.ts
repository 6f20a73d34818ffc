import { finalBlock, identityOf, stateOf, verifying } from '../provider/compose.ts';
import { healthOf } from '../provider/health.ts';
import type { AddressBook, ChainProvider, ChainReader } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { HeadSubscriptions } from '../rpc/head-feed.ts';
import { formatSolanaAddress, parseSolanaAddress } from './address.ts';
import { administration } from './administration.ts';
import type { SolanaContext } from './context.ts';
import { oracleSigning } from './oracle.ts';
import * as reads from './reads.ts';
import { isReservedSolana } from './reserved.ts';
import { COMMITMENT } from './rpc.ts';
import { scanEvents, toBlockRef, toHead } from './scanner.ts';
import { sending } from './send.ts';
import { settling } from './settling.ts';
import { compareDeployment } from './verify.ts';
import { solanaWalletOperations } from './wallet.ts';
import { numberAnswer } from './wire.ts';

const addressBook = (context: SolanaContext): AddressBook => ({
  parseAddress: parseSolanaAddress,
  formatAddress: formatSolanaAddress,
  isReserved: (address) => isReservedSolana(context.addresses, address),
});

/** Reading one bridge and its cluster. A block is final at its depth, but never before the cluster has finalized it. */
function reading(context: SolanaContext, heads: HeadSubscriptions): ChainReader {
  const { rpc, config } = context.connection;
  const finalityBlocks = config.finality.blocks;
  const rooted = () => rpc.reachedSlots('finalized');
  const blocks: Pick<ChainReader, 'head' | 'block' | 'finalNumber'> = {
    head: async () => map(await rpc.head(), toHead),
    block: async (number) => map(await rpc.block(number), (block) => block && toBlockRef(block)),
    finalNumber: (head) => finalBelow(head, rooted()),
  };
  const finalBelow = async ({ number }: { readonly number: number }, slots: ReturnType<typeof rooted>) =>
    map(await slots, ([slot]) => Math.min(number - finalityBlocks, slot as number));
  return {
    ...blocks,
    finalityBlocks,
    finalityRule: 'tag',
    finalized() {
      // Asked for together with the head.
      const slots = rooted();
      return finalBlock({ ...blocks, finalNumber: (head) => finalBelow(head, slots) });
    },
    scan: (from, to, isComplete) => heads.noting(scanEvents(rpc, context, from, to, isComplete)),
    onHead: (listener, onFailure) => heads.add(listener, onFailure),
    ...stateOf(context, reads),
  };
}

/** One bridge on a Solana cluster. Block numbers are slots; a skipped slot stands for the block before it. */
export function solanaProvider(context: SolanaContext): ChainProvider {
  const heads = new HeadSubscriptions(context.heads);
  return {
    ...identityOf('solana', context),
    ...reading(context, heads),
    ...sending(context),
    ...oracleSigning(context),
    ...addressBook(context),
    wallet: solanaWalletOperations(context),
    settler: settling(context),
    administration: administration(context),
    health: () =>
      healthOf(context.connection.rpc.endpoints, context.connection.clock, async (endpoint) =>
        numberAnswer.parse(await endpoint.send('getSlot', [{ commitment: COMMITMENT }])),
      ),
    ...verifying(() => compareDeployment(context)),
    close: async () => heads.close(),
  };
}
