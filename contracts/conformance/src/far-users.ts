import { type Hex, KIND, type Message } from '@causeway/protocol';
import type { Random } from '@causeway/protocol/test-support/random';
import type { FarSide } from './far-side.ts';
import { THERE } from './setting.ts';

/** Acts on the model of the remote like its users and an honest oracle. */
export class FarUsers {
  readonly #far: FarSide;
  readonly #sent: readonly Message[];
  readonly #recipients: readonly Hex[];
  readonly #random: Random;
  readonly #amount: () => bigint;

  /**
   * `sent`: the messages to the remote, by nonce, which grow. `recipients` are on the bridge; `amount` gives wire
   * units.
   */
  constructor(
    far: FarSide,
    sent: readonly Message[],
    recipients: readonly Hex[],
    random: Random,
    amount: () => bigint,
  ) {
    this.#far = far;
    this.#sent = sent;
    this.#recipients = recipients;
    this.#random = random;
    this.#amount = amount;
  }

  async lock(): Promise<void> {
    this.#far.lock({ ...this.#fields(), wireAmount: this.#amount() });
  }

  async burn(): Promise<void> {
    const { supply } = this.#far;
    if (supply === 0n) return;
    this.#far.burn({ ...this.#fields(), wireAmount: 1n + (this.#amount() % supply) });
  }

  /** Executes an open message there. */
  async execute(): Promise<void> {
    const message = this.#open();
    if (message !== undefined) this.#far.execute(message);
  }

  /** Cancels an open message there. */
  async cancel(): Promise<void> {
    const message = this.#open();
    if (message !== undefined && message.kind !== KIND.cancel) this.#far.cancel(message);
  }

  #fields(): Pick<Message, 'sender' | 'recipient' | 'reference'> {
    const reference: Hex = `0x${this.#random
      .below(2 ** 32)
      .toString(16)
      .padStart(64, '0')}`;
    return { sender: THERE, recipient: this.#random.pick(this.#recipients), reference };
  }

  #open(): Message | undefined {
    const open = this.#sent.filter((message) => !this.#far.isClosed(message));
    return open.length === 0 ? undefined : this.#random.pick(open);
  }
}
