import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';

/** npm's record of the installed packages: their folders, and the fields of their package.json that npm resolves by. */
const INSTALLED = 'node_modules/.package-lock.json';

interface Installed {
  readonly version: string;
  readonly link?: boolean;
}

/** A registry for npm on loopback. */
export interface Registry {
  readonly url: string;
  close(): void;
}

/**
 * Serves the packages that are installed in the project at `root`, so that npm can install them elsewhere without a
 * network. Every other package is a 404.
 */
export async function serveInstalled(root: string): Promise<Registry> {
  const folders = foldersByName(root);
  const server = createServer((request, response) => {
    const [name = '', version] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const found = folders.get(name) ?? [];
    if (version !== undefined) {
      const folder = found.find((folder) => manifestOf(folder).version === version.replace(/\.tgz$/, ''));
      if (folder !== undefined) {
        tarball(folder).pipe(response);
        return;
      }
    } else if (found.length > 0) {
      response.end(JSON.stringify(packument(name, found, `http://${request.headers.host}`)));
      return;
    }
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The folders of each installed package; there is one per version. */
function foldersByName(root: string): ReadonlyMap<string, readonly string[]> {
  const { packages } = JSON.parse(readFileSync(join(root, INSTALLED), 'utf8')) as {
    packages: Readonly<Record<string, Installed>>;
  };
  const folders = new Map<string, string[]>();
  for (const [path, { link }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (link || !path.includes('node_modules/')) continue;
    folders.set(name, [...(folders.get(name) ?? []), join(root, path)]);
  }
  return folders;
}

function packument(name: string, folders: readonly string[], url: string): object {
  const versions = folders.map((folder) => {
    const manifest = manifestOf(folder);
    return [manifest.version, { ...manifest, dist: { tarball: `${url}/${name}/-/${manifest.version}.tgz` } }] as const;
  });
  return { name, 'dist-tags': { latest: versions[0]?.[0] }, versions: Object.fromEntries(versions) };
}

const manifestOf = (folder: string): Installed => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** A package's folder as npm's archive of it, whose top folder may have any name. */
function tarball(folder: string): NodeJS.ReadableStream {
  const [parent, name] = [dirname(folder), folder.slice(dirname(folder).length + 1)];
  const options = ['--exclude', `${name}/node_modules`, '-czf', '-', '-C', parent, name];
  return spawn('tar', options, { stdio: ['ignore', 'pipe', 'inherit'] }).stdout;
}
