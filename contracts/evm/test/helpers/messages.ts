import { concat, keccak256, solidityPacked, ZeroHash, zeroPadValue } from 'ethers';

export const Kind = { Lock: 1, Burn: 2, Cancel: 3 } as const;

export type Message = {
  kind: number;
  source: number;
  destination: number;
  nonce: number;
  sourceBridge: string;
  destinationBridge: string;
  assetHome: number;
  sender: string;
  recipient: string;
  wireAmount: bigint;
  reference: string;
};

export const word = (address: string) => zeroPadValue(address, 32);

export function messageId(m: Message): string {
  const types = 'uint8 uint8 uint32 uint32 uint64 bytes32 bytes32 uint32 bytes32 bytes32 uint128 bytes32'.split(' ');
  return keccak256(
    solidityPacked(types, [
      1,
      m.kind,
      m.source,
      m.destination,
      m.nonce,
      m.sourceBridge,
      m.destinationBridge,
      m.assetHome,
      m.sender,
      m.recipient,
      m.wireAmount,
      m.reference,
    ]),
  );
}

function parents(layer: string[]): string[] {
  const lefts = layer.filter((_, i) => i % 2 === 0);
  return lefts.map((left, i) => {
    const right = layer[2 * i + 1];
    if (right === undefined) return left;
    return keccak256(BigInt(left) < BigInt(right) ? concat([left, right]) : concat([right, left]));
  });
}

/** A tree of sorted pairs with promoted lone nodes, over contiguous messages. */
export class Batch {
  readonly ids: string[];
  readonly #messages: Message[];
  readonly #layers: string[][];

  constructor(messages: Message[]) {
    this.#messages = messages;
    this.ids = messages.map(messageId);
    let layer = this.ids.map((id) => keccak256(id));
    this.#layers = [layer];
    while (layer.length > 1) {
      layer = parents(layer);
      this.#layers.push(layer);
    }
  }

  get root(): string {
    return this.#layers.at(-1)?.[0] ?? ZeroHash;
  }

  /** The proof argument of message `i`, with the tail for its function. */
  proof(i: number, tail = '0x'): string {
    const m = this.#messages[i];
    const first = this.#messages[0];
    if (m === undefined || first === undefined) throw new RangeError(`no message ${i}`);
    const siblings = this.#layers.slice(0, -1).flatMap((layer, depth) => layer[(i >> depth) ^ 1] ?? []);
    const head = solidityPacked(
      ['uint8', 'uint32', 'uint64', 'bytes32', 'bytes32', 'uint64', 'uint32'],
      [m.kind, m.source, m.nonce, m.sender, m.reference, first.nonce, this.#messages.length],
    );
    return concat([head, tail, ...siblings]);
  }
}
