import type { LocalNode, ProcessGuard } from '@causeway/local-nodes';
import type { Offer, Pour } from './faucet/pour.ts';
import type { DevnetNetwork } from './networks.ts';

/** How to start a node. */
export interface StartOptions {
  /** 0 chooses a free one. */
  readonly port: number;
  /** Seconds between blocks; fractions are allowed. */
  readonly blockTime: number;
  /** Where the node keeps its chain, without an extension. A chain that an earlier run left there continues. */
  readonly state: string;
}

/**
 * Everything that the devnet knows about one kind of chain: `devnet/src/KIND/kind.ts` has the value, `kinds.ts` the
 * list. The accounts' keys are in `KIND/keys.ts`. A kind imports no other kind.
 */
export interface LocalKind {
  /** Ports that a node takes, one after the other. */
  readonly nodePorts: number;
  /** Starts a node with funded development accounts, or with funds for `fundAccounts`. */
  start(network: DevnetNetwork, options: StartOptions, guard: ProcessGuard): Promise<LocalNode>;
  /** Funds the development accounts of a running node, where `start` does not. */
  fundAccounts?(url: string): Promise<void>;
  /** Gives `amount` local units of the test token at `token` to each user without any. */
  fundUsers(url: string, token: string, amount: bigint): Promise<void>;
  /** Gives coins and test tokens of the chain to any address. */
  pour(url: string): Pour;
  /** Whole coins per request to the faucet. */
  readonly coins: Pick<Offer, 'usual' | 'most'>;
  /** The usual cost of giving back a swap that nobody filled, whole coins; its finishFee pays for it. */
  readonly returnGas: string;
  /** Makes blocks for waiting transactions at once until `signal` is aborted, where the node does not by itself. */
  includeAtOnce?(url: string, signal: AbortSignal): Promise<void>;
  /** True where a block is final at once, and where no subscription announces it. */
  readonly finalAtOnce: boolean;
  /** Name of the bridge's oracle in the description of a devnet. */
  readonly oracleLabel: string;
  /** What a deployment has to know of the network besides its name and endpoints. */
  deploySettings(network: DevnetNetwork): object;
}
