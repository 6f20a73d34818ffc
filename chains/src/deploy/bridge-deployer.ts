import { type Domain, fail, ok, type Result, wireDecimalsOf } from '@causeway/protocol';
import {
  type AssetRecord,
  type BridgeRecord,
  type Deployment,
  type LimitsRecord,
  readDeployment,
} from '../config/deployment.ts';
import { type IssuerPower, issuerPower } from '../config/issuer-powers.ts';
import { profileProblem } from '../config/profile.ts';
import type { DeployFailure } from '../failures.ts';
import { isSameOracle } from '../provider/admin-actions.ts';
import { requireSame } from '../provider/differences.ts';
import type { LimitSide, LimitState, RemoteRegistration, SideLimits } from '../provider/provider.ts';
import { map } from '../provider/result.ts';
import { ADMIN, BRIDGE_CODE, GUARDIAN } from '../provider/verification.ts';
import type { BridgeAction, DeployActions } from './deploy-actions.ts';
import type { OnProgress } from './deploy-progress.ts';
import {
  checkFee,
  checkLimits,
  defaultLimits,
  MAIN_FAMILY,
  type NetworkDeployer,
  type NetworkDeployOptions,
} from './deployer.ts';
import { DeploymentSteps } from './deployment-steps.ts';
import {
  bridgeToRegister,
  type FindRemoteKind,
  isRegistered,
  type RemoteArguments,
  type RemoteBridge,
  remotesOnChain,
} from './registration.ts';

/** The oracle's address in a deployment whose oracle does not exist yet. It never reaches the file. */
export const NO_ORACLE = '-';

/** Deploys to one network of any kind and registers its remotes; see NetworkDeployer. */
export class BridgeDeployer implements NetworkDeployer {
  readonly addressLength: number;
  readonly #options: NetworkDeployOptions;
  readonly #actions: DeployActions;
  readonly #remoteKind: FindRemoteKind;
  readonly #steps: DeploymentSteps;

  private constructor(
    options: NetworkDeployOptions,
    actions: DeployActions,
    remoteKind: FindRemoteKind,
    steps: DeploymentSteps,
  ) {
    this.addressLength = remoteKind(actions.kind).addressLength;
    this.#options = options;
    this.#actions = actions;
    this.#remoteKind = remoteKind;
    this.#steps = steps;
  }

