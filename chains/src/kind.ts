import type { ChainKind, Domain, Result } from '@causeway/protocol';
import type { z } from 'zod';
import type { Deployment } from './config/deployment.ts';
import type { OnProgress } from './deploy/deploy-progress.ts';
import type { DeploySettings } from './deploy/deploy-settings.ts';
import type { NetworkDeployer, NetworkDeployOptions } from './deploy/deployer.ts';
import type { FindRemoteKind, RemoteKind } from './deploy/registration.ts';
import type { ConfigFailure, DeployFailure } from './failures.ts';
import type { KeyScheme } from './keys/key-scheme.ts';
import type { ChainProvider, KeyHandle } from './provider/provider.ts';
import type { WalletKind, WalletScheme, WalletType } from './provider/wallet.ts';

/** The wallets of one kind. Bitcoin, of which no chain is connected, has nothing else. */
export interface WalletKindDescriptor {
  readonly name: WalletKind;
  /** The provider types of its wallets. */
  readonly walletTypes: readonly WalletType[];
  /**
   * How wallets work on the network that a deployment file calls `chainId`; on the main network when absent. Throws
   * RangeError for a network that does not exist.
   */
  wallets(chainId?: string): Promise<WalletScheme>;
}

/**
 * Everything that the rest of Causeway knows about one kind of chain: `chains/src/KIND/kind.ts` has the value,
 * `kinds.ts` the list. Configuration, keystores, deployments and the API's schemas derive from it. Data stands here;
 * functions load the kind's SDK when they are first called.
 */
export interface ChainKindDescriptor<
  Settings extends z.ZodObject = z.ZodObject,
  Options extends NetworkDeployOptions = NetworkDeployOptions,
> extends WalletKindDescriptor,
    RemoteKind {
  readonly name: ChainKind;
  /** The chain's own coin, in which fees are paid. */
  readonly coin: {
    readonly decimals: number;
    /** Balance of `key` in the coin's smallest units, by one endpoint. Rejects when that does not answer. */
    balance(url: string, key: KeyHandle): Promise<bigint>;
  };
  /** What `chains.NAME` of a configuration file may set, with the defaults: the common settings and the kind's own. */
  readonly settings: Settings;
  /** For the operator of a network of value, with its own settings: what to settle, a sentence each. */
  advice?(name: string, config: Readonly<Record<string, unknown>>): readonly string[];
  /**
   * Present where the depth of a block can decide alone that it is final: `finality.finalizedTag` says that more is
   * asked.
   */
  readonly depth?: {
    /** The domain of the network behind the endpoint `url`. Rejects when that does not answer. */
    domainAt(url: string): Promise<Domain>;
    /**
     * Why depth alone makes no block final on the network `domain`, as a sentence; undefined where nothing is known
     * against it.
     */
    whyNotAlone(domain: Domain): string | undefined;
  };
  /** Loads what providers and keys need, ahead of its use. */
  load(): Promise<unknown>;
  /** Opens the bridges of one network, one per asset family, without sending anything. */
  open(settings: z.infer<Settings>, deployment: Deployment): Promise<Result<Providers, ConfigFailure>>;
  /** The field of a keystore that names its key, in plain text. No other kind has the same field. */
  readonly keyField: string;
  /** How its keys are made and kept. */
  keys(): Promise<KeyScheme>;
  /** The form of transactions for wallets to sign; its `kind` is `name`. The API's document shows it. */
  readonly unsignedTransaction: z.ZodObject;
  /** The file of a service’s origin by which its wallets know a page of the service as its own; absent without one. */
  readonly siteFile?: {
    readonly path: string;
    /** Its content, for the accounts with which the service presents itself. */
    of(accounts: readonly string[]): object;
  };
  /** What `deploy` of a configuration file may say of its networks. */
  readonly deploySettings: DeploySettings;
  /** Deploys to one network, or continues an interrupted run. `remoteKind` describes the kinds of its remotes. */
  deploy(
    options: Options,
    remoteKind: FindRemoteKind,
    onProgress?: OnProgress,
  ): Promise<Result<NetworkDeployer, DeployFailure>>;
}

/** The bridges of one network by asset family. */
export type Providers = Readonly<Record<string, ChainProvider>>;
