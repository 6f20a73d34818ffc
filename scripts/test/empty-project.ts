import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Registry } from '../lib/install/installed-registry.ts';

const run = promisify(execFile);

export const ROOT = join(import.meta.dirname, '../..');
/** The Node that npm was started with: the user's own, which may be older than the project's. */
export const NODE = process.env.npm_node_execpath ?? process.execPath;

/** A project outside of the repository. */
export class EmptyProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'causeway-package-'));

  constructor() {
    writeFileSync(join(this.folder, 'package.json'), '{"name":"empty","version":"1.0.0","type":"module"}');
  }

  /** Packs the built package at `folder` and installs the archive, and other packages with it. */
  async install(registry: Registry, folder: string, ...others: readonly string[]): Promise<void> {
    const flags = ['--registry', registry.url, '--cache', join(this.folder, '.npm'), '--no-audit', '--no-fund'];
    const { stdout } = await run('npm', ['pack', folder, ...flags], { cwd: this.folder });
    const archive = stdout.trim().split('\n').at(-1) ?? '';
    await run('npm', ['install', `./${archive}`, ...others, '--ignore-scripts', ...flags], { cwd: this.folder });
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.folder, name), text);
  }

  node(...args: readonly string[]): Promise<{ stdout: string }> {
    return run(NODE, args, { cwd: this.folder });
  }

  /**
   * Throws with the compiler's messages when the project's modules do not compile with all of its types, for Node or
   * for
   * `platform`.
   */
  async compile(modules: readonly string[], platform: 'node' | 'browser' = 'node'): Promise<void> {
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', 'false'];
    const globals = platform === 'node' ? ['--types', 'node'] : ['--types', '', '--lib', 'es2022,dom,dom.iterable'];
    await this.node(join(ROOT, 'node_modules/typescript/bin/tsc'), ...options, ...globals, ...modules);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
