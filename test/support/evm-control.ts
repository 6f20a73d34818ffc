import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import { devAccount, type Family, FINALITY_BLOCKS } from '@causeway/devnet';
import { type BlockTimer, callRpc } from '@causeway/local-nodes';
import { forgesLogs, forksBlocks, hidesLogs, runsAhead } from '@causeway/local-nodes/test-support';
import type { Hex } from '@causeway/protocol';
import { Contract, type InterfaceAbi, JsonRpcProvider, Wallet } from 'ethers';
import type { ChainControl, NetworkName, SystemKind, WithDevnet } from './control.ts';
import { DELIVERY, SOON } from './limits.ts';

/** Seconds between blocks in tests, on EVM chains and on Solana. */
export const BLOCK_TIME = 0.4;

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;

/** A test's control over an EVM chain of the stack. */
export class EvmControl implements ChainControl {
  readonly #url: string;
  readonly #blocks: BlockTimer;
  readonly #bridge: string;

  constructor({ devnet }: WithDevnet, name: NetworkName, family: Family = 'main') {
    const { url, blocks } = devnet.chain(name).node;
    this.#url = url;
    this.#blocks = blocks as BlockTimer;
    this.#bridge = devnet.deployment(name).bridges[family]?.address ?? '';
  }

  async freeze(): Promise<void> {
    await this.#blocks.freeze();
  }

  async thaw(): Promise<void> {
    this.#blocks.thaw();
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

/** Code of a recipient that reverts on every call. */
const REFUSING_CODE = '0x60006000fd';
const REFUSING_KEY: Hex = `0x${'5e'.repeat(32)}`;
const REFUSER = new Wallet(REFUSING_KEY).address;
const ETHER = 10n ** 18n;

const onEthereum = ({ devnet }: WithDevnet, method: string, value: string) =>
  callRpc(devnet.chain('ethereum').node.url, method, [REFUSER, value]);

export const EVM: SystemKind = {
  kind: 'evm',
  stack: {
    networks: ['ethereum', 'polygon', 'arbitrum'],
    cancelAfterSeconds: { default: 300, lanes: { 'polygon:arbitrum': SOON } },
  },
  chain: 'polygon',
  asset: 'POL',
  peer: 'ethereum',
  fees: '0.01',
  control: (stack, name, family) => new EvmControl(stack, name, family),
  out: [
    { from: 'ETH', to: 'polygon', amount: '0.5' },
    { from: 'ARB', to: 'ethereum', amount: 12.5 },
  ],
  back: [
    { from: 'ETH@polygon', to: 'ethereum', amount: '0.2' },
    { from: 'ARB@ethereum', to: 'arbitrum', amount: '2.5' },
  ],
  unpayable: {
    way: { from: 'ETH@polygon', to: 'ethereum', amount: '0.1', recipient: REFUSER },
    key: REFUSING_KEY,
    refuse: async (stack) => {
      await onEthereum(stack, 'anvil_setCode', REFUSING_CODE);
    },
    relent: async (stack) => {
      await onEthereum(stack, 'anvil_setCode', '0x');
      await onEthereum(stack, 'anvil_setBalance', hex(ETHER));
    },
  },
  many: [
    { way: { from: 'ETH', to: 'polygon', amount: '0.01' }, count: 100 },
    // Each lock of an ERC-20 needs an approval of its own.
    { way: { from: 'ARB', to: 'polygon', amount: '0.01' }, count: 20 },
  ],
  restarts: false,
  late: [{ source: 'polygon', destination: 'arbitrum', lock: '5', burn: '4' }],
  confirms: true,
  faults: {
    'is dead': { kind: 'dead' },
    'is slow': { kind: 'slow', delayMs: 10_000 },
    'hides events': { kind: 'lying', lie: hidesLogs },
    // Doubles every digit one of an event.
    'forges events': {
      kind: 'lying',
      lie: forgesLogs((log) => ({ ...log, data: String(log.data).replaceAll('1', '2') })),
    },
    'claims more blocks than there are': { kind: 'lying', lie: runsAhead(40) },
    'shows another fork': { kind: 'lying', lie: forksBlocks },
  },
  deliveries: [{ way: { from: 'ETH', to: 'polygon', amount: '0.03' }, deaths: DELIVERY }],
  traitors: { two: 'GS020', stranger: 'GS026', withheld: 'GS026' },
  refunded: { from: 'POL', to: 'arbitrum', amount: '3' },
};
