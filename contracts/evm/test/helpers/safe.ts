import { createRequire } from 'node:module';
import {
  type BaseContract,
  type BaseWallet,
  Contract,
  ContractFactory,
  concat,
  type Signer,
  solidityPacked,
  type TransactionReceipt,
  Wallet,
  ZeroAddress,
  zeroPadValue,
} from 'ethers';

const require = createRequire(import.meta.url);
const artifact = (path: string) => require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`);

export type Call = { to: string; data: string };

const safeTx = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
};

async function deploy(signer: Signer, path: string): Promise<BaseContract> {
  const { abi, bytecode } = artifact(path);
  return (await new ContractFactory(abi, bytecode, signer).deploy()).waitForDeployment();
}

/** A real Safe with `threshold` of `count` owners, and the batching library that the protocol pins. */
export class SafeOracle {
  readonly #safe: Contract;
  readonly #multiSend: string;
  readonly #owners: BaseWallet[];
  readonly #threshold: number;

  private constructor(safe: Contract, multiSend: string, owners: BaseWallet[], threshold: number) {
    this.#safe = safe;
    this.#multiSend = multiSend;
    this.#owners = owners;
    this.#threshold = threshold;
  }

  static async deploy(relayer: Signer, count = 5, threshold = 3): Promise<SafeOracle> {
    const singleton = await deploy(relayer, 'Safe.sol/Safe');
    const factory = (await deploy(relayer, 'proxies/SafeProxyFactory.sol/SafeProxyFactory')) as Contract;
    const handler = await deploy(relayer, 'handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler');
    const multiSend = await deploy(relayer, 'libraries/MultiSendCallOnly.sol/MultiSendCallOnly');
    // Fixed keys keep signatures, and thereby the gas of their calldata, equal in every run.
    const owners = Array.from(
      { length: count },
      (_, i) => new Wallet(zeroPadValue(`0x${(i + 1).toString(16).padStart(2, '0')}`, 32)),
    );
    owners.sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
    const setup = singleton.interface.encodeFunctionData('setup', [
      owners.map((owner) => owner.address),
      threshold,
      ZeroAddress,
      '0x',
      await handler.getAddress(),
      ZeroAddress,
      0,
      ZeroAddress,
    ]);
    const args = [await singleton.getAddress(), setup, 0] as const;
    const address: string = await factory.getFunction('createProxyWithNonce').staticCall(...args);
    await (await factory.getFunction('createProxyWithNonce')(...args)).wait();
    const safe = new Contract(address, artifact('Safe.sol/Safe').abi, relayer);
    return new SafeOracle(safe, await multiSend.getAddress(), owners, threshold);
  }

  get address(): string {
    return this.#safe.target as string;
  }

  get contract(): Contract {
    return this.#safe;
  }

  /** Executes one call directly, several through MultiSendCallOnly. */
  async execute(...calls: Call[]): Promise<TransactionReceipt> {
    const [first] = calls;
    if (first === undefined) throw new Error('no calls');
    return calls.length === 1 ? this.#send(first, 0) : this.#send({ to: this.#multiSend, data: this.#pack(calls) }, 1);
  }

  #pack(calls: Call[]): string {
    const packed = concat(
      calls.map(({ to, data }) =>
        solidityPacked(['uint8', 'address', 'uint256', 'uint256', 'bytes'], [0, to, 0, (data.length - 2) / 2, data]),
      ),
    );
    const { abi } = artifact('libraries/MultiSendCallOnly.sol/MultiSendCallOnly');
    return new Contract(this.#multiSend, abi).interface.encodeFunctionData('multiSend', [packed]);
  }

  /**
   * Executes one call with the signatures of all needed owners but the last, and with what `forge` makes of the last
   * one's address and signature.
   */
  async executeForged(call: Call, forge: (owner: string, signature: string) => string): Promise<TransactionReceipt> {
    return this.#send(call, 0, forge);
  }

  async #send(
    { to, data }: Call,
    operation: number,
    forge = (_owner: string, signature: string) => signature,
  ): Promise<TransactionReceipt> {
    const network = await this.#safe.runner?.provider?.getNetwork();
    const domain = { chainId: network?.chainId ?? null, verifyingContract: this.address };
    const payment = { safeTxGas: 0, baseGas: 0, gasPrice: 0, gasToken: ZeroAddress, refundReceiver: ZeroAddress };
    const tx = { to, value: 0, data, operation, ...payment, nonce: await this.#safe.getFunction('nonce')() };
    const signers = this.#owners.slice(0, this.#threshold);
    const signed = await Promise.all(signers.map((owner) => owner.signTypedData(domain, safeTx, tx)));
    const last = signers.length - 1;
    const forged = forge(signers[last]?.address ?? '', signed[last] ?? '');
    const signatures = concat([...signed.slice(0, last), forged]);
    const { gasToken, refundReceiver } = payment;
    const sent = await this.#safe.getFunction('execTransaction')(
      ...[to, 0, data, operation, 0, 0, 0, gasToken, refundReceiver, signatures],
    );
    return sent.wait();
  }
}
