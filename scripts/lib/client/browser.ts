import { spawn } from 'node:child_process';
import { type Clock, systemClock } from '@causeway/runtime';
import { usageError } from '../keys/key-flags.ts';

/** How long a program may take to say that it opens nothing, milliseconds. Some programs run as long as the browser. */
const FAILS_WITHIN_MS = 3_000;

/** A program with its arguments before the URL. */
type Opener = readonly [program: string, ...args: string[]];

/** The program that opens a URL in the system's browser; it is no shell, so nothing in the URL is a command. */
export const openerOf = (platform: NodeJS.Platform): Opener => {
  if (platform === 'darwin') return ['open'];
  // `start` is a command of the shell of Windows.
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
};

/** The URL of the web app of the service at `baseUrl`. Throws a UsageError when it is no http or https URL. */
export function pageOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // A browser would open a file of this machine, or run a script, by other URLs.
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw usageError(`${baseUrl} is no http or https URL; --profile or CAUSEWAY_URL names a service`);
  }
  return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`;
}

/** Opens `url` by the program `opener`. Returns why it was not opened, and undefined when it was. */
export function openUrl(
  url: string,
  [program, ...args]: Opener = openerOf(process.platform),
  clock: Pick<Clock, 'after'> = systemClock,
): Promise<string | undefined> {
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  return new Promise((resolve) => {
    const end = (why?: string) => {
      cancel();
      child.unref();
      resolve(why);
    };
    const cancel = clock.after(FAILS_WITHIN_MS, () => end());
    child.once('error', ({ message }) => end(`${program} cannot be started: ${message}`));
    child.once('exit', (status) => end(status === 0 ? undefined : `${program} ended with status ${status}`));
  });
}
