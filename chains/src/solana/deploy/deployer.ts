import {
  ADDRESS_LENGTH,
  COIN_TYPE,
  type Domain,
  fail,
  ok,
  type Result,
  slip44Domain,
  wireDecimalsOf,
} from '@causeway/protocol';
import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { cutBridgedNames } from '../../bridged-names.ts';
import type { OnProgress } from '../../deploy-progress.ts';
import { checkLimits, defaultLimits, MAIN_FAMILY, type NetworkDeployer } from '../../deployer.ts';
import {
  type AssetRecord,
  type BridgeRecord,
  type Deployment,
  type LimitsRecord,
  readDeployment,
} from '../../deployment.ts';
import { bridgeToRegister, DeploymentSteps, isRegistered, remotesOnChain } from '../../deployment-steps.ts';
import type { FindRemoteKind } from '../../kind.ts';
import type { LimitSide, RemoteRegistration } from '../../provider.ts';
import { addressBytes, bridgeAddresses, mintAddress } from '../addresses.ts';
import { lookupTableName } from '../lookup-table.ts';
import { bridgeCode } from './artifact.ts';
import { canonicalAsset } from './asset.ts';
import {
  checkWidth,
  differences,
  initialize,
  openRemote,
  parseKey,
  readBridge,
  readOracles,
  readRemote,
  sameLimits,
  setLimits,
  setRemote,
} from './bridge.ts';
import type { Cluster } from './cluster.ts';
import { derivedKey } from './derived-key.ts';
import { constantEntries, deployLookupTable, missingEntries, remoteEntries } from './lookup-table.ts';
import type { SolanaDeployOptions } from './options.ts';
import { deployCode, freezeProgram, type ProgramPlan, readProgram } from './program.ts';

/** Deploys to one Solana cluster and registers its remotes; see NetworkDeployer. */
export class SolanaDeployer implements NetworkDeployer {
  readonly addressLength = ADDRESS_LENGTH.solana;
  readonly #options: SolanaDeployOptions;
  readonly #cluster: Cluster;
  readonly #remoteKind: FindRemoteKind;
  readonly #steps: DeploymentSteps;

  private constructor(
    options: SolanaDeployOptions,
    cluster: Cluster,
    remoteKind: FindRemoteKind,
    steps: DeploymentSteps,
  ) {
    this.#options = options;
    this.#cluster = cluster;
    this.#remoteKind = remoteKind;
    this.#steps = steps;
  }

