import { once } from 'node:events';
import type { BodyKey, BodyProvider } from '../../src/areas/holons/bodies/provider.ts';

/**
 * well: as it is. down: every call fails. deaf: every call has its effect, and fails. hanging: no call ends before its
 * time is over, which is at once, and then it fails.
 */
export type Mode = 'well' | 'down' | 'deaf' | 'hanging';

/** A provider that fails on request, and can go back to the bodies of an earlier time, as a disk from a backup does. */
export class FickleProvider implements BodyProvider {
  readonly name: string;
  readonly real: BodyProvider;
  /** Ends the time of the call that has just begun. */
  readonly #endTime: () => void;
  mode: Mode = 'well';
  /** Calls since the beginning. */
  calls = 0;
  /** By key since `remember`: the body before, undefined when there was none. */
  #before = new Map<string, { readonly key: BodyKey; readonly body: string | undefined }>();

  constructor(real: BodyProvider, endTime: () => void) {
    this.name = real.name;
    this.real = real;
    this.#endTime = endTime;
  }

  /** The state to which `goBack` leads. */
  remember(): void {
    this.#before.clear();
  }

  /** Forgets everything since `remember`, without a word. */
  async goBack(): Promise<void> {
    const never = new AbortController().signal;
    for (const { key, body } of this.#before.values()) {
      if (body === undefined) await this.real.remove(key, never);
      else await this.real.put(key, body, never);
    }
    this.#before.clear();
  }

  async put(key: BodyKey, body: string, signal: AbortSignal): Promise<void> {
    await this.#call(signal, async () => {
      await this.#note(key, signal);
      await this.real.put(key, body, signal);
    });
  }

  get(key: BodyKey, signal: AbortSignal): Promise<string | undefined> {
    return this.#call(signal, () => this.real.get(key, signal));
  }

  async remove(key: BodyKey, signal: AbortSignal): Promise<void> {
    await this.#call(signal, async () => {
      await this.#note(key, signal);
      await this.real.remove(key, signal);
    });
  }

  probe(signal: AbortSignal): Promise<void> {
    return this.#call(signal, () => this.real.probe(signal));
  }

  close(): Promise<void> {
    return this.real.close();
  }

  async #note(key: BodyKey, signal: AbortSignal): Promise<void> {
    const id = `${key.holonId}/${key.bodyId}`;
    if (!this.#before.has(id)) this.#before.set(id, { key, body: await this.real.get(key, signal) });
  }

  async #call<T>(signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    this.calls += 1;
    if (this.mode === 'hanging') {
      const isOver = once(signal, 'abort');
      this.#endTime();
      await isOver;
    }
    if (this.mode === 'down' || this.mode === 'hanging') throw new Error(`${this.name} is away`);
    const value = await call();
    if (this.mode === 'deaf') throw new Error(`${this.name} does not answer`);
    return value;
  }
}
