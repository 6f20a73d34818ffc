import {
  ADDRESS_LENGTH,
  type Domain,
  evmDomain,
  fail,
  type Hex,
  ok,
  type Result,
  wireDecimalsOf,
} from '@causeway/protocol';
import { ZeroAddress } from 'ethers';
import type { OnProgress } from '../../deploy-progress.ts';
import { checkLimits, defaultLimits, MAIN_FAMILY, type NetworkDeployer } from '../../deployer.ts';
import {
  type AssetRecord,
  type BridgeRecord,
  type Deployment,
  type LimitsRecord,
  type RemoteRecord,
  readDeployment,
} from '../../deployment.ts';
import { bridgeToRegister, DeploymentSteps, isRegistered, remotesOnChain } from '../../deployment-steps.ts';
import type { FindRemoteKind } from '../../kind.ts';
import type { LimitSide, RemoteRegistration } from '../../provider.ts';
import { parseEvmAddress } from '../address.ts';
import type { EvmConnection } from '../connection.ts';
import { contextOf, type EvmContext } from '../context.ts';
import { readLimits, readRemote } from '../reads.ts';
import type { SendRequest } from '../sender.ts';
import { verifyBridge } from '../verify.ts';
import { CREATE2_PROXY, create2Address } from './addresses.ts';
import { CONTRACTS, initCode, SAFE_CONTRACTS } from './artifacts.ts';
import { adminCall, bridgeCode, bridgedToken, canonicalAsset, deploymentBlock } from './bridge.ts';
import { create2, hasCode, makeCreate2Proxy, sendAndSettle } from './create2.ts';
import type { EvmDeployOptions } from './options.ts';
import { oracleSafe } from './safe.ts';

/** The two limit sets, in the order of the contract's enum Side. */
const SIDES: readonly LimitSide[] = ['canonical', 'bridged'];

/** Deploys to one EVM network and registers its remotes; see NetworkDeployer. */
export class EvmDeployer implements NetworkDeployer {
  readonly addressLength = ADDRESS_LENGTH.evm;
  readonly #options: EvmDeployOptions;
  readonly #connection: EvmConnection;
  readonly #remoteKind: FindRemoteKind;
  readonly #steps: DeploymentSteps;

  private constructor(
    options: EvmDeployOptions,
    connection: EvmConnection,
    remoteKind: FindRemoteKind,
    steps: DeploymentSteps,
  ) {
    this.#options = options;
    this.#connection = connection;
    this.#remoteKind = remoteKind;
    this.#steps = steps;
  }

  /** Deploys the Safe and the bridge; see deployEvm. */
  static async deploy(
    options: EvmDeployOptions,
    connection: EvmConnection,
    remoteKind: FindRemoteKind,
    onProgress: OnProgress,
  ): Promise<Result<EvmDeployer>> {
    const known = readDeployment(options.deployments, options.network);
    if (!known.ok && known.error.code !== 'DEPLOYMENT_MISSING') return known;
    const fresh: Deployment = {
      formatVersion: 1,
      network: options.network,
      kind: 'evm',
      domain: evmDomain(connection.chainId),
      chainId: String(connection.chainId),
      oracle: { address: ZeroAddress, members: [...options.oracle.members], threshold: options.oracle.threshold },
      contracts: {},
      bridges: {},
    };
    if (known.ok && known.value.chainId !== fresh.chainId) {
      return fail('DEPLOYMENT_MISMATCH', `${options.network} is chain ${known.value.chainId} in its file`);
    }
    const steps = new DeploymentSteps(options.deployments, known.ok ? known.value : fresh, onProgress);
    const deployer = new EvmDeployer(options, connection, remoteKind, steps);
    const contracts = await deployer.#safeContracts();
    if (!contracts.ok) return contracts;
    const oracle = await deployer.#oracle(contracts.value);
    if (!oracle.ok) return oracle;
    const bridge = await deployer.#bridge();
    if (!bridge.ok) return bridge;
    const verified = await deployer.#verify();
    return verified.ok ? ok(deployer) : verified;
  }

  get deployment(): Deployment {
    return this.#steps.deployment;
  }

