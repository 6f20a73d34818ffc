import { fileURLToPath } from 'node:url';
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import { MESSAGE_VERSION, type Message } from '@causeway/protocol';
import { ContractFactory, type Interface, Interface as InterfaceOf, isError, type Signer } from 'ethers';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import projectConfig from '../../../hardhat.config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const own = '.causeway/protocol-test';
// The project's compiler and network with separate folders, because the contracts' own suite may run at the same time.
const hre = await createHardhatRuntimeEnvironment(
  {
    ...projectConfig,
    paths: { sources: 'contracts/evm/test/harness', cache: `${own}/cache`, artifacts: `${own}/artifacts` },
    typechain: { outDir: `${own}/types` },
  },
  // The compiler settings of deployed code, because parts of the tested code are assembly.
  { buildProfile: 'production' },
  root,
);

/** ABI of the bridge. Every contract here reverts with its errors. */
export const BRIDGE = new InterfaceOf(bridgeArtifact.abi);

/** The outcome of a call: its decoded results, or the name of the error of its revert. */
export type Outcome = { readonly values: readonly unknown[] } | { readonly error: string };

/** An EVM in this process. */
export class Chain {
  readonly #connection: Awaited<ReturnType<typeof hre.network.create>>;
  readonly signer: Signer;

  private constructor(connection: Awaited<ReturnType<typeof hre.network.create>>, signer: Signer) {
    this.#connection = connection;
    this.signer = signer;
  }

  static async start(chainId: number): Promise<Chain> {
    const connection = await hre.network.create({ network: 'default', override: { chainId } });
    const [signer] = await connection.ethers.getSigners();
    if (signer === undefined) throw new Error('the network has no accounts');
    return new Chain(connection, signer);
  }

  get helpers() {
    return this.#connection.networkHelpers;
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  /** Compiles a contract of contracts/evm/test/harness with its dependencies, and deploys it. */
  async deployHarness(name: string): Promise<{ address: string; abi: Interface }> {
    await hre.tasks.getTask('build').run({ quiet: true, noTests: true });
    const { abi, bytecode } = await hre.artifacts.readArtifact(name);
    return { address: await this.deploy({ abi, bytecode }, []), abi: new InterfaceOf(abi) };
  }

  async deploy(artifact: { abi: unknown; bytecode: string }, args: readonly unknown[]): Promise<string> {
    const factory = new ContractFactory(artifact.abi as never, artifact.bytecode, this.signer);
    return (await (await factory.deploy(...args)).waitForDeployment()).getAddress();
  }

  /** Runs a call on the current state without changing it. */
  async call(
    to: string,
    abi: Interface,
    name: string,
    args: readonly unknown[],
    from?: string,
    value = 0n,
  ): Promise<Outcome> {
    const data = abi.encodeFunctionData(name, args);
    try {
      const result = await this.#connection.ethers.provider.call({ to, data, value, ...(from ? { from } : {}) });
      return { values: abi.decodeFunctionResult(name, result).toArray(true) };
    } catch (error) {
      return { error: revertName(error, abi) };
    }
  }

  /** Sends a transaction and waits for it. Throws on a revert. */
  async send(
    to: string,
    abi: Interface,
    name: string,
    args: readonly unknown[],
    from?: string,
    value = 0n,
  ): Promise<void> {
    if (from !== undefined) await this.helpers.impersonateAccount(from);
    const signer = from === undefined ? this.signer : await this.#connection.ethers.getSigner(from);
    const sent = await signer.sendTransaction({ to, data: abi.encodeFunctionData(name, args), value });
    await sent.wait();
  }
}

/** The name of the error that `abi` or the bridge has. Throws `error` when it is none. */
function revertName(error: unknown, abi: Interface): string {
  const data = isError(error, 'CALL_EXCEPTION') ? error.data : (error as { data?: unknown }).data;
  const parsed = typeof data === 'string' ? (abi.parseError(data) ?? BRIDGE.parseError(data)) : null;
  if (parsed === null) throw error;
  return parsed.name;
}

/** A message as the contracts' Message struct. */
export const solidityMessage = ({ reference, ...message }: Message) => ({
  ...message,
  version: MESSAGE_VERSION,
  orderReference: reference,
});
