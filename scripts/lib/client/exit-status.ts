import type { CausewayError } from '@causeway/client';

/** Exit statuses of the commands that call a service, documented in scripts/README.md. */
export const EXIT = {
  done: 0,
  /** The service refuses, or what the command waited for ended otherwise. */
  refused: 1,
  /** Wrong arguments or settings; nothing was sent. */
  usage: 2,
  /** Nobody is signed in, or the session or key is not accepted any more. */
  unauthenticated: 3,
  notFound: 4,
  /** The service does not answer, is overloaded, or failed. A repetition may succeed. */
  unavailable: 5,
  /** Ctrl-C at a question. */
  interrupted: 130,
} as const;

/** The exit status for an error of the client. */
export function exitStatusOf({ status, code }: CausewayError): number {
  if (code === 'INSECURE_URL') return EXIT.usage;
  if (status === 401) return EXIT.unauthenticated;
  if (status === 404) return EXIT.notFound;
  return status === 0 || status === 429 || status >= 500 ? EXIT.unavailable : EXIT.refused;
}
