import type { Random } from '@causeway/protocol/test-support/random';
import type { Bridge } from './bridge.ts';
import type { Remote } from './setting.ts';

/** The pauses of a bridge and of one of its remotes, as players switch them. */
export class Pauses {
  readonly #bridge: Bridge;
  readonly #remote: Remote;
  readonly #random: Random;
  #on = { inbound: false, outbound: false, remote: false };

  constructor(bridge: Bridge, remote: Remote, random: Random) {
    this.#bridge = bridge;
    this.#remote = remote;
    this.#random = random;
  }

  /** The reason why nothing is sent to any remote now. */
  get ofSending(): string | undefined {
    return this.#on.outbound ? 'OutboundPaused' : undefined;
  }

  /** The reason why no message of the remote is executed now. */
  get ofExecuting(): string | undefined {
    return this.#on.inbound ? 'InboundPaused' : this.ofRemote;
  }

  /** The reason why nothing moves to and from the remote now. */
  get ofRemote(): string | undefined {
    return this.#on.remote ? 'RemotePaused' : undefined;
  }

  /** Pauses one direction of the bridge, or ends its pause. */
  async switchDirection(): Promise<void> {
    const direction = this.#random.pick(['inbound', 'outbound'] as const);
    const on = this.#random.below(3) === 0;
    const name = `${on ? 'pause' : 'unpause'}${direction === 'inbound' ? 'Inbound' : 'Outbound'}` as const;
    await this.#bridge.run(this.#bridge.pause(name));
    this.#on[direction] = on;
  }

  /** Pauses the remote, or ends its pause. */
  async switchRemote(): Promise<void> {
    const on = this.#random.below(3) === 0;
    const bridge = this.#bridge;
    await bridge.run(on ? bridge.pauseRemote(this.#remote) : bridge.unpauseRemote(this.#remote));
    this.#on.remote = on;
  }

  /** Ends every pause. */
  async end(): Promise<void> {
    const bridge = this.#bridge;
    await bridge.run(bridge.pause('unpauseInbound'), bridge.pause('unpauseOutbound'));
    if (this.#on.remote) await bridge.run(bridge.unpauseRemote(this.#remote));
    this.#on = { inbound: false, outbound: false, remote: false };
  }
}
