import type { Devnet, DevnetNetwork } from '@causeway/devnet';

export type NetworkName = DevnetNetwork['name'];

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
}