  /**
   * Deploys the bridge of the options' family and the contracts that it depends on, unless they exist. Fails with
   * DEPLOYMENT_MISMATCH when the file or the chain has another deployment than the options ask for.
   */
  static async deploy(
    options: NetworkDeployOptions,
    actions: DeployActions,
    remoteKind: FindRemoteKind,
    onProgress: OnProgress,
  ): Promise<Result<NetworkDeployer, DeployFailure>> {
    const { network, deployments, oracle } = options;
    const { kind, chainId, domain } = actions;
    const other = options.profile && profileProblem(options.profile, { kind, chainId });
    if (other) return fail('DEPLOYMENT_MISMATCH', `chains.${network}.profile: ${other}`);
    const known = readDeployment(deployments, network);
    if (!known.ok && known.error.code !== 'DEPLOYMENT_MISSING') return known;
    const deployment: Deployment = known.ok
      ? known.value
      : {
          formatVersion: 1,
          network,
          kind,
          domain,
          chainId,
          oracle: { address: NO_ORACLE, members: [...oracle.members], threshold: oracle.threshold },
          contracts: {},
          bridges: {},
        };
    if (deployment.kind !== kind || deployment.chainId !== chainId) {
      const there = `${deployment.kind} ${deployment.chainId}`;
      return fail('DEPLOYMENT_MISMATCH', `${network} is ${there} in its file, not ${kind} ${chainId}`);
    }
    if (!isSameOracle(deployment.oracle, oracle)) {
      const there = `${deployment.oracle.threshold} of ${deployment.oracle.members.join(', ')}`;
      return fail('DEPLOYMENT_MISMATCH', `${network} has the oracle ${there} in its file`);
    }
    const steps = new DeploymentSteps(deployments, deployment, onProgress);
    const deployer = new BridgeDeployer(options, actions, remoteKind, steps);
    return map(await deployer.#deploy(options.family ?? MAIN_FAMILY), () => deployer);
  }

  get deployment(): Deployment {
    return this.#steps.deployment;
  }

  async register(remote: Deployment, family: string): Promise<Result<void, DeployFailure>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const theirs = bridgeToRegister(remote, family);
    if (!theirs.ok) return theirs;
    const checked = checkLimits(theirs.value.limits, this.#actions.maxLimit);
    if (!checked.ok) return checked;
    const { network, domain } = remote;
    const there: RemoteBridge = { network, domain, kind: this.#remoteKind(remote.kind), bridge: theirs.value };
    const token = await this.#actions.bridgedToken(this.#steps, own.value, there);
    if (!token.ok) return token;
    const { address32: bridge, wireDecimals, limits: bridged } = theirs.value;
    const { addressLength } = there.kind;
    const registration = { domain, bridge, addressLength, wireDecimals, token: token.value };
    const registered = await this.#setRemote(own.value, network, family, registration);
    if (!registered.ok) return registered;
    const limits = { canonical: own.value.limits, bridged };
    for (const sides of this.#actions.limitSteps) {
      const wanted = sides.map((side) => ({ side, limits: limits[side] }));
      const set = await this.#setLimits(own.value, remote, family, wanted);
      if (!set.ok) return set;
    }
    const charged = await this.#setFee(own.value, remote, family);
    if (!charged.ok) return charged;
    const recorded = await this.#recordSettings(remote, family, limits);
    if (!recorded.ok) return recorded;
    return (await this.#actions.registered?.(this.#steps, family, own.value, there)) ?? ok(undefined);
  }

  async fee(remote: Domain, family: string): Promise<Result<bigint, DeployFailure>> {
    const chain = this.#actions.chain(this.deployment, family);
    return chain.ok ? chain.value.fee(remote) : chain;
  }

  async registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null, DeployFailure>> {
    const chain = this.#actions.chain(this.deployment, family);
    return chain.ok ? chain.value.remote(remote) : chain;
  }

  async open(remote: Deployment, family: string): Promise<Result<void, DeployFailure>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const record = own.value.remotes[remote.network];
    if (!record) return fail('UnknownRemote', `${remote.network} is not registered`);
    return this.#steps.run({
      name: `open ${remote.network}`,
      present: async () => map(await this.registration(remote.domain, family), (there) => there?.opened === true),
      act: () => this.#actions.openRemote(own.value, record),
      record: () => this.#steps.saveRemote(family, remote.network, { ...record, opened: true }),
    });
  }

