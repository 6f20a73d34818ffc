import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fail, ok, type Result } from './result.ts';

const ARTIFACT = new URL('../artifacts/radix_ledger.wasm', import.meta.url);
const PAGE = 65_536;
/** Initial memory that the module requires. */
const INITIAL_PAGES = 1024;
const DEFAULT_LIMIT = 1024 * 1024 * 1024;

/** The part of WebAssembly's API that is used here; Node's types lack it. */
declare namespace WebAssembly {
  class Module {
    constructor(code: Uint8Array);
  }
  class Memory {
    constructor(limits: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  class Instance {
    constructor(module: Module, imports: Record<string, Record<string, unknown>>);
    readonly exports: Record<string, unknown>;
  }
}

/** The engine ended in the middle of a call. Its instance and the state in its memory are lost. */
export class EngineTrap extends Error {
  override readonly name = 'EngineTrap';
}

/** A function of the module: it takes bytes and returns `address << 32 | length`. */
type EngineFunction = (address: number, length: number) => bigint;

interface Exports {
  setup(): void;
  allocate(length: number): number;
  release(address: number, length: number): void;
  readonly [name: string]: EngineFunction | unknown;
}

let loaded: EngineModule | undefined;

/** The compiled engine, shared by all ledgers of a process. */
export class EngineModule {
  /** SHA-256 of the WebAssembly, in hex. */
  readonly sha256: string;
  readonly #module: WebAssembly.Module;

  private constructor(code: Buffer, module: WebAssembly.Module) {
    this.sha256 = createHash('sha256').update(code).digest('hex');
    this.#module = module;
  }

  /** Compiles the engine, once per process. */
  static load(): EngineModule {
    if (loaded === undefined) {
      const code = readFileSync(ARTIFACT);
      loaded = new EngineModule(code, new WebAssembly.Module(code));
    }
    return loaded;
  }

  /** An instance without a ledger. Its memory cannot grow beyond `memoryLimit` bytes. */
  instantiate(memoryLimit = DEFAULT_LIMIT): EngineInstance {
    return new EngineInstance(this.#module, Math.max(INITIAL_PAGES, Math.floor(memoryLimit / PAGE)));
  }
}

/** One instance of the engine: bytes in, bytes out. After a trap every call throws. */
export class EngineInstance {
  readonly #memory: WebAssembly.Memory;
  readonly #exports: Exports;
  #panic: string | undefined;
  #trap: EngineTrap | undefined;

  constructor(module: WebAssembly.Module, maximumPages: number) {
    this.#memory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: maximumPages });
    const panicked = (address: number, length: number) => {
      this.#panic = this.#copy(address, length).toString('utf8');
    };
    const instance = new WebAssembly.Instance(module, { env: { memory: this.#memory }, host: { panicked } });
    this.#exports = instance.exports as unknown as Exports;
    this.#exports.setup();
  }

  /** The instance's memory, bytes. It never shrinks. */
  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Calls a function of the engine. An error result comes from the engine itself. Throws EngineTrap. */
  call(name: string, input: Uint8Array): Result<Buffer, Buffer> {
    if (this.#trap !== undefined) throw this.#trap;
    try {
      const answer = this.#answer(name, input);
      const content = answer.subarray(1);
      return answer[0] === 0 ? ok(content) : fail(content);
    } catch (error) {
      const unexplained = `${String(error)}, with ${this.memoryBytes} bytes of memory taken`;
      this.#trap = new EngineTrap(this.#panic ?? unexplained, { cause: error });
      throw this.#trap;
    }
  }

  #answer(name: string, input: Uint8Array): Buffer {
    const address = this.#exports.allocate(input.length) >>> 0;
    new Uint8Array(this.#memory.buffer, address, input.length).set(input);
    const packed = BigInt.asUintN(64, (this.#exports[name] as EngineFunction)(address, input.length));
    const [at, length] = [Number(packed >> 32n), Number(packed & 0xffff_ffffn)];
    const answer = this.#copy(at, length);
    this.#exports.release(at, length);
    return answer;
  }

  #copy(address: number, length: number): Buffer {
    return Buffer.from(new Uint8Array(this.#memory.buffer, address >>> 0, length));
  }
}
