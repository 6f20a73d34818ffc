import type { ChildProcess } from 'node:child_process';

/** Time-out of a node's start, milliseconds. */
const START_TIMEOUT_MS = 60_000;

/**
 * The port that a node prints once it listens; later output is dropped. When the node ends before, throws with its last
 * words and calls it `who`.
 */
export function listeningPort(child: ChildProcess, who: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const refuse = (reason: string) => {
      clearTimeout(timer);
      const lastWords = printed.trim().split('\n').slice(-3).join(' ');
      reject(new Error(`${who} ${reason}: ${lastWords}`));
    };
    const timer = setTimeout(() => refuse(`did not start within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS);
    const read = (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-8_000);
      const listening = /Listening on [^\s]*:(\d+)/.exec(printed);
      if (!listening) return;
      clearTimeout(timer);
      for (const stream of [child.stdout, child.stderr]) stream?.removeAllListeners('data').resume();
      resolve(Number(listening[1]));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', (error) => refuse(error.message));
    child.once('exit', (code, signal) => refuse(`ended (${signal ?? code})`));
  });
}
