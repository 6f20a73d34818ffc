import type { Hex } from '@causeway/protocol';
import { ContractFactory, Interface, type InterfaceAbi } from 'ethers';
import { artifacts, network } from 'hardhat';

type Connection = Awaited<ReturnType<typeof network.create>>;

/** Gas of every transaction, a little below the most that one may have. */
const GAS = '0xf42400';
const START = 1_800_000_000n;

const quantity = (value: bigint): string => `0x${value.toString(16)}`;

/** A log's address, topics and data, as the node has them. */
export interface Log {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** What came of a transaction: its logs, the bytes with which it failed, or why the node did not take it. */
export type Receipt = { readonly logs: readonly Log[] } | { readonly error: Hex } | { readonly rejected: string };

/** A contract of this project with its interface. */
export interface Deployed {
  readonly address: string;
  readonly abi: Interface;
}

/** An EVM of its own, where every account can send without a key and gas is free. Time stands still until `pass`. */
export class Chain {
  readonly #provider: Connection['provider'];
  #time = START;
  #checkpoint: { readonly id: unknown; readonly time: bigint } | undefined;

  private constructor(provider: Connection['provider']) {
    this.#provider = provider;
  }

  static async start(): Promise<Chain> {
    const override = { initialBaseFeePerGas: 0, gasPrice: 0n, allowBlocksWithSameTimestamp: true } as const;
    const { provider } = await network.create({
      override: { ...override, initialDate: new Date(Number(START) * 1_000) },
    });
    return new Chain(provider);
  }

  #request(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#provider.request({ method, params });
  }

  async deploy(name: string, ...args: unknown[]): Promise<Deployed> {
    const { abi, bytecode } = await artifacts.readArtifact(name);
    const { data } = await new ContractFactory(abi as InterfaceAbi, bytecode).getDeployTransaction(...args);
    const receipt = await this.#mine({ from: DEPLOYER, data });
    return { address: receipt.contractAddress as string, abi: new Interface(abi as InterfaceAbi) };
  }

  /** Sends a call from any address. */
  async send(
    from: string,
    { address, abi }: Deployed,
    name: string,
    args: readonly unknown[],
    value = 0n,
  ): Promise<Receipt> {
    const data = abi.encodeFunctionData(name, args);
    try {
      const { logs } = await this.#mine({ from, to: address, data, value: quantity(value) });
      return { logs };
    } catch (error) {
      const bytes = revertOf(error);
      if (bytes !== undefined) return { error: bytes };
      if (error instanceof Error && error.message.includes('enough funds')) return { rejected: error.message };
      throw error;
    }
  }

  async #mine(transaction: Record<string, string>) {
    const { from } = transaction as { from: string };
    await this.#request('hardhat_impersonateAccount', from);
    await this.#request('evm_setNextBlockTimestamp', quantity(this.#time));
    const hash = await this.#request('eth_sendTransaction', { ...transaction, gas: GAS, gasPrice: '0x0' });
    const receipt = await this.#request('eth_getTransactionReceipt', hash);
    return receipt as { readonly logs: readonly Log[]; readonly contractAddress: string | null };
  }

  /** The values that a view returns. */
  async read({ address, abi }: Deployed, name: string, ...args: readonly unknown[]) {
    const data = abi.encodeFunctionData(name, args);
    const answer = await this.#request('eth_call', { to: address, data }, 'latest');
    return abi.decodeFunctionResult(name, answer as string);
  }

  async balance(address: string): Promise<bigint> {
    return BigInt((await this.#request('eth_getBalance', address, 'latest')) as string);
  }

  async setBalance(address: string, balance: bigint): Promise<void> {
    await this.#request('hardhat_setBalance', address, quantity(balance));
  }

  async setCode(address: string, code: Hex): Promise<void> {
    await this.#request('hardhat_setCode', address, code);
  }

  /** Seconds since 1970. */
  get time(): bigint {
    return this.#time;
  }

  /** Lets time pass in an empty block. */
  async pass(seconds: bigint): Promise<void> {
    this.#time += seconds;
    await this.#request('evm_mine', quantity(this.#time));
  }

  /** Remembers the present state for `restore`. */
  async checkpoint(): Promise<void> {
    this.#checkpoint = { id: await this.#request('evm_snapshot'), time: this.#time };
  }

  async restore(): Promise<void> {
    if (this.#checkpoint === undefined) return;
    await this.#request('evm_revert', this.#checkpoint.id);
    this.#time = this.#checkpoint.time;
    await this.checkpoint();
  }
}

/** Who deploys contracts. */
const DEPLOYER = '0x00000000000000000000000000000000000de910';

/** The bytes that a node names in its error; undefined when the transaction failed in another way. */
function revertOf(error: unknown): Hex | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { data, cause } = error as { readonly data?: unknown; readonly cause?: unknown };
  if (typeof data === 'string' && data.startsWith('0x')) return data as Hex;
  if (typeof data === 'object' && data !== null) return revertOf(data);
  return revertOf(cause);
}
