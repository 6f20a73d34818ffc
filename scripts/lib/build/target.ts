import { fileURLToPath } from 'node:url';

/** The project's root folder; every path of a target is relative to it. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** One kind of chain: where its sources are, what it builds, with which tools. */
export interface Target {
  /** Globs of everything that the artifacts depend on. */
  readonly sources: readonly string[];
  /** Further files that choose its tools and libraries, whose sums are not in the manifest. */
  readonly locks?: readonly string[];
  readonly artifacts: readonly string[];
  /** The exact versions that build the artifacts, known without having them installed. */
  toolchain(): Record<string, string>;
  /** What is wrong with the sources themselves, such as a generated file that is not current. Fast. */
  problems(): readonly string[];
  /** Compiles from scratch, after installing what it needs, and returns the content of every artifact by path. */
  build(): Promise<ReadonlyMap<string, Buffer>>;
}
