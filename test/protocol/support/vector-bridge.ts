import tokenArtifact from '@causeway/contracts-evm/BridgedToken.json' with { type: 'json' };
import bridgeArtifact from '@causeway/contracts-evm/CausewayBridge.json' with { type: 'json' };
import { fromAddress32, type Hex } from '@causeway/protocol';
import type { CallRow, SiteFile } from '@causeway/protocol/test-support/vectors';
import proxyArtifact from '@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxy.sol/SafeProxy.json' with {
  type: 'json',
};
import safeArtifact from '@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json' with {
  type: 'json',
};
import { getAddress, Interface, ZeroAddress, ZeroHash } from 'ethers';
import { BRIDGE, Chain, type Outcome } from './chain.ts';

const SAFE = new Interface(safeArtifact.abi);
const GUARDIAN = '0x00000000000000000000000000000000000000a1';
/** The largest limit. A stored limit has a small mantissa and exponent, so it stays below 2^128. */
export const LARGEST_LIMIT = 34_028n * 10n ** 34n;
// Storage slots of the roles and pauses, which the constructor writes.
const ROLE_SLOTS = 4;

/** The real bridge, at the vectors' address and domain. */
export class VectorBridge {
  readonly chain: Chain;
  readonly #address: string;
  readonly #oracle: string;
  readonly #site: SiteFile;

  private constructor(chain: Chain, site: SiteFile, address: string, oracle: string) {
    this.chain = chain;
    this.#site = site;
    this.#address = address;
    this.#oracle = oracle;
  }

  /** Registers and opens the file's remotes, and commits its intervals. */
  static async deploy(site: SiteFile): Promise<VectorBridge> {
    const chain = await Chain.start(Number(site.domain));
    const oracle = await deploySafe(chain);
    const admin = await chain.signer.getAddress();
    const deployed = await chain.deploy(bridgeArtifact, [ZeroAddress, admin, GUARDIAN, oracle]);
    const address = getAddress(fromAddress32(site.bridge, 20));
    await moveContract(chain, deployed, address);
    await chain.helpers.setBalance(oracle, 10n ** 20n);
    await chain.helpers.setBalance(admin, 1n << 200n);
    const bridge = new VectorBridge(chain, site, address, oracle);
    for (const remote of site.remotes) await bridge.#open(remote);
    for (const { source, firstNonce, count, root } of site.intervals) {
      await chain.send(address, BRIDGE, 'commitRoot', [source, firstNonce, count, root], oracle);
    }
    return bridge;
  }

  /** Runs a function as the oracle on the initial state. */
  callAsOracle(name: string, args: readonly unknown[]): Promise<Outcome> {
    return this.chain.call(this.#address, BRIDGE, name, args, this.#oracle);
  }

  /** Runs a vector's call. */
  callVector(call: Pick<CallRow, 'function' | 'orderId' | 'recipient' | 'proof'> & { localAmount: string | bigint }) {
    // The arguments are addresses of this chain. Only the end of a padded word fits.
    const recipient = getAddress(`0x${call.recipient.slice(-40)}`);
    const args = {
      mintTokens: [call.orderId, recipient, call.localAmount, call.proof],
      releaseTokens: [call.orderId, recipient, call.proof],
      cancelOrder: [call.orderId, call.proof],
    };
    return this.callAsOracle(call.function, args[call.function]);
  }

  /** Runs a lock with its amount as value. */
  async callLock(args: readonly unknown[], localAmount: bigint): Promise<Outcome> {
    const from = await this.chain.signer.getAddress();
    return this.chain.call(this.#address, BRIDGE, 'lockTokensWithReference', args, from, localAmount);
  }

  /** Locks `wireAmount` towards every remote, so that the same amount can be released. */
  async lockEverywhere(wireAmount: bigint): Promise<void> {
    const localAmount = wireAmount * 10n ** 9n;
    for (const { domain, bridge } of this.#site.remotes) {
      await this.chain.send(this.#address, BRIDGE, 'lockTokens', [domain, bridge, localAmount], undefined, localAmount);
    }
  }

  async #open(remote: SiteFile['remotes'][number]): Promise<void> {
    const { domain, bridge, addressLength, wireDecimals, localDecimals } = remote;
    const token = await this.chain.deploy(tokenArtifact, ['T', 'T', localDecimals, this.#address, domain, ZeroHash]);
    const send = (name: string, args: readonly unknown[]) => this.chain.send(this.#address, BRIDGE, name, args);
    await send('setRemote', [domain, bridge, token, addressLength, wireDecimals]);
    for (const side of [0, 1]) await send('setLimits', [domain, side, [0, LARGEST_LIMIT, LARGEST_LIMIT, 0]]);
    await send('openRemote', [domain]);
  }
}

/** A 3-of-5 Safe. */
export async function deploySafe(chain: Chain): Promise<string> {
  const singleton = await chain.deploy(safeArtifact, []);
  const safe = await chain.deploy(proxyArtifact, [singleton]);
  const owners = [1, 2, 3, 4, 5].map((index): Hex => `0x${index.toString().padStart(40, '5')}`);
  await chain.send(safe, SAFE, 'setup', [owners, 3, ZeroAddress, '0x', ZeroAddress, ZeroAddress, 0, ZeroAddress]);
  return safe;
}

/** Moves code and roles of a contract to another address, because no deployer leads to the vectors' address. */
async function moveContract(chain: Chain, from: string, to: string): Promise<void> {
  const provider = chain.signer.provider;
  if (provider === null) throw new Error('the signer has no provider');
  await chain.helpers.setCode(to, await provider.getCode(from));
  for (let slot = 0; slot < ROLE_SLOTS; slot++) {
    await chain.helpers.setStorageAt(to, slot, await provider.getStorage(from, slot));
  }
}
