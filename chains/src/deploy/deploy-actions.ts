import type { ChainKind, Domain, Result } from '@causeway/protocol';
import type { AssetRecord, BridgeRecord, Deployment, RemoteRecord, SettlerRecord } from '../config/deployment.ts';
import type { IssuerPowers } from '../config/issuer-powers.ts';
import type { DeployFailure } from '../failures.ts';
import type { ChainProvider, LimitSide, SideLimits } from '../provider/provider.ts';
import type { DeploymentSteps, Step } from './deployment-steps.ts';
import type { RemoteArguments, RemoteBridge } from './registration.ts';

/** The part of a bridge's record that only the chain knows. */
export interface BridgeFacts extends Pick<BridgeRecord, 'address' | 'address32' | 'deployedAtBlock' | 'publishedAt'> {
  /** The oracle's address, present only where each bridge has its own oracle account. */
  readonly oracle?: string;
  /** Entries of the deployment's `contracts`. */
  readonly contracts?: Deployment['contracts'];
}

/** A deployed settler in the file. */
export interface SettlerFacts {
  readonly settler: SettlerRecord;
  /** Entries of the deployment's `contracts`. */
  readonly contracts?: Deployment['contracts'];
}

/** The step that creates a bridge. */
export interface BridgeAction extends Pick<Step, 'act'> {
  /** Address of the bridge, or null when the chain lacks it. */
  find(): Promise<Result<string | null, DeployFailure>>;
  /** The steps before the bridge's own. */
  prepare?(): Promise<Result<void, DeployFailure>>;
  /** Reads the bridge. Fails with DEPLOYMENT_MISMATCH when it is another one than the options ask for. */
  facts(): Promise<Result<BridgeFacts, DeployFailure>>;
  /** The steps that need the bridge in the file. */
  finish?(): Promise<Result<void, DeployFailure>>;
}

/**
 * A deployment on one network in the terms of its kind of chain. BridgeDeployer gives these actions their order and
 * their steps; an action that takes `steps` runs its own. Nothing else of a deployment differs between kinds.
 */
export interface DeployActions {
  readonly kind: ChainKind;
  /** As in Deployment. */
  readonly chainId: string;
  readonly domain: Domain;
  /** The largest limit that a bridge can hold, wire units. */
  readonly maxLimit: bigint;
  /** The largest delivery fee that a bridge can hold, smallest units of the native coin. */
  readonly maxFee: bigint;
  /** The limit sets that one transaction sets together, in the order of the transactions. */
  readonly limitSteps: readonly (readonly LimitSide[])[];
  /** The canonical asset. A missing test token is deployed. */
  canonicalAsset(steps: DeploymentSteps): Promise<Result<AssetRecord, DeployFailure>>;
  /** What the issuer of the canonical asset can do to its holders. */
  issuerPowers(asset: AssetRecord): Promise<Result<IssuerPowers, DeployFailure>>;
  /** How to create the bridge of `family`. Deploys what the bridge's address depends on. */
  bridge(steps: DeploymentSteps, family: string, asset: AssetRecord): Promise<Result<BridgeAction, DeployFailure>>;
  /** Deploys the settler of the bridge `own` unless it has one, whichever release made that. Nobody can change it. */
  settler(steps: DeploymentSteps, family: string, own: BridgeRecord): Promise<Result<SettlerFacts, DeployFailure>>;
  /** Reading the deployed bridge of `family`. */
  chain(
    deployment: Deployment,
    family: string,
  ): Result<Pick<ChainProvider, 'remote' | 'limits' | 'fee' | 'paused' | 'compare' | 'verify'>, DeployFailure>;
  /**
   * Fails with DEPLOYMENT_MISMATCH where signers would refuse the bridge of `family`, which is not in the file yet.
   * Absent where `bridge` itself makes sure of the code.
   */
  adoptable?(deployment: Deployment, family: string): Promise<Result<void, DeployFailure>>;
  /** The bridged token of the remote's asset. It is deployed here unless the registration creates it. */
  bridgedToken(
    steps: DeploymentSteps,
    own: BridgeRecord,
    remote: RemoteBridge,
  ): Promise<Result<AssetRecord, DeployFailure>>;
  setRemote(own: BridgeRecord, remote: RemoteArguments): Promise<Result<unknown, DeployFailure>>;
  setLimits(own: BridgeRecord, remote: Domain, limits: readonly SideLimits[]): Promise<Result<unknown, DeployFailure>>;
  setFee(own: BridgeRecord, remote: Domain, fee: bigint): Promise<Result<unknown, DeployFailure>>;
  /** The steps that follow a registration, its limits and its fee. */
  registered?(
    steps: DeploymentSteps,
    family: string,
    own: BridgeRecord,
    remote: RemoteBridge,
  ): Promise<Result<void, DeployFailure>>;
  /** Opens a registered remote; this cannot be undone. */
  openRemote(own: BridgeRecord, remote: RemoteRecord): Promise<Result<unknown, DeployFailure>>;
}
