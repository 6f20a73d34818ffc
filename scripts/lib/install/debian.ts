import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Installs packages of Debian, unless the files `needed` are there. Throws when this is no Debian, or when the caller
 * may not install packages.
 */
export function installDebian(packages: readonly string[], needed: readonly string[]): void {
  if (needed.every((path) => existsSync(path))) return;
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  if (!existsSync('/usr/bin/apt-get')) throw new Error(`this needs Debian's packages ${packages.join(', ')}`);
  if (process.getuid?.() !== 0) throw new Error(`run as root: ${command.join(' ')}`);
  console.error(`Installing ${packages.join(', ')}.`);
  execFileSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2] });
  execFileSync('apt-get', command.slice(1), {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 2, 2],
  });
}
