/** One chain of the stack in a test's hands: its blocks, and its bridge as guardian and admin see it. */
export interface ChainControl {
  /** Stops blocks from coming by themselves. */
  freeze(): Promise<void>;
  /** Lets blocks come again. */
  thaw(): Promise<void>;
  /** Makes `blocks` blocks now. */
  mine(blocks: number): Promise<void>;
  head(): Promise<number>;
  /** The number of the block that includes `transaction`. */
  blockOf(transaction: string): Promise<number>;
  /** Pauses mint and release, as the guardian. */
  pauseInbound(): Promise<void>;
  /** Lets mint and release go on, as the admin. */
  unpauseInbound(): Promise<void>;
}
