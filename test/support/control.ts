import type { Devnet, DevnetKind, DevnetName, DevnetOptions, Family } from '@causeway/devnet';
import type { RpcFault } from '@causeway/local-nodes';
import type { Hex } from '@causeway/protocol';

export type NetworkName = DevnetName;

/** The part of a stack that holds its chains. */
export interface WithDevnet {
  readonly devnet: Devnet;
}

/** A test's control over one chain of the stack: its blocks, and its bridge as guardian and admin. */
export interface ChainControl {
  /** Stops automatic blocks. */
  freeze(): Promise<void>;
  /** Starts automatic blocks again. */
  thaw(): Promise<void>;
  /** Makes `blocks` blocks now. */
  mine(blocks: number): Promise<void>;
  head(): Promise<number>;
  /** The number of the block that includes `transaction`. */
  blockOf(transaction: string): Promise<number>;
  /** Pauses mint and release, as the guardian. */
  pauseInbound(): Promise<void>;
  /** Resumes mint and release, as the admin. */
  unpauseInbound(): Promise<void>;
  /** Moves the chain's clock ahead permanently. Absent: a test waits for the time. */
  passTime?(seconds: number): Promise<void>;
}

/** An order to a chain, whose recipient is of no importance when absent. */
export interface Way {
  readonly from: string;
  readonly to: NetworkName;
  readonly amount: string | number;
  readonly recipient?: string;
}

/** A lock and a burn on `source`, which its neighbour cannot take in time. */
export interface LateOrders {
  readonly source: NetworkName;
  readonly destination: NetworkName;
  /** Amounts of the source's coin that is locked, and of the destination's asset that is burned. */
  readonly lock: string;
  readonly burn: string;
}

/** A recipient that the chain of `way` cannot pay. */
export interface Unpayable {
  readonly way: Way & { readonly recipient: string };
  /** Its key, 32 bytes. Absent when it cannot pay for a claim. */
  readonly key?: Hex;
  /** Makes the recipient refuse. */
  refuse?(stack: WithDevnet): Promise<void>;
  /** Makes it able to claim. */
  relent?(stack: WithDevnet): Promise<void>;
}

/** A delivery of one order, in which the relayer dies at each of these checkpoints in turn. */
export interface Delivery {
  readonly way: Way;
  readonly deaths: readonly string[];
}

/** What the scenarios of the whole system need to know about one kind of chain. */
export interface SystemKind {
  readonly kind: DevnetKind;
  /** The chains and lanes of its stack. Lanes with a short time limit let tests observe refunds. */
  readonly stack: Omit<DevnetOptions, 'ports' | 'folder'>;
  /** The chain under test, the asset that its main bridge locks, and the chain at the other end of single orders. */
  readonly chain: NetworkName;
  readonly asset: string;
  readonly peer: NetworkName;
  /** The largest fees of a lock and its refund, in the chain's own coin. */
  readonly fees: string;
  control(stack: WithDevnet, name: NetworkName, family: Family): ChainControl;
  /** Orders that lock, all at once, and orders that burn some of it again. */
  readonly out: readonly Way[];
  readonly back: readonly Way[];
  readonly unpayable: Unpayable;
  /** One of many orders of one wallet at a time. */
  readonly many?: readonly { readonly way: Way; readonly count: number }[];
  /** True when the node can be stopped and started again from its state. */
  readonly restarts: boolean;
  readonly late: readonly LateOrders[];
  /** True when messages wait for blocks above them. */
  readonly confirms: boolean;
  /** Faults of one of three endpoints, by title. */
  readonly faults: Readonly<Record<string, RpcFault>>;
  readonly deliveries: readonly Delivery[];
  /**
   * With which code the chain refuses the oracle's transaction of two members, of two and a stranger, and of three that
   * signed a delivery before another one delivered.
   */
  readonly traitors: Readonly<Record<'two' | 'stranger' | 'withheld', string>>;
  /** An order over a lane with a short time limit, whose refund the relayer dies in. */
  readonly refunded: Way;
}
