import type { ChainConfig, ChainProvider, Deployment, KeyHandle, PlanFile, SendArguments } from '@causeway/chains';
import { type UnsignedTransaction, ZERO_32 } from '@causeway/protocol';
import { type Actors, actorsOf } from '../test/support/actors.ts';
import { must } from '../test/support/bridges.ts';

/** The reads that decide something, by the name of their test. */
export type ReadName =
  | ('head' | 'finalized' | 'block' | 'scan' | 'lane' | 'limits' | 'remote' | 'statuses' | 'balance')
  | ('oracle' | 'anchor' | 'build' | 'outcome' | 'verify');

/** One endpoint, whose calls are counted. */
export interface CountedEndpoint {
  /** A provider over this endpoint alone, which has read nothing yet. */
  provider(): ChainProvider;
  /** Calls that it has received so far. */
  calls(): number;
}

/** Endpoints of one chain that a test makes fail or lie. */
export interface FaultyEndpoints {
  /** A provider over all of them. */
  provider(settings?: Partial<ChainConfig>): ChainProvider;
  /** A provider over the first two. The URL of the first holds `secret`. */
  pair(secret: string): ChainProvider;
  /** Undefined where there is no RPC. */
  readonly counted?: CountedEndpoint;
  /** Behaviour of each from now on: "honest", "dead", "slow", or a lie's name. Those without a name are honest. */
  behave(...behaviours: readonly string[]): void;
}

/** How the bridge of a chain is administered in tests. */
export interface Administered {
  readonly admin: KeyHandle;
  readonly guardian: KeyHandle;
  /** Executes a plan's file as `key`, without any code of this workspace, and waits until the chain has it. */
  executePlan(file: PlanFile, key: KeyHandle): Promise<void>;
}

/**
 * A chain of one kind with a deployed bridge and an open lane to another chain. All conformance tests of a run use the
 * same one, so they compare with what was before and not with an empty chain.
 */
export abstract class ChainUnderTest {
  abstract readonly name: string;
  /** The provider under test. */
  here!: ChainProvider;
  /** The other end of the open lane. */
  there!: ChainProvider;
  deployment!: Deployment;

  /** True where an oracle transaction is valid for a time only. False where it is valid until the oracle's next one. */
  readonly expires: boolean = true;
  /** True where a pending submission can be replaced by one with a higher fee. */
  readonly replaceable: boolean = false;
  /** True where transactions of a wallet are built for the account that sends them only. */
  readonly senderRequired: boolean = true;
  /** The code of a burn without the tokens. */
  readonly burnRefusal: string = 'INSUFFICIENT_FUNDS';
  readonly refundRefusal: string = 'InvalidRefundAddress';
  /** True where a root takes a transaction of its own. */
  readonly commitsApart: boolean = false;
  /** What the payer leaves in a recipient's new token account, smallest units of the native coin. */
  readonly accountRent: bigint = 0n;
  /** The codes of an oracle transaction with an outsider's signature, with too few, and with one twice. */
  readonly signatureRefusals: Readonly<Record<'outsider' | 'tooFew' | 'twice', string>> = {
    outsider: 'INVALID_SIGNATURE',
    tooFew: 'NOT_ENOUGH_SIGNATURES',
    twice: 'DUPLICATE_SIGNATURE',
  };
  /** Lies that one of three endpoints can tell, by name. */
  abstract readonly lies: readonly string[];
  /** Behaviours of one endpoint, besides "dead" and "slow", during a lock. */
  abstract readonly liesDuringSends: readonly string[];
  /** A read of each lie that leaves a single honest endpoint when a second one is dead. */
  abstract readonly unconfirmed: readonly (readonly [lie: string, read: ReadName])[];

  /** Starts the chain unless it runs. */
  abstract open(): Promise<void>;
  /** Another provider of the chain, with other settings or another deployment file. */
  abstract provider(settings?: Partial<ChainConfig>, deployment?: Deployment): ChainProvider;
  /** From now on the chain makes no block by itself. */
  abstract rest(): Promise<void>;
  abstract wake(): Promise<void>;
  abstract mine(blocks: number): Promise<void>;
  /** Replaces the blocks that `vanishing` makes by others. Undefined where blocks are final or the node cannot. */
  readonly reorganise?: (vanishing: () => Promise<void>) => Promise<void>;
  abstract pauseOutbound(paused: boolean): Promise<void>;
  /** Pauses the other chain's remote alone. Undefined where the contract cannot. */
  readonly pauseRemote?: (paused: boolean) => Promise<void>;
  /** Sets the delivery fee towards the other chain. Undefined where the contract has none. */
  readonly setFee?: (fee: bigint) => Promise<void>;
  /** The holders of the roles, and another tool for plans. Undefined where nobody administers the bridge. */
  readonly administered?: Administered;
  abstract endpoints(): Promise<FaultyEndpoints>;
  /** Makes present anchors older, and not too old for a transaction to land. Undefined where none expires. */
  ageAnchors?(): Promise<void>;
  /** Makes every present anchor useless. */
  abstract outdateAnchors(): Promise<void>;
  /** Sends the unsigned transaction of a wallet as alice. */
  abstract sendUnsigned(transaction: UnsignedTransaction): Promise<void>;
  /** The part of an anchor that is the same for everyone at a time. */
  comparable(anchor: string): string {
    return anchor;
  }

  get actors(): Actors {
    return actorsOf(this.here);
  }
  get alice(): KeyHandle {
    return this.actors.alice;
  }
  /** Local units of one coin. */
  get unit(): bigint {
    return this.actors.unit;
  }
  /** Arguments of a lock of one coin for alice on the other chain. */
  args(change: Partial<SendArguments> = {}): SendArguments {
    const recipient = must(this.there.parseAddress(actorsOf(this.there).alice.address));
    return { remote: this.there.domain, recipient, localAmount: this.unit, reference: ZERO_32, ...change };
  }
}