  async register(remote: Deployment, family: string): Promise<Result<void>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const theirs = bridgeToRegister(remote, family);
    if (!theirs.ok) return theirs;
    const token = await this.#bridgedToken(own.value, remote, family);
    if (!token.ok) return token;
    const record = {
      domain: remote.domain,
      bridge: theirs.value.address32,
      wireDecimals: theirs.value.wireDecimals,
      token: token.value,
    };
    const registered = await this.#setRemote(own.value, remote, record, family);
    if (!registered.ok) return registered;
    for (const side of SIDES) {
      const limits = side === 'canonical' ? own.value.limits : theirs.value.limits;
      const set = await this.#setLimits(own.value, remote, side, limits, family);
      if (!set.ok) return set;
    }
    return ok(undefined);
  }

  async registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null>> {
    const context = this.#context(family);
    return context.ok ? readRemote(context.value, remote) : context;
  }

  async open(remote: Deployment, family: string): Promise<Result<void>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const record = own.value.remotes[remote.network];
    if (!record) return fail('UnknownRemote', `${remote.network} is not registered`);
    return this.#steps.run({
      name: `open ${remote.network}`,
      present: async () => {
        const found = await this.registration(remote.domain, family);
        return found.ok ? ok(found.value?.opened === true) : found;
      },
      act: () => this.#send({ to: own.value.address, data: adminCall('openRemote', [remote.domain]), value: 0n }),
      record: () => this.#steps.saveRemote(family, remote.network, { ...record, opened: true }),
    });
  }

  /** The contracts of the Safe release, and the deployment proxy that creates them. */
  async #safeContracts(): Promise<Result<Readonly<Record<string, string>>>> {
    const proxy = await this.#steps.run({
      name: 'create2 proxy',
      present: () => hasCode(this.#connection, CREATE2_PROXY),
      act: () => makeCreate2Proxy(this.#connection, this.#options.key),
    });
    if (!proxy.ok) return proxy;
    const contracts: Record<string, string> = { create2Proxy: CREATE2_PROXY };
    for (const [name, artifact] of Object.entries(SAFE_CONTRACTS)) {
      const made = await this.#make(name, initCode(artifact));
      if (!made.ok) return made;
      contracts[name] = made.value;
    }
    return ok(contracts);
  }

  /** The Safe; from here on the deployment file exists. A file with other members belongs to another deployment. */
  async #oracle(contracts: Readonly<Record<string, string>>): Promise<Result<void>> {
    const { members, threshold } = this.#options.oracle;
    const safe = await oracleSafe(this.#connection, this.#options.key, contracts, members, threshold);
    if (!safe.ok) return safe;
    const known = this.deployment.oracle.address;
    if (known !== ZeroAddress && known !== safe.value.address) {
      return fail(
        'DEPLOYMENT_MISMATCH',
        `${this.#options.network} has the oracle ${known} of other members in its file`,
      );
    }
    return this.#steps.run({
      name: 'oracle Safe',
      present: async () => ok(safe.value.present),
      act: () => safe.value.deploy(),
      record: () =>
        this.#steps.save({ contracts, oracle: { address: safe.value.address, members: [...members], threshold } }),
    });
  }

  async #bridge(): Promise<Result<void>> {
    const options = this.#options;
    const family = options.family ?? MAIN_FAMILY;
    const address = await this.#assetAddress();
    if (!address.ok) return address;
    const asset = await canonicalAsset(this.#connection, options.asset, address.value);
    if (!asset.ok) return asset;
    const limits = options.limits ?? defaultLimits(wireDecimalsOf(asset.value.decimals));
    const checked = checkLimits(limits);
    if (!checked.ok) return checked;
    const { oracle } = this.deployment;
    const code = bridgeCode(address.value ?? ZeroAddress, options.key.address, options.guardian, oracle.address);
    const bridge = create2Address(code);
    return this.#steps.run({
      name: `bridge ${family}`,
      present: () => hasCode(this.#connection, bridge),
      act: () => create2(this.#connection, options.key, code),
      record: () => this.#recordBridge(family, bridge, asset.value, limits),
    });
  }

  async #recordBridge(
    family: string,
    address: string,
    asset: AssetRecord,
    limits: LimitsRecord,
  ): Promise<Result<void>> {
    const block = await deploymentBlock(this.#connection, address);
    if (!block.ok) return block;
    const address32 = parseEvmAddress(address);
    if (!address32.ok) return address32;
    const record: BridgeRecord = {
      address,
      address32: address32.value,
      deployedAtBlock: block.value,
      canonicalAsset: asset,
      wireDecimals: wireDecimalsOf(asset.decimals),
      limits,
      remotes: {},
    };
    const remotes = await this.#remotesOnChain(record, family);
    if (!remotes.ok) return remotes;
    return this.#steps.saveBridge(family, { ...record, remotes: remotes.value });
  }

  /** The remotes in the file that the bridge has on chain. A local chain that was started anew has none. */
  async #remotesOnChain(bridge: BridgeRecord, family: string): Promise<Result<BridgeRecord['remotes']>> {
    const context = contextOf(this.#connection, { ...this.deployment, bridges: { [family]: bridge } }, family);
    if (!context.ok) return context;
    const recorded = this.deployment.bridges[family]?.remotes ?? {};
    return remotesOnChain((domain) => readRemote(context.value, domain), recorded);
  }

  /** The canonical asset's address, or null for the native coin. A test token is deployed if it is missing. */
  async #assetAddress(): Promise<Result<string | null>> {
    const { asset } = this.#options;
    if (asset.type === 'native') return ok(null);
    if (asset.type === 'testToken') {
      return this.#make('test token', initCode(CONTRACTS.testToken, [asset.name, asset.symbol, asset.decimals]));
    }
    const parsed = parseEvmAddress(asset.address);
    return parsed.ok ? ok(asset.address) : parsed;
  }

  async #bridgedToken(own: BridgeRecord, remote: Deployment, family: string): Promise<Result<AssetRecord>> {
    const { record, code } = await bridgedToken(own.address, remote, family, this.#remoteKind(remote.kind));
    const made = await this.#make(`token of ${remote.network}`, code);
    return made.ok ? ok({ ...record, address: made.value }) : made;
  }

  #setRemote(
    own: BridgeRecord,
    remote: Deployment,
    record: Omit<RemoteRecord, 'opened'>,
    family: string,
  ): Promise<Result<void>> {
    const { addressLength: length } = this.#remoteKind(remote.kind);
    const { domain, bridge, token, wireDecimals } = record;
    return this.#steps.run({
      name: `register ${remote.network}`,
      present: () => isRegistered((domain) => this.registration(domain, family), record, length),
      act: () => {
        const data = adminCall('setRemote', [domain, bridge, token.address, length, wireDecimals]);
        return this.#send({ to: own.address, data, value: 0n });
      },
      record: async () => {
        const found = await this.registration(domain, family);
        if (!found.ok) return found;
        return this.#steps.saveRemote(family, remote.network, { ...record, opened: found.value?.opened ?? false });
      },
    });
  }

  #setLimits(
    own: BridgeRecord,
    remote: Deployment,
    side: LimitSide,
    limits: LimitsRecord,
    family: string,
  ): Promise<Result<void>> {
    const fields = [limits.minAmount, limits.maxAmount, limits.capacity, limits.refillPerSecond].map(BigInt);
    return this.#steps.run({
      name: `${side} limits ${remote.network}`,
      present: async () => {
        const context = this.#context(family);
        if (!context.ok) return context;
        const found = await readLimits(context.value, remote.domain, side);
        if (!found.ok) return found;
        const { minAmount, maxAmount, capacity, refillPerSecond } = found.value;
        return ok([minAmount, maxAmount, capacity, refillPerSecond].join() === fields.join());
      },
      act: () => {
        const data = adminCall('setLimits', [remote.domain, SIDES.indexOf(side), fields]);
        return this.#send({ to: own.address, data, value: 0n });
      },
    });
  }

  /** Deploys `code` unless it is already there. Returns its address in both cases. */
  async #make(name: string, code: Hex): Promise<Result<string>> {
    const address = create2Address(code);
    const made = await this.#steps.run({
      name,
      present: () => hasCode(this.#connection, address),
      act: () => create2(this.#connection, this.#options.key, code),
    });
    return made.ok ? ok(address) : made;
  }

  #send(request: SendRequest): Promise<Result<string>> {
    return sendAndSettle(this.#connection, this.#options.key, request);
  }

  async #verify(): Promise<Result<void>> {
    const context = this.#context(this.#options.family ?? MAIN_FAMILY);
    return context.ok ? verifyBridge(context.value) : context;
  }

  #context(family: string): Result<EvmContext> {
    return contextOf(this.#connection, this.deployment, family);
  }
}
