// A bridge of the native coin and one of an ERC-20, each with a real Safe of five owners that needs three signatures.

import tokenArtifact from '@causeway/contracts-evm/BridgedToken.json' with { type: 'json' };
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import {
  type Batch,
  buildBatch,
  encodePackedOrders,
  executionOf,
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type ProvenUse,
  packOrders,
  packProof,
  padLeft,
} from '@causeway/protocol';
import { type Contract, type Signer, toBeHex, ZeroAddress, ZeroHash } from 'ethers';
import { SafeOracle } from '../../contracts/evm/test/helpers/safe.ts';
import { type Deployer, gasOf, sent } from './chain.ts';

const REMOTE = { domain: 71_002, bridge: padLeft('0xb1d9e0'), addressLength: 20 };
/** Local units in one wire unit of 18 decimals. */
const UNIT = 10n ** 9n;
const LIMITS = { minAmount: 1n, maxAmount: 10n ** 18n, capacity: 10n ** 18n, refillPerSecond: 10n ** 9n };

/** A bridge whose remote is played by the bench. */
export class Causeway {
  readonly #bridge: Contract;
  readonly #oracle: SafeOracle;
  readonly #here: number;
  #nextNonce = 0n;

  private constructor(bridge: Contract, oracle: SafeOracle, here: number) {
    this.#bridge = bridge;
    this.#oracle = oracle;
    this.#here = here;
  }

  /** A bridge of `asset`, or of the native coin. */
  static async deploy(deployer: Deployer, guardian: Signer, asset: string = ZeroAddress): Promise<Causeway> {
    const oracle = await SafeOracle.deploy(deployer.signer as never);
    const args = [asset, deployer.address, await guardian.getAddress(), oracle.address];
    const bridge = await deployer.deploy(bridgeArtifact, args);
    const token = await deployer.deploy(tokenArtifact, ['Bridged', 'BRG', 18, bridge.target, REMOTE.domain, ZeroHash]);
    const call = (name: string, ...values: unknown[]) => sent(bridge.getFunction(name)(...values));
    await call('setRemote', REMOTE.domain, REMOTE.bridge, token.target, REMOTE.addressLength, 9);
    await call('openRemote', REMOTE.domain);
    for (const side of [0, 1]) await call('setLimits', REMOTE.domain, side, LIMITS);
    return new Causeway(bridge, oracle, Number((await deployer.signer.provider?.getNetwork())?.chainId));
  }

  get address(): string {
    return String(this.#bridge.target);
  }

  /** Gas of a lock of `wireAmount`. */
  async lock(recipient: string, wireAmount: bigint, value = 0n): Promise<number> {
    const lock = this.#bridge.getFunction('lockTokens');
    return gasOf(await sent(lock(REMOTE.domain, padLeft(recipient), wireAmount * UNIT, { value })));
  }

  /** Gas of a burn of `wireAmount` of the sender's bridged token. */
  async burn(recipient: string, wireAmount: bigint): Promise<number> {
    const burn = this.#bridge.getFunction('burnTokens');
    return gasOf(await sent(burn(wireAmount * UNIT, REMOTE.domain, padLeft(recipient))));
  }

  /**
   * Gas per order of one Safe transaction that commits new messages of the remote to `recipients` and executes them:
   * one alone by its own function, several by executeMany.
   */
  async receive(kind: 'lock' | 'burn', recipients: readonly string[], wireAmount: bigint): Promise<number> {
    const first = this.#nextNonce;
    this.#nextNonce += BigInt(recipients.length);
    const messages = recipients.map(
      (recipient, index): Message => ({
        kind: KIND[kind],
        source: REMOTE.domain,
        destination: this.#here,
        nonce: first + BigInt(index),
        sourceBridge: REMOTE.bridge,
        destinationBridge: padLeft(this.address),
        assetHome: kind === 'lock' ? REMOTE.domain : this.#here,
        sender: padLeft(toBeHex(0x5eedn + first, 20)),
        recipient: padLeft(recipient),
        wireAmount,
        reference: padLeft(toBeHex(first + BigInt(index) + 1n, 32)),
      }),
    );
    const batch = buildBatch(first, messages.map(messageIdOf));
    const commit = this.#call('commitRoot', REMOTE.domain, batch.firstNonce, batch.count, batch.root);
    const execute = messages.length === 1 ? this.#alone(messages[0] as Message, batch) : this.#packed(messages, batch);
    const receipt = await this.#oracle.execute(commit, execute);
    return Number(receipt.gasUsed) / recipients.length;
  }

  #call(name: string, ...args: readonly unknown[]) {
    return { to: this.address, data: this.#bridge.interface.encodeFunctionData(name, args) };
  }

  #alone(message: Message, batch: Batch) {
    const name = executionOf(message);
    const proof = packProof(name, message, batch);
    const recipient = `0x${message.recipient.slice(26)}`;
    return name === 'mintTokens'
      ? this.#call(name, messageIdOf(message), recipient, message.wireAmount * UNIT, proof)
      : this.#call(name, messageIdOf(message), recipient, proof);
  }

  #packed(messages: readonly Message[], batch: Batch) {
    const uses = messages.map((message): ProvenUse => {
      const name = executionOf(message);
      return { function: name, message, proof: packProof(name, message, batch) };
    });
    const packed: Hex = encodePackedOrders(packOrders(uses as [ProvenUse, ...ProvenUse[]]));
    return this.#call('executeMany', packed);
  }
}
