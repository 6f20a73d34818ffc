import {
  ADDRESS_LENGTH,
  type Domain,
  fail,
  type Hex,
  ok,
  type Result,
  toAddress32,
  wireDecimalsOf,
} from '@causeway/protocol';
import { cutBridgedNames } from '../../bridged-names.ts';
import type { OnProgress } from '../../deploy-progress.ts';
import { checkLimits, defaultLimits, MAIN_FAMILY, type NetworkDeployer } from '../../deployer.ts';
import { type AssetRecord, type Deployment, type LimitsRecord, readDeployment } from '../../deployment.ts';
import { bridgeToRegister, DeploymentSteps, isRegistered, remotesOnChain } from '../../deployment-steps.ts';
import type { FindRemoteKind } from '../../kind.ts';
import type { LimitSide, RemoteRegistration } from '../../provider.ts';
import { nodeIdOf } from '../address.ts';
import { lockerName, packageName } from '../context.ts';
import type { ManifestText } from '../manifest.ts';
import { radixDomain } from '../network.ts';
import { wellKnown } from '../well-known.ts';
import { packageCreation } from './artifact.ts';
import { canonicalAsset } from './asset.ts';
import {
  type BridgeArguments,
  bridgeCreation,
  bridgeName,
  differences,
  openRemote,
  readBridge,
  readLimits,
  readRemote,
  sameLimits,
  setLimits,
  setRemote,
} from './bridge.ts';
import { type Created, create, findCreated } from './creation.ts';
import type { Ledger } from './ledger.ts';
import type { RadixDeployOptions } from './options.ts';
import { type Roles, rolesOf } from './roles.ts';

/** Decimals of every bridged token: the most that a resource can have. */
const BRIDGED_DECIMALS = 18;

const SIDES: readonly LimitSide[] = ['canonical', 'bridged'];

/** Deploys to one Radix network and registers its remotes; see NetworkDeployer. */
export class RadixDeployer implements NetworkDeployer {
  readonly addressLength = ADDRESS_LENGTH.radix;
  readonly #options: RadixDeployOptions;
  readonly #ledger: Ledger;
  readonly #remoteKind: FindRemoteKind;
  readonly #steps: DeploymentSteps;

  private constructor(options: RadixDeployOptions, ledger: Ledger, remoteKind: FindRemoteKind, steps: DeploymentSteps) {
    this.#options = options;
    this.#ledger = ledger;
    this.#remoteKind = remoteKind;
    this.#steps = steps;
  }

  /** Publishes the package and instantiates the bridge; see deployRadixNetwork. */
  static async deploy(
    options: RadixDeployOptions,
    ledger: Ledger,
    remoteKind: FindRemoteKind,
    onProgress: OnProgress,
  ): Promise<Result<RadixDeployer>> {
    const roles = rolesOf(options, ledger.network);
    if (!roles.ok) return roles;
    const { logicalName } = ledger.network;
    const known = readDeployment(options.deployments, options.network);
    if (!known.ok && known.error.code !== 'DEPLOYMENT_MISSING') return known;
    if (known.ok && (known.value.kind !== 'radix' || known.value.chainId !== logicalName)) {
      const there = `${known.value.kind} ${known.value.chainId}`;
      return fail('DEPLOYMENT_MISMATCH', `${options.network} is ${there} in its file, not radix ${logicalName}`);
    }
    const { members, threshold } = options.oracle;
    const fresh: Deployment = {
      formatVersion: 1,
      network: options.network,
      kind: 'radix',
      domain: radixDomain(ledger.network),
      chainId: logicalName,
      // A placeholder until the bridge exists, whose component is the oracle's address.
      oracle: { address: options.key.address, members: [...members], threshold },
      contracts: {},
      bridges: {},
    };
    const steps = new DeploymentSteps(options.deployments, known.ok ? known.value : fresh, onProgress);
    const deployer = new RadixDeployer(options, ledger, remoteKind, steps);
    const deployed = await deployer.#deploy(options.family ?? MAIN_FAMILY, roles.value);
    return deployed.ok ? ok(deployer) : deployed;
  }

  get deployment(): Deployment {
    return this.#steps.deployment;
  }

