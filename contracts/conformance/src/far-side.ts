import { assetHomeOf, cancelOf, type Domain, type Hex, KIND, type Message } from '@causeway/protocol';

/** A model of the other chain by the protocol's rules: an honest bridge without limits, as plain numbers. */
export class FarSide {
  readonly domain: Domain;
  readonly #home: Domain;
  readonly #word: Hex;
  readonly #homeWord: Hex;
  /** Wire units of its own asset that are locked towards this bridge. */
  outstanding = 0n;
  /** Wire units of this bridge's asset that circulate there. */
  supply = 0n;
  /** Messages to this bridge, by nonce. */
  readonly sent: Message[] = [];
  readonly #closed = new Set<bigint>();

  constructor(domain: Domain, word: Hex, home: Domain, homeWord: Hex) {
    this.domain = domain;
    this.#home = home;
    this.#word = word;
    this.#homeWord = homeWord;
  }

  lock(fields: Pick<Message, 'sender' | 'recipient' | 'wireAmount' | 'reference'>): void {
    this.outstanding += fields.wireAmount;
    this.#send(KIND.lock, fields);
  }

  /** Burns a circulating amount; `wireAmount` is at most `supply`. */
  burn(fields: Pick<Message, 'sender' | 'recipient' | 'wireAmount' | 'reference'>): void {
    this.supply -= fields.wireAmount;
    this.#send(KIND.burn, fields);
  }

  isClosed(message: Message): boolean {
    return this.#closed.has(message.nonce);
  }

  /** Executes a message of this bridge that is not closed. */
  execute(message: Message): void {
    this.#closed.add(message.nonce);
    if (message.assetHome === this.#home) this.supply += message.wireAmount;
    else this.outstanding -= message.wireAmount;
  }

  /** Cancels a Lock or Burn of this bridge that is not closed, and sends the Cancel back. */
  cancel(message: Message): void {
    this.#closed.add(message.nonce);
    this.sent.push(cancelOf(message, BigInt(this.sent.length)));
  }

  #send(
    kind: typeof KIND.lock | typeof KIND.burn,
    fields: Pick<Message, 'sender' | 'recipient' | 'wireAmount' | 'reference'>,
  ): void {
    this.sent.push({
      ...fields,
      kind,
      source: this.domain,
      destination: this.#home,
      nonce: BigInt(this.sent.length),
      sourceBridge: this.#word,
      destinationBridge: this.#homeWord,
      assetHome: assetHomeOf(kind, this.domain, this.#home),
    });
  }
}
