// A child process on whose behalf this process waits. Plain JavaScript on node builtins.
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Resolves with the exit status of `child` once it has ended: its own, or 128 and the number of the signal that ended
 * it. Until then `forward` gets the signals of this process. Rejects when the child cannot be started.
 */
export async function statusOf(child, forward = (signal) => child.kill(signal)) {
  for (const signal of FORWARDED) process.on(signal, forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, forward);
  }
}
