import type { ChildProcess } from 'node:child_process';

/** A running node of any kind. Its port serves HTTP and, where the kind has it, WebSocket. */
export interface LocalNode {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Present where the process that started the node makes its blocks. */
  readonly blocks?: BlockTimer;
}

/** Makes a node's blocks at an interval. */
export interface BlockTimer {
  /** Makes no further block. The one that is being made is there when this resolves. */
  freeze(): Promise<void>;
  /** Makes blocks again. */
  thaw(): void;
}
