// A child process on whose behalf this process waits. Plain JavaScript on node builtins.
import { constants } from 'node:os';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Starts a child process by `start` and resolves with its exit status once it has ended: its own, or 128 and the number
 * of the signal that ended it. Until then `forward` gets the child and each signal of this process. Rejects when the
 * child cannot be started.
 *
 * It listens before it starts: a child can run, and its reader send a signal, before spawn has returned.
 */
export async function statusOf(start, forward = (child, signal) => child.kill(signal)) {
  let child;
  const listener = (signal) => forward(child, signal);
  for (const signal of FORWARDED) process.on(signal, listener);
  try {
    child = start();
    return await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
    });
  } finally {
    for (const signal of FORWARDED) process.off(signal, listener);
  }
}
