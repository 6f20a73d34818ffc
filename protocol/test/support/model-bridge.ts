import {
  type Hex,
  KIND,
  type Message,
  messageIdOf,
  type Proof,
  type ProofFor,
  toWireAmount,
  unpackProof,
  verifyInclusion,
  ZERO_32,
} from '../../src/index.ts';
import type { SiteFile } from './vectors.ts';

/** An oracle's call to a bridge. */
export interface Call {
  readonly function: ProofFor;
  readonly orderId: Hex;
  readonly recipient: Hex;
  readonly localAmount: bigint;
  readonly proof: Hex;
}

interface ModelRemote {
  readonly bridge: Hex;
  readonly wireDecimals: number;
  readonly localDecimals: number;
  readonly roots: ReadonlyMap<string, Hex>;
}

/** An unknown source, from which no root was ever committed. */
const UNREGISTERED: ModelRemote = { bridge: ZERO_32, wireDecimals: 0, localDecimals: 0, roots: new Map() };

/**
 * A model of a new bridge by the protocol's rules, based on this package's codec. It answers an oracle's call with the
 * error's name, or null when the call executes. Money, limits and statuses are not part of it.
 */
export class ModelBridge {
  readonly #domain: number;
  readonly #bridge: Hex;
  readonly #remotes: ReadonlyMap<number, ModelRemote>;

  constructor(site: SiteFile) {
    this.#domain = Number(site.domain);
    this.#bridge = site.bridge;
    this.#remotes = new Map(
      site.remotes.map((remote) => [
        Number(remote.domain),
        {
          bridge: remote.bridge as Hex,
          wireDecimals: Number(remote.wireDecimals),
          localDecimals: Number(remote.localDecimals),
          roots: new Map(
            site.intervals
              .filter(({ source }) => source === remote.domain)
              .map(({ firstNonce, count, root }) => [`${firstNonce} ${count}`, root as Hex]),
          ),
        },
      ]),
    );
  }

  errorOf(call: Call): string | null {
    const unpacked = unpackProof(call.function, call.proof);
    const parserError = unpacked.ok ? null : unpacked.error.code;
    if (parserError === 'MalformedProof' || parserError === 'InvalidKind') return parserError;
    // The contracts check the interval only here; this package's parser does so at once.
    const error = this.#errorBeforeInterval(call) ?? parserError;
    if (error !== null || !unpacked.ok) return error;
    const proof = unpacked.value;
    const remote = this.#remotes.get(proof.source) ?? UNREGISTERED;
    const root = remote.roots.get(`${proof.firstNonce} ${proof.count}`);
    if (root === undefined) return 'UnknownRoot';
    if (messageIdOf(this.#rebuild(call, proof, remote)) !== call.orderId) return 'MessageIdMismatch';
    return verifyInclusion(root, call.orderId, proof.siblings) ? null : 'InvalidProof';
  }

  #errorBeforeInterval(call: Call): string | null {
    const kind = Number(call.proof.slice(0, 4));
    if (call.function === 'mintTokens' && kind === KIND.burn) return 'WrongAssetHome';
    if (call.function === 'releaseTokens' && kind === KIND.lock) return 'WrongAssetHome';
    if (call.function === 'cancelOrder' && kind === KIND.cancel) return 'InvalidKind';
    if (call.function === 'cancelOrder') return null;
    if (call.recipient === ZERO_32) return 'InvalidRecipient';
    if (call.function === 'releaseTokens') return null;
    const remote = this.#remotes.get(Number(`0x${call.proof.slice(4, 12)}`)) ?? UNREGISTERED;
    const wire = toWireAmount(call.localAmount, remote.localDecimals, remote.wireDecimals);
    return wire.ok ? null : wire.error.code;
  }

  #rebuild(call: Call, proof: Proof, remote: ModelRemote): Message {
    const wire = toWireAmount(call.localAmount, remote.localDecimals, remote.wireDecimals);
    const cancelsLock = call.function === 'cancelOrder' && proof.kind === KIND.lock;
    return {
      ...proof,
      destination: this.#domain,
      sourceBridge: remote.bridge,
      destinationBridge: this.#bridge,
      assetHome: call.function === 'mintTokens' || cancelsLock ? proof.source : this.#domain,
      recipient: proof.recipient ?? call.recipient,
      wireAmount: proof.wireAmount ?? (wire.ok ? wire.value : 0n),
    };
  }
}
