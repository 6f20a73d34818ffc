import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The generated types of the client. */
const CLIENT_TYPES = 'client/src/schema.ts';

/** A temporary copy of the project whose source lines can be broken. */
export interface Workspace {
  readonly root: string;
  remove(): void;
}

/**
 * Copies every tracked and unignored file of `projectRoot`, and links its installed packages. Links to the project's
 * own workspaces point into the copy, so that a broken line really runs. The copy also uses the compilers that builds
 * have installed for the project.
 */
export function copyWorkspace(projectRoot: string): Workspace {
  const root = mkdtempSync(join(tmpdir(), 'causeway-mutants-'));
  // Under root, the tests start PostgreSQL as another user.
  chmodSync(root, 0o755);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
  });
  for (const file of files.toString().split('\0')) {
    if (file === '' || !existsSync(join(projectRoot, file))) continue;
    mkdirSync(dirname(join(root, file)), { recursive: true });
    // A link to one of the project's folders stays a link.
    cpSync(join(projectRoot, file), join(root, file), { recursive: true, verbatimSymlinks: true });
  }
  for (const folder of ['.', ...workspacesWithModules(projectRoot)]) {
    linkModules(join(projectRoot, folder, 'node_modules'), join(root, folder, 'node_modules'));
  }
  // The compiler needs it, and version control does not have it.
  if (existsSync(join(projectRoot, CLIENT_TYPES))) cpSync(join(projectRoot, CLIENT_TYPES), join(root, CLIENT_TYPES));
  const tools = join(projectRoot, '.causeway/tools');
  if (existsSync(tools)) {
    mkdirSync(join(root, '.causeway'));
    symlinkSync(tools, join(root, '.causeway/tools'));
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function workspacesWithModules(projectRoot: string): string[] {
  const tracked = execFileSync('git', ['ls-files', '*package.json'], { cwd: projectRoot })
    .toString()
    .trim()
    .split('\n');
  return tracked
    .map(dirname)
    .filter((folder) => folder !== '.' && existsSync(join(projectRoot, folder, 'node_modules')));
}

function linkModules(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from)) {
    const source = join(from, entry);
    if (entry.startsWith('@') && !lstatSync(source).isSymbolicLink()) linkModules(source, join(to, entry));
    // A workspace's link is relative: copied unchanged, it points into the copy.
    else symlinkSync(isOwnLink(source) ? readlinkSync(source) : source, join(to, entry));
  }
}

const isOwnLink = (path: string): boolean => lstatSync(path).isSymbolicLink() && !readlinkSync(path).startsWith('/');
