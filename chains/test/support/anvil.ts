import { callRpc, DEV_MNEMONIC, ProcessGuard, startAnvil as startNode } from '@causeway/local-nodes';
import type { Hex } from '@causeway/protocol';
import { HDNodeWallet } from 'ethers';

/** A local EVM node of one test. */
export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  /** A JSON-RPC call straight to the node. */
  rpc(method: string, ...params: unknown[]): Promise<unknown>;
  mine(blocks: number): Promise<void>;
  /** Sends a transaction from one of the node's accounts, and waits until a block includes it. */
  send(transaction: { readonly from: string; readonly to?: string | undefined; readonly data?: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Private keys of the node's first accounts, which have funds. */
export const FUNDED: readonly Hex[] = [0, 1, 2, 3].map(
  (index) => HDNodeWallet.fromPhrase(DEV_MNEMONIC, '', `m/44'/60'/0'/0/${index}`).privateKey as Hex,
);

/**
 * Starts a node on a free port that mines a block per transaction. A bare node lacks the contracts that Anvil deploys.
 */
export async function startAnvil(chainId: number, bare = false): Promise<Anvil> {
  const guard = new ProcessGuard();
  const { url } = await startNode({ name: `chain ${chainId}`, chainId, port: 0, bare }, guard);
  const rpc = (method: string, ...params: unknown[]) => callRpc(url, method, params);
  return {
    url,
    chainId,
    rpc,
    mine: async (blocks) => {
      await rpc('anvil_mine', `0x${blocks.toString(16)}`);
    },
    send: async (transaction) => {
      const hash = await rpc('eth_sendTransaction', transaction);
      while ((await rpc('eth_getTransactionReceipt', hash)) === null);
    },
    stop: () => guard.stop(),
  };
}
