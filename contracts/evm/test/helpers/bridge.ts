import { type BaseContract, type Contract, type ContractTransactionReceipt, ZeroHash } from 'ethers';
import type { network } from 'hardhat';
import type { Call, SafeOracle } from './safe.ts';

export type Ethers = Awaited<ReturnType<typeof network.create>>['ethers'];
export type Limits = { minAmount: bigint; maxAmount: bigint; capacity: bigint; refillPerSecond: bigint };

export async function deploy(ethers: Ethers, name: string, args: unknown[]): Promise<Contract> {
  return (await ethers.deployContract(name, args)) as unknown as Contract;
}

export async function send(
  contract: BaseContract,
  name: string,
  ...args: unknown[]
): Promise<ContractTransactionReceipt> {
  const receipt = await (await contract.getFunction(name)(...args)).wait();
  return receipt as ContractTransactionReceipt;
}

/** A call for a Safe to execute. */
export function call(contract: BaseContract, name: string, ...args: unknown[]): Call {
  return { to: contract.target as string, data: contract.interface.encodeFunctionData(name, args) };
}

export async function deployBridge(ethers: Ethers, asset: string, oracle: SafeOracle): Promise<Contract> {
  const [admin, guardian] = await ethers.getSigners();
  return deploy(ethers, 'CausewayBridge', [asset, admin, guardian, oracle.address]);
}

/** Registers and opens a remote with 9 wire decimals and the same limits on both sides. Returns its token. */
export async function openRemote(
  ethers: Ethers,
  bridge: Contract,
  remote: { domain: number; bridge: string; addressLength: number },
  limits: Limits,
  decimals = 9,
): Promise<Contract> {
  const token = await deploy(ethers, 'BridgedToken', [
    'Bridged',
    'cwT',
    decimals,
    bridge.target,
    remote.domain,
    ZeroHash,
  ]);
  await send(bridge, 'setRemote', remote.domain, remote.bridge, token, remote.addressLength, 9);
  await send(bridge, 'openRemote', remote.domain);
  await send(bridge, 'setLimits', remote.domain, 0, limits);
  await send(bridge, 'setLimits', remote.domain, 1, limits);
  return token;
}
