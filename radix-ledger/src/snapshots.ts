import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from './durable-file.ts';

const FORMAT = 1;
const NAME = /^snapshot-(\d+)$/;
/** Two, because the newest may turn out to be damaged. */
const KEPT = 2;

export interface Snapshot {
  readonly stateVersion: number;
  /** Input of `Engine.restore`. */
  readonly image: Buffer;
}

/** Stores images of a ledger, from which it can be restored without replaying all of its transactions. */
export interface Snapshots {
  write(snapshot: Snapshot): void;
  /** The undamaged snapshots, newest first. */
  read(): Iterable<Snapshot>;
}

/** Keeps the newest snapshot in memory. */
export class MemorySnapshots implements Snapshots {
  #newest: Snapshot | undefined;

  write(snapshot: Snapshot): void {
    this.#newest = snapshot;
  }

  read(): Iterable<Snapshot> {
    return this.#newest === undefined ? [] : [this.#newest];
  }
}

/**
 * Keeps the newest snapshots in a folder. Each file is a line of JSON and the image. Snapshots of another engine are
 * ignored, because their images may have another meaning.
 */
export class FileSnapshots implements Snapshots {
  readonly #folder: string;
  readonly #engine: string;

  /** `engine` is the SHA-256 of the engine's WebAssembly. */
  constructor(folder: string, engine: string) {
    this.#folder = folder;
    this.#engine = engine;
  }

  write({ stateVersion, image }: Snapshot): void {
    const header = { format: FORMAT, engine: this.#engine, sha256: sha256(image) };
    const content = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), image]);
    writeFile(this.#folder, `snapshot-${stateVersion}`, content);
    for (const { name } of this.#files().slice(KEPT)) rmSync(join(this.#folder, name));
  }

  *read(): Iterable<Snapshot> {
    for (const { name, stateVersion } of this.#files()) {
      const image = imageOf(readFileSync(join(this.#folder, name)), this.#engine);
      if (image !== null) yield { stateVersion, image };
    }
  }

  /** Newest first. */
  #files(): { name: string; stateVersion: number }[] {
    return readdirSync(this.#folder)
      .flatMap((name) => {
        const digits = NAME.exec(name)?.[1];
        return digits === undefined ? [] : [{ name, stateVersion: Number(digits) }];
      })
      .sort((a, b) => b.stateVersion - a.stateVersion);
  }
}

/** The image in a snapshot's file; null when it is damaged or belongs to another engine. */
function imageOf(content: Buffer, engine: string): Buffer | null {
  const end = content.indexOf('\n');
  const image = content.subarray(end + 1);
  try {
    const header = JSON.parse(content.toString('utf8', 0, end));
    return header.format === FORMAT && header.engine === engine && header.sha256 === sha256(image) ? image : null;
  } catch {
    return null;
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
