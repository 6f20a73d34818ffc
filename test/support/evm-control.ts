import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import { callRpc, devAccount, type Family, FINALITY_BLOCKS } from '@causeway/devnet';
import { Contract, type InterfaceAbi, JsonRpcProvider, Wallet } from 'ethers';
import type { ChainControl, NetworkName, WithDevnet } from './control.ts';

/** Seconds between blocks in tests, on EVM chains and on Solana. */
export const BLOCK_TIME = 0.2;

const hex = (value: number): string => `0x${value.toString(16)}`;

/** Timers of chains with automatic blocks, by the node's URL. */
const pulses = new Map<string, NodeJS.Timeout>();

/** A test's control over an EVM chain of the stack. */
export class EvmControl implements ChainControl {
  readonly #url: string;
  readonly #bridge: string;

  constructor({ devnet }: WithDevnet, name: NetworkName, family: Family = 'main') {
    this.#url = devnet.chain(name).node.url;
    this.#bridge = devnet.deployment(name).bridges[family]?.address ?? '';
  }

  async freeze(): Promise<void> {
    clearInterval(pulses.get(this.#url));
    await callRpc(this.#url, 'evm_setIntervalMining', [0]);
  }

  // The node accepts only whole seconds at run time, so this process triggers the blocks.
  async thaw(): Promise<void> {
    clearInterval(pulses.get(this.#url));
    const mine = () => void callRpc(this.#url, 'evm_mine').catch(() => clearInterval(pulses.get(this.#url)));
    pulses.set(this.#url, setInterval(mine, 1_000 * BLOCK_TIME).unref());
  }

  async mine(blocks: number): Promise<void> {
    await callRpc(this.#url, 'anvil_mine', [hex(blocks)]);
  }

  async head(): Promise<number> {
    return Number(await callRpc(this.#url, 'eth_blockNumber'));
  }

  /** Moves the chain's clock ahead permanently, and makes its present events final. */
  async passTime(seconds: number): Promise<void> {
    await callRpc(this.#url, 'evm_increaseTime', [seconds]);
    await this.mine(FINALITY_BLOCKS + 1);
  }

  /** Replaces the newest `blocks` blocks with empty ones, which removes their transactions. */
  async reorganise(blocks: number): Promise<void> {
    await callRpc(this.#url, 'anvil_reorg', [blocks, []]);
  }

  async blockOf(transaction: string): Promise<number> {
    const receipt = (await callRpc(this.#url, 'eth_getTransactionReceipt', [transaction])) as { blockNumber: string };
    return Number(receipt.blockNumber);
  }

  pauseInbound(): Promise<void> {
    return this.#send('guardian', 'pauseInbound');
  }

  unpauseInbound(): Promise<void> {
    return this.#send('deployer', 'unpauseInbound');
  }

  async #send(role: 'guardian' | 'deployer', method: string): Promise<void> {
    const rpc = new JsonRpcProvider(this.#url, undefined, {
      staticNetwork: true,
      cacheTimeout: -1,
      pollingInterval: 50,
    });
    try {
      const wallet = new Wallet(devAccount(role).privateKey, rpc);
      const bridge = new Contract(this.#bridge, bridgeArtifact.abi as InterfaceAbi, wallet);
      const sent = await bridge.getFunction(method).send();
      await sent.wait();
    } finally {
      rpc.destroy();
    }
  }
}
