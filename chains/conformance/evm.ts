import type { KeyHandle, PlanFile } from '@causeway/chains';
import type { Lie } from '@causeway/local-nodes';
import type { UnsignedTransaction } from '@causeway/protocol';
import { bridgeAbi } from '../src/evm/abi.ts';
import { alice, deployer, guardian } from '../test/support/bridges.ts';
import { calldataOf, readBatch } from '../test/support/safe.ts';
import { commitAll, lock } from '../test/support/traffic.ts';
import { proxiesOf } from './endpoints.ts';
import { LinkedChain } from './linked-chain.ts';

type Json = Record<string, unknown>;

/** Lies that could profit an endpoint: no logs, invented amounts, a chain far ahead, other answers, no transactions. */
const LIES: Readonly<Record<string, Lie>> = {
  'hides events': ({ method }, result) => (method === 'eth_getLogs' ? [] : result),
  'changes events': ({ method }, result) =>
    method === 'eth_getLogs' ? (result as Json[]).map((log) => ({ ...log, data: `${log.data}00` })) : result,
  'runs ahead': ({ method, params }, result) =>
    method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { ...(result as Json), number: '0xffffff' } : result,
  'shows another fork': ({ method }, result) =>
    method === 'eth_getBlockByNumber' && result ? { ...(result as Json), hash: `0x${'ab'.repeat(32)}` } : result,
  'invents state': ({ method }, result) => (method === 'eth_call' ? `0x${'01'.repeat(64)}` : result),
  'knows no outcome': ({ method }, result) => (method === 'eth_getTransactionReceipt' ? null : result),
  'counts other nonces': ({ method }, result) => (method === 'eth_getTransactionCount' ? '0xffff' : result),
  'estimates no gas': ({ method }, result) => (method === 'eth_estimateGas' ? '0x1' : result),
  'asks for a fortune': ({ method }, result) => (method === 'eth_maxPriorityFeePerGas' ? '0xfffffffffffff' : result),
  'answers nonsense': () => ({ nonsense: true }),
  'serves another chain': ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result),
};

class EvmUnderTest extends LinkedChain<'evm'> {
  readonly name = 'evm';
  override readonly expires = false;
  override readonly replaceable = true;
  override readonly senderRequired = false;
  override readonly burnRefusal = 'ERC20InsufficientBalance';
  override readonly refundRefusal = 'INVALID_ADDRESS';
  override readonly signatureRefusals = { outsider: 'GS026', tooFew: 'GS020', twice: 'DUPLICATE_SIGNATURE' };
  readonly lies = Object.keys(LIES);
  readonly liesDuringSends = ['counts other nonces', 'estimates no gas', 'asks for a fortune', 'knows no outcome'];
  readonly unconfirmed = [
    ['hides events', 'scan'],
    ['changes events', 'scan'],
    ['invents state', 'lane'],
    ['shows another fork', 'head'],
    ['knows no outcome', 'outcome'],
  ] as const;

  async rest() {
    await this.world.node.rpc('evm_setAutomine', false);
  }
  async wake() {
    await this.world.node.rpc('evm_setAutomine', true);
    await this.mine(1);
  }
  mine(blocks: number) {
    return this.world.node.mine(blocks);
  }
  override readonly reorganise = async (vanishing: () => Promise<void>) => {
    const { rpc } = this.world.node;
    const snapshot = await rpc('evm_snapshot');
    await vanishing();
    await rpc('evm_revert', snapshot);
    await rpc('evm_increaseTime', 100);
  };
  pauseOutbound(paused: boolean) {
    return this.#administer(paused ? guardian : deployer, `${paused ? 'pause' : 'unpause'}Outbound`);
  }
  override readonly pauseRemote = (paused: boolean) =>
    this.#administer(paused ? guardian : deployer, `${paused ? 'pause' : 'unpause'}Remote`, this.there.domain);
  override readonly setFee = (fee: bigint) => this.#administer(guardian, 'setFee', this.there.domain, fee);
  async #administer({ address: from }: KeyHandle, name: string, ...args: readonly (number | bigint)[]) {
    const data = bridgeAbi.encodeFunctionData(name, args);
    await this.world.node.send({ from, to: this.deployment.bridges.main?.address, data });
  }
  override readonly administered = {
    admin: deployer,
    guardian,
    executePlan: async (file: PlanFile, { address: from }: KeyHandle) => {
      for (const planned of readBatch(file).transactions) {
        await this.world.node.send({ from, to: planned.to, data: calldataOf(planned) });
      }
    },
  };
  readonly endpoints = proxiesOf(
    () => this.world.node.url,
    LIES,
    (settings) => this.provider(settings),
  );
  async outdateAnchors() {
    await lock(this.there, this.here);
    await commitAll(this.there, this.here);
  }
  async sendUnsigned({ kind: _, ...request }: UnsignedTransaction) {
    await this.world.node.send({ ...(request as object), from: alice.address });
  }
}

export const evm = new EvmUnderTest();