  async #deploy(family: string): Promise<Result<void, DeployFailure>> {
    const asset = await this.#actions.canonicalAsset(this.#steps);
    if (!asset.ok) return asset;
    const limits = this.#options.limits ?? defaultLimits(wireDecimalsOf(asset.value.decimals));
    const checked = checkLimits(limits, this.#actions.maxLimit);
    if (!checked.ok) return checked;
    for (const [remote, fee] of Object.entries(this.#options.fees ?? {})) {
      const fits = checkFee(remote, fee, this.#actions.maxFee);
      if (!fits.ok) return fits;
    }
    const powers = await this.#acceptedPowers(family, asset.value);
    if (!powers.ok) return powers;
    const bridge = await this.#actions.bridge(this.#steps, family, asset.value);
    if (!bridge.ok) return bridge;
    const { find, prepare, act, finish } = bridge.value;
    const present = async () => map(await find(), (address) => address !== null);
    const record = () => this.#recordBridge(bridge.value, family, asset.value, limits);
    const allowed = await this.#refuseAnother(bridge.value, family);
    if (!allowed.ok) return allowed;
    const prepared = await prepare?.();
    if (prepared && !prepared.ok) return prepared;
    const made = await this.#steps.run({ name: `bridge ${family}`, present, act, record });
    if (!made.ok) return made;
    const finished = await finish?.();
    if (finished && !finished.ok) return finished;
    const settled = await this.#deploySettler(family);
    if (!settled.ok) return settled;
    const accepted = this.#steps.saveAccepted(family, powers.value);
    if (!accepted.ok) return accepted;
    return this.#requireSame(family);
  }

  /**
   * Fails with DEPLOYMENT_MISMATCH where signers would refuse the bridge. Otherwise completes its record with what a
   * file of an earlier release does not have.
   */
  async #requireSame(family: string): Promise<Result<void, DeployFailure>> {
    const [chain, own] = [this.#actions.chain(this.deployment, family), this.#steps.bridge(family)];
    if (!chain.ok) return chain;
    if (!own.ok) return own;
    const compared = await chain.value.compare();
    if (!compared.ok) return compared;
    const same = requireSame(compared.value);
    if (!same.ok) return same;
    const { [ADMIN]: admin, [GUARDIAN]: guardian, [BRIDGE_CODE]: code } = compared.value.found;
    // Roles that the file has stay: a change of them is for people to see. Code that passed is that of the bridge.
    const roles = { ...(admin && { admin }), ...(guardian && { guardian }) };
    return this.#steps.saveBridge(family, { ...roles, ...own.value, ...(code && { code }) });
  }

  /**
   * The powers of the asset's issuer that the options accept. Fails with ISSUER_POWERS when there are others, unless
   * the file has the bridge already, whose users cannot move.
   */
  async #acceptedPowers(family: string, asset: AssetRecord): Promise<Result<readonly IssuerPower[], DeployFailure>> {
    const { acceptIssuerPowers = [], network } = this.#options;
    const powers = await this.#actions.issuerPowers(asset);
    if (!powers.ok) return powers;
    const held = issuerPower.options.filter((power) => powers.value[power] !== undefined);
    const open = held.filter((power) => !acceptIssuerPowers.includes(power));
    if (open.length === 0 || this.deployment.bridges[family]) {
      return ok(held.filter((power) => acceptIssuerPowers.includes(power)));
    }
    const words = open.map((power) => `${power} (${powers.value[power]})`).join(', ');
    return fail(
      'ISSUER_POWERS',
      `the issuer of ${asset.symbol} on ${network} has powers over the bridge's escrow: ${words}; choose another asset, or ` +
        `accept them by deploy.networks.${network}.acceptIssuerPowers: [${open.join(', ')}]`,
    );
  }

  async #deploySettler(family: string): Promise<Result<void, DeployFailure>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const made = await this.#actions.settler(this.#steps, family, own.value);
    if (!made.ok) return made;
    const { settler, contracts } = made.value;
    return this.#steps.save({
      contracts: { ...this.deployment.contracts, ...contracts },
      bridges: { ...this.deployment.bridges, [family]: { ...own.value, settler } },
    });
  }

  /** Fails with DEPLOYMENT_MISMATCH when the file has a bridge that is on chain and is not the one asked for. */
  async #refuseAnother(action: BridgeAction, family: string): Promise<Result<void, DeployFailure>> {
    const known = this.deployment.bridges[family]?.address;
    if (known === undefined) return ok(undefined);
    const found = await action.find();
    if (!found.ok) return found;
    if (found.value === known) return ok(undefined);
    const chain = this.#actions.chain(this.deployment, family);
    const other = chain.ok ? await chain.value.paused() : chain;
    if (other.ok) {
      const { network } = this.deployment;
      return fail('DEPLOYMENT_MISMATCH', `${network} has the bridge ${known} in its file, not the one asked for`);
    }
    // A local chain that was started anew has nothing there.
    return other.error.code === 'CONTRACT_MISSING' ? ok(undefined) : other;
  }

  /** Records the bridge with each of its recorded remotes that is on chain. */
  async #recordBridge(
    action: BridgeAction,
    family: string,
    canonicalAsset: AssetRecord,
    limits: LimitsRecord,
  ): Promise<Result<void, DeployFailure>> {
    const facts = await action.facts();
    if (!facts.ok) return facts;
    const { contracts, ...own } = facts.value;
    const { oracle, bridges } = this.deployment;
    const wireDecimals = wireDecimalsOf(canonicalAsset.decimals);
    const isFirst = Object.keys(bridges).every((other) => other === family);
    const known = bridges[family]?.address === own.address ? bridges[family] : undefined;
    const bridge: BridgeRecord = { ...known, ...own, ...{ canonicalAsset, wireDecimals, limits, remotes: {} } };
    const deployment: Deployment = {
      ...this.deployment,
      oracle: { ...oracle, address: (isFirst && own.oracle) || oracle.address },
      contracts: { ...this.deployment.contracts, ...contracts },
      bridges: { ...bridges, [family]: bridge },
    };
    // The settler is looked at when its turn comes.
    const { settler: _, ...alone } = bridge;
    const adopted = { ...deployment, bridges: { ...bridges, [family]: alone } };
    const adoptable = await this.#actions.adoptable?.(adopted, family);
    if (adoptable && !adoptable.ok) return adoptable;
    const remotes = await remotesOnChain(async (domain) => {
      const chain = this.#actions.chain(deployment, family);
      return chain.ok ? chain.value.remote(domain) : chain;
    }, bridges[family]?.remotes ?? {});
    if (!remotes.ok) return remotes;
    return this.#steps.save({
      ...deployment,
      bridges: { ...bridges, [family]: { ...bridge, remotes: remotes.value } },
    });
  }

  #setRemote(
    own: BridgeRecord,
    network: string,
    family: string,
    remote: RemoteArguments,
  ): Promise<Result<void, DeployFailure>> {
    const { domain, bridge, wireDecimals, token } = remote;
    const ask = () => this.registration(domain, family);
    return this.#steps.run({
      name: `register ${network}`,
      present: async () => map(await ask(), (there) => isRegistered(there, remote)),
      act: () => this.#actions.setRemote(own, remote),
      record: async () => {
        const there = await ask();
        if (!there.ok) return there;
        if (there.value === null) return fail('UnknownRemote', `${network} is not registered`);
        const { token: address, opened } = there.value;
        const { limits, fee } = this.deployment.bridges[family]?.remotes[network] ?? {};
        return this.#steps.saveRemote(family, network, {
          ...(limits && { limits }),
          ...(fee !== undefined && { fee }),
          domain,
          bridge,
          wireDecimals,
          token: { ...token, address },
          opened,
        });
      },
    });
  }

  async #setFee(
    own: BridgeRecord,
    { network, domain }: Deployment,
    family: string,
  ): Promise<Result<void, DeployFailure>> {
    const fee = this.#options.fees?.[network];
    if (fee === undefined) return ok(undefined);
    return this.#steps.run({
      name: `fee ${network}`,
      present: async () => map(await this.fee(domain, family), (there) => there === fee),
      act: () => this.#actions.setFee(own, domain, fee),
    });
  }

  /**
   * Writes the limits and the fee of a remote into the file. A fee that the options do not name and the file has stays:
   * a change of it is for people to see.
   */
  async #recordSettings(
    { network, domain }: Deployment,
    family: string,
    limits: Readonly<Record<LimitSide, LimitsRecord>>,
  ): Promise<Result<void, DeployFailure>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    const record = own.value.remotes[network];
    if (!record) return fail('UnknownRemote', `${network} is not registered`);
    const there = await this.fee(domain, family);
    if (!there.ok) return there;
    const fee = (this.#options.fees?.[network] === undefined && record.fee) || String(there.value);
    return this.#steps.saveRemote(family, network, { ...record, limits, fee });
  }

  #setLimits(
    own: BridgeRecord,
    { network, domain }: Deployment,
    family: string,
    wanted: readonly SideLimits[],
  ): Promise<Result<void, DeployFailure>> {
    const only = wanted.length === 1 ? `${wanted[0]?.side} ` : '';
    return this.#steps.runMissing(
      `${only}limits ${network}`,
      async () => {
        const chain = this.#actions.chain(this.deployment, family);
        if (!chain.ok) return chain;
        const missing: SideLimits[] = [];
        for (const { side, limits } of wanted) {
          const there = await chain.value.limits(domain, side);
          if (!there.ok) return there;
          if (!sameLimits(there.value, limits)) missing.push({ side, limits });
        }
        return ok(missing);
      },
      (missing) => this.#actions.setLimits(own, domain, missing),
    );
  }
}

/** True when both have the same limits, whatever the form of their numbers. */
const sameLimits = (a: LimitState, b: LimitsRecord): boolean =>
  (['minAmount', 'maxAmount', 'capacity', 'refillPerSecond'] as const).every((name) => a[name] === BigInt(b[name]));