  async register(remote: Deployment, family: string): Promise<Result<void>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const theirs = bridgeToRegister(remote, family);
    if (!theirs.ok) return theirs;
    const { canonicalAsset, wireDecimals, address32 } = theirs.value;
    const names = cutBridgedNames(canonicalAsset, remote.network);
    const { address } = own.value;
    const ask = (domain: Domain) => readRemote(this.#ledger, address, domain);
    // The bridge creates the bridged token itself; its registration names the token's address.
    const record = (token: string) => ({
      domain: remote.domain,
      bridge: address32,
      wireDecimals,
      token: { ...names, decimals: BRIDGED_DECIMALS, address: token },
    });
    const { addressLength } = this.#remoteKind(remote.kind);
    const registered = await this.#steps.run({
      name: `register ${remote.network}`,
      present: async () => {
        const found = await ask(remote.domain);
        if (!found.ok || found.value === null) return found.ok ? ok(false) : found;
        return isRegistered(ask, record(found.value.token), addressLength);
      },
      act: () => {
        const args = { domain: remote.domain, bridge: address32, addressLength, wireDecimals, ...names };
        return this.#send(setRemote(address, args));
      },
      record: async () => {
        const found = await ask(remote.domain);
        if (!found.ok) return found;
        if (found.value === null) return fail('UnknownRemote', `${remote.network} is not registered`);
        const { token, opened } = found.value;
        return this.#steps.saveRemote(family, remote.network, { ...record(token), opened });
      },
    });
    if (!registered.ok) return registered;
    return this.#setLimits(address, remote, { canonical: own.value.limits, bridged: theirs.value.limits });
  }

  async registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null>> {
    const own = this.#steps.bridge(family);
    return own.ok ? readRemote(this.#ledger, own.value.address, remote) : own;
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
      act: () => this.#send(openRemote(own.value.address, remote.domain)),
      record: () => this.#steps.saveRemote(family, remote.network, { ...record, opened: true }),
    });
  }

  async #deploy(family: string, roles: Roles): Promise<Result<void>> {
    const asset = await canonicalAsset(this.#ledger, this.#steps, this.#options.asset);
    if (!asset.ok) return asset;
    const limits = this.#options.limits ?? defaultLimits(wireDecimalsOf(asset.value.decimals));
    const checked = checkLimits(limits);
    if (!checked.ok) return checked;
    const published = await this.#package(family);
    if (!published.ok) return published;
    const wanted: BridgeArguments = {
      ...roles,
      domain: this.deployment.domain,
      canonical: asset.value.address ?? wellKnown('xrd', this.#ledger.network),
    };
    const bridge = await create(
      this.#ledger,
      this.#steps,
      `bridge ${family}`,
      bridgeCreation(published.value, family, wanted),
      (created) => this.#recordBridge(created, family, wanted, asset.value, limits),
    );
    return bridge.ok ? ok(undefined) : bridge;
  }

  /** Address of the bridge's package. An existing bridge keeps its own package, whatever the current build is. */
  async #package(family: string): Promise<Result<string>> {
    const bridge = await findCreated(this.#ledger, bridgeName(family));
    if (!bridge.ok) return bridge;
    if (bridge.value !== null) return this.#ledger.packageOf(bridge.value.address);
    const made = await create(this.#ledger, this.#steps, 'package', await packageCreation(this.#ledger));
    return made.ok ? ok(made.value.address) : made;
  }

  /** Records the bridge. An existing one must match the options. */
  async #recordBridge(
    { address, since }: Created,
    family: string,
    wanted: BridgeArguments,
    asset: AssetRecord,
    limits: LimitsRecord,
  ): Promise<Result<void>> {
    const there = await readBridge(this.#ledger, address);
    if (!there.ok) return there;
    const differing = differences(wanted, there.value);
    if (differing.length > 0) {
      return fail('DEPLOYMENT_MISMATCH', `${address} is another bridge than asked for: ${differing.join('; ')}`);
    }
    const bridgePackage = await this.#ledger.packageOf(address);
    if (!bridgePackage.ok) return bridgePackage;
    const known = this.deployment.bridges[family]?.remotes ?? {};
    const remotes = await remotesOnChain((domain) => readRemote(this.#ledger, address, domain), known);
    if (!remotes.ok) return remotes;
    const { members, threshold } = this.#options.oracle;
    const isFirst = Object.keys(this.deployment.bridges).every((other) => other === family);
    const saved = this.#steps.save({
      oracle: { address: isFirst ? address : this.deployment.oracle.address, members: [...members], threshold },
      contracts: {
        ...this.deployment.contracts,
        [packageName(family)]: bridgePackage.value,
        [lockerName(family)]: there.value.locker,
      },
    });
    if (!saved.ok) return saved;
    return this.#steps.saveBridge(family, {
      address,
      address32: toAddress32(nodeIdOf(address, 'component', this.#ledger.network) as Hex),
      deployedAtBlock: since,
      oracle: address,
      canonicalAsset: asset,
      wireDecimals: wireDecimalsOf(asset.decimals),
      limits,
      remotes: remotes.value,
    });
  }

  #setLimits(
    bridge: string,
    remote: Deployment,
    limits: Readonly<Record<LimitSide, LimitsRecord>>,
  ): Promise<Result<void>> {
    const missing = async (): Promise<Result<readonly ManifestText[]>> => {
      const found = await Promise.all(SIDES.map((side) => readLimits(this.#ledger, bridge, remote.domain, side)));
      const calls: ManifestText[] = [];
      for (const [index, there] of found.entries()) {
        const side = SIDES[index] as LimitSide;
        if (!there.ok) return there;
        if (!sameLimits(there.value, limits[side])) calls.push(setLimits(bridge, remote.domain, side, limits[side]));
      }
      return ok(calls);
    };
    return this.#steps.run({
      name: `limits ${remote.network}`,
      present: async () => {
        const found = await missing();
        return found.ok ? ok(found.value.length === 0) : found;
      },
      act: async () => {
        const found = await missing();
        return found.ok ? this.#send(found.value.join('')) : found;
      },
    });
  }

  #send(manifest: ManifestText): Promise<Result<string>> {
    return this.#ledger.send({ manifest });
  }
}
