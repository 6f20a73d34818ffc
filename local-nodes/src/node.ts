import type { ChildProcess } from 'node:child_process';

/** A running node of any kind. Its port serves HTTP and, where the kind has it, WebSocket. */
export interface LocalNode {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
}