  /** Deploys the program and initializes the bridge; see deploySolanaNetwork. */
  static async deploy(
    options: SolanaDeployOptions,
    cluster: Cluster,
    remoteKind: FindRemoteKind,
    onProgress: OnProgress,
  ): Promise<Result<SolanaDeployer>> {
    const checked = checkRoles(options);
    if (!checked.ok) return checked;
    const name = await cluster.name();
    if (!name.ok) return name;
    const known = readDeployment(options.deployments, options.network);
    if (!known.ok && known.error.code !== 'DEPLOYMENT_MISSING') return known;
    if (known.ok && (known.value.kind !== 'solana' || known.value.chainId !== name.value)) {
      const there = `${known.value.kind} ${known.value.chainId}`;
      return fail('DEPLOYMENT_MISMATCH', `${options.network} is ${there} in its file, not solana ${name.value}`);
    }
    const fresh: Deployment = {
      formatVersion: 1,
      network: options.network,
      kind: 'solana',
      domain: slip44Domain(name.value, COIN_TYPE.solana),
      chainId: name.value,
      oracle: {
        address: PublicKey.default.toBase58(),
        members: [...options.oracle.members],
        threshold: options.oracle.threshold,
      },
      contracts: {},
      bridges: {},
    };
    const steps = new DeploymentSteps(options.deployments, known.ok ? known.value : fresh, onProgress);
    const deployer = new SolanaDeployer(options, cluster, remoteKind, steps);
    const deployed = await deployer.#deploy(options.family ?? MAIN_FAMILY);
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
    const mint = mintAddress(new PublicKey(own.value.address), remote.domain, wireDecimals).toBase58();
    const record = {
      domain: remote.domain,
      bridge: address32,
      wireDecimals,
      // A bridged token has wire decimals, so its local units are wire units.
      token: { ...names, decimals: wireDecimals, address: mint },
    };
    const ask = (domain: Domain) => this.registration(domain, family);
    const { addressLength } = this.#remoteKind(remote.kind);
    const registered = await this.#steps.run({
      name: `register ${remote.network}`,
      present: () => isRegistered(ask, record, addressLength),
      act: () => {
        const args = { domain: remote.domain, bridge: address32, addressLength, wireDecimals, ...names };
        return this.#send(setRemote(this.#addresses(own.value), this.#cluster.payer, args));
      },
      record: async () => {
        const found = await ask(remote.domain);
        if (!found.ok) return found;
        return this.#steps.saveRemote(family, remote.network, { ...record, opened: found.value?.opened ?? false });
      },
    });
    if (!registered.ok) return registered;
    const limited = await this.#setLimits(own.value, remote, {
      canonical: own.value.limits,
      bridged: theirs.value.limits,
    });
    if (!limited.ok) return limited;
    return this.#extendTable(own.value, remote, wireDecimals, family);
  }

  async registration(remote: Domain, family: string): Promise<Result<RemoteRegistration | null>> {
    const own = this.#steps.bridge(family);
    if (!own.ok) return own;
    return this.#registration(own.value.address, remote);
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
      act: () => {
        const mint = new PublicKey(record.token.address as string);
        return this.#send(openRemote(this.#addresses(own.value), this.#cluster.payer, remote.domain, mint));
      },
      record: () => this.#steps.saveRemote(family, remote.network, { ...record, opened: true }),
    });
  }

  async #deploy(family: string): Promise<Result<void>> {
    const { key, asset, limits: wanted } = this.#options;
    const canonical = await canonicalAsset(this.#cluster, this.#steps, key, asset);
    if (!canonical.ok) return canonical;
    const limits = wanted ?? defaultLimits(wireDecimalsOf(canonical.value.decimals));
    for (const check of [checkLimits, checkWidth]) {
      const checked = check(limits);
      if (!checked.ok) return checked;
    }
    const plan: ProgramPlan = {
      cluster: this.#cluster,
      steps: this.#steps,
      key,
      programKey: await derivedKey(key, `the program of the bridge ${family}`),
      code: bridgeCode(),
      upgradeable: this.#options.upgradeable === true,
    };
    const program = new PublicKey(plan.programKey.address);
    const deployed = await deployCode(plan);
    if (!deployed.ok) return deployed;
    const initialized = await this.#initialize(program, family, canonical.value, limits);
    if (!initialized.ok) return initialized;
    if (!plan.upgradeable) {
      const frozen = await freezeProgram(plan);
      if (!frozen.ok) return frozen;
    }
    const entries = constantEntries(program, mintOf(canonical.value));
    return deployLookupTable(this.#cluster, this.#steps, family, entries);
  }

  /** Initializes the bridge. An existing one must match the options. */
  #initialize(program: PublicKey, family: string, asset: AssetRecord, limits: LimitsRecord): Promise<Result<void>> {
    const { oracle, guardian, key } = this.#options;
    const addresses = bridgeAddresses(program);
    const { domain } = this.deployment;
    const wanted = { domain, admin: key.address, guardian, ...oracle, canonicalMint: mintOf(asset) };
    return this.#steps.run({
      name: `bridge ${family}`,
      present: async () => {
        const bridge = await readBridge(this.#cluster, addresses);
        if (!bridge.ok) return bridge;
        if (bridge.value === null) return ok(false);
        const oracles = await readOracles(this.#cluster, addresses);
        if (!oracles.ok) return oracles;
        const differing = differences(wanted, bridge.value, oracles.value);
        if (differing.length === 0) return ok(true);
        return fail('DEPLOYMENT_MISMATCH', `${program} is another bridge than asked for: ${differing.join('; ')}`);
      },
      act: () => this.#send(initialize(addresses, this.#cluster.payer, wanted)),
      record: () => this.#recordBridge(program, family, asset, limits),
    });
  }

  async #recordBridge(
    program: PublicKey,
    family: string,
    asset: AssetRecord,
    limits: LimitsRecord,
  ): Promise<Result<void>> {
    const code = await readProgram(this.#cluster, program);
    if (!code.ok) return code;
    const known = this.deployment.bridges[family];
    const address = program.toBase58();
    const remotes = await remotesOnChain((domain) => this.#registration(address, domain), known?.remotes ?? {});
    if (!remotes.ok) return remotes;
    const { members, threshold } = this.#options.oracle;
    const oracle = bridgeAddresses(program).oracles.toBase58();
    const isFirst = Object.keys(this.deployment.bridges).every((other) => other === family);
    const oracleAddress = isFirst ? oracle : this.deployment.oracle.address;
    const saved = this.#steps.save({ oracle: { address: oracleAddress, members: [...members], threshold } });
    if (!saved.ok) return saved;
    return this.#steps.saveBridge(family, {
      address,
      address32: addressBytes(program),
      deployedAtBlock: code.value?.slot ?? 0,
      oracle,
      canonicalAsset: asset,
      wireDecimals: wireDecimalsOf(asset.decimals),
      limits,
      remotes: remotes.value,
    });
  }

  async #registration(program: string, remote: Domain): Promise<Result<RemoteRegistration | null>> {
    const found = await readRemote(this.#cluster, new PublicKey(program), remote);
    if (!found.ok) return found;
    if (found.value === null) return ok(null);
    const { bridge, mint, addressLength, wireDecimals, opened } = found.value;
    return ok({ bridge, token: mint.toBase58(), addressLength, wireDecimals, opened });
  }

  async #setLimits(
    own: BridgeRecord,
    remote: Deployment,
    limits: Readonly<Record<LimitSide, LimitsRecord>>,
  ): Promise<Result<void>> {
    for (const side of ['canonical', 'bridged'] as const) {
      const checked = checkWidth(limits[side]);
      if (!checked.ok) return checked;
    }
    const missing = async (): Promise<Result<readonly TransactionInstruction[]>> => {
      const found = await readRemote(this.#cluster, new PublicKey(own.address), remote.domain);
      if (!found.ok) return found;
      const sides = (['canonical', 'bridged'] as const).filter(
        (side) => found.value === null || !sameLimits(found.value[side].limits, limits[side]),
      );
      const addresses = this.#addresses(own);
      return ok(sides.map((side) => setLimits(addresses, this.#cluster.payer, remote.domain, side, limits[side])));
    };
    return this.#runMissing(`limits ${remote.network}`, missing);
  }

  async #extendTable(own: BridgeRecord, remote: Deployment, decimals: number, family: string): Promise<Result<void>> {
    const table = parseKey(this.deployment.contracts[lookupTableName(family)] ?? '', 'the lookup table');
    if (!table.ok) return table;
    const entries = remoteEntries(new PublicKey(own.address), remote.domain, decimals);
    return this.#runMissing(`lookup table ${remote.network}`, () =>
      missingEntries(this.#cluster, table.value, entries),
    );
  }

  /** A step that sends the instructions that `missing` returns, until it returns none. */
  #runMissing(name: string, missing: () => Promise<Result<readonly TransactionInstruction[]>>): Promise<Result<void>> {
    return this.#steps.run({
      name,
      present: async () => {
        const found = await missing();
        return found.ok ? ok(found.value.length === 0) : found;
      },
      act: async () => {
        const found = await missing();
        return found.ok ? this.#send(...found.value) : found;
      },
    });
  }

  #addresses(own: BridgeRecord) {
    return bridgeAddresses(new PublicKey(own.address));
  }

  #send(...instructions: readonly TransactionInstruction[]): Promise<Result<string>> {
    return this.#cluster.send({ instructions });
  }
}

const mintOf = ({ address }: AssetRecord): PublicKey | null => (address === null ? null : new PublicKey(address));

/** Fails with INVALID_ADDRESS when an address of a role in the options is invalid. */
function checkRoles({ guardian, oracle }: SolanaDeployOptions): Result<void> {
  const roles = [
    ['the guardian', guardian] as const,
    ...oracle.members.map((one) => [`oracle member ${one}`, one] as const),
  ];
  for (const [what, address] of roles) {
    const parsed = parseKey(address, what);
    if (!parsed.ok) return parsed;
  }
  return ok(undefined);
}
