import {
  Contract,
  ContractFactory,
  type ContractTransactionReceipt,
  type InterfaceAbi,
  type Log,
  type Signer,
} from 'ethers';
import { network } from 'hardhat';

/** A contract that can be deployed. */
export interface Artifact {
  readonly abi: InterfaceAbi;
  readonly bytecode: string;
}

/** An account with coins on a chain in this process. */
export interface Deployer {
  readonly signer: Signer;
  readonly address: string;
  deploy(artifact: Artifact, args: readonly unknown[]): Promise<Contract>;
  /** All logs of a contract, in order. */
  logs(address: string): Promise<readonly Log[]>;
}

/** The receipt of a sent transaction. */
export const sent = async (
  sending: Promise<{ wait(): Promise<ContractTransactionReceipt | null> }>,
): Promise<ContractTransactionReceipt> => (await (await sending).wait()) as ContractTransactionReceipt;

export const gasOf = ({ gasUsed }: ContractTransactionReceipt): number => Number(gasUsed);

/** A new chain, and its first account. */
export async function startChain(): Promise<Deployer> {
  const { ethers } = await network.create();
  const signer = (await ethers.provider.getSigner(0)) as unknown as Signer;
  return {
    signer,
    address: await signer.getAddress(),
    async deploy({ abi, bytecode }, args) {
      const made = await new ContractFactory(abi, bytecode, signer).deploy(...args);
      return new Contract(await made.getAddress(), abi, signer);
    },
    logs: (address) => ethers.provider.getLogs({ address, fromBlock: 0, toBlock: 'latest' }) as Promise<readonly Log[]>,
  };
}
