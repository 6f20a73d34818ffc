import { type Hex, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import type { Interval, Side } from '../../../conformance/src/bridge-under-test.ts';
import type { Committed } from '../../../conformance/src/messages.ts';
import { packedOf, type Uses } from '../../../conformance/src/packed.ts';
import { type Address, addressOf } from './addresses.ts';
import type { Call } from './call.ts';
import type { FunctionName } from './interface.ts';
import { ADMIN, GUARDIAN, type Limits, REMOTE, type Remote, SIGNERS, THERE, USER } from './setting.ts';
import type { Fields } from './types.ts';

export interface LockOptions {
  /** In units of 10^-18. */
  readonly amount: bigint;
  readonly to?: Remote;
  readonly recipient?: Hex;
  readonly sender?: Address;
  /** With either field, the function "with reference" is called. */
  readonly reference?: Hex;
  readonly refundAddress?: Address;
}

/** The tokens of a bridge's calls. */
export interface Tokens {
  /** The locked asset. */
  readonly canonical: Address;
  /** Units of 10^-18 of it per wire unit. */
  readonly unit: bigint;
  /** The bridged token of a remote. */
  tokenOf(remote: Remote): Address;
}

/** Units of 10^-18 of a remote's bridged token, which has 18 decimals, per wire unit. */
export const unitOf = ({ wireDecimals }: Remote): bigint => 10n ** BigInt(18 - wireDecimals);

/** The calls of one bridge, with an honest caller's arguments. */
export class Calls {
  readonly #tokens: Tokens;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  lock(options: LockOptions): Call {
    const { amount, to = REMOTE, recipient = THERE, sender = USER } = options;
    const args = { destinationChain: to.domain, recipient, amount };
    return withPayment('lock_tokens', args, options, { from: sender, resource: this.#tokens.canonical, amount });
  }

  /** Burns the bridged token of `to`. */
  burn(options: LockOptions): Call {
    const { amount, to = REMOTE, recipient = THERE, sender = USER } = options;
    const args = { amount, returnChain: to.domain, returnAddress: recipient };
    return withPayment('burn_tokens', args, options, { from: sender, resource: this.#tokens.tokenOf(to), amount });
  }

  commitRoot(interval: Interval): Call {
    return oracle('commit_root', { ...interval });
  }

  /** Mints message `index` of `committed`. */
  mint({ messages, batch }: Committed, index: number, remote = REMOTE): Call {
    const message = messages[index] as Message;
    return oracle('mint_tokens', {
      orderId: messageIdOf(message),
      recipient: addressOf(message.recipient),
      amount: message.wireAmount * unitOf(remote),
      proof: packProof('mintTokens', message, batch),
    });
  }

  release({ messages, batch }: Committed, index: number): Call {
    const message = messages[index] as Message;
    const recipient = addressOf(message.recipient);
    const proof = packProof('releaseTokens', message, batch);
    return oracle('release_tokens', { orderId: messageIdOf(message), recipient, proof });
  }

  cancel({ messages, batch }: Committed, index: number): Call {
    const message = messages[index] as Message;
    return oracle('cancel_order', { orderId: messageIdOf(message), proof: packProof('cancelOrder', message, batch) });
  }

  /** Mints, releases and cancels consecutive messages of `committed` from the one at `first` on, one for each use. */
  executeMany(committed: Committed, first: number, uses: Uses): Call {
    const { packed, recipients } = packedOf(committed, first, uses);
    return oracle('execute_many', { packed, recipients: recipients.map(addressOf) });
  }

  replaceRoot(interval: Interval, changed: readonly bigint[]): Call {
    return admin('replace_root', { ...interval, changed });
  }

  setRemote(remote: Remote, token: Fields = {}): Call {
    const { domain, ...registration } = remote;
    const shown = { name: 'Bridged', symbol: 'cwT', iconUrl: 'https://causeway.example/token.svg' };
    return admin('set_remote', { remoteDomain: domain, ...registration, ...shown, ...token });
  }

  openRemote({ domain }: Remote): Call {
    return admin('open_remote', { remoteDomain: domain });
  }

  setLimits({ domain }: Remote, side: Side, limits: Limits): Call {
    return admin('set_limits', { remoteDomain: domain, side, limits });
  }

  setOracle(members: readonly Address[], threshold: number): Call {
    return admin('set_oracle', { members, threshold });
  }

  setGuardian(guardian: string): Call {
    return admin('set_guardian', { guardian });
  }

  proposeAdmin(proposed: string | null): Call {
    return admin('propose_admin', { admin: proposed });
  }

  acceptAdmin(proposed: Address): Call {
    return { name: 'accept_admin', args: {}, signers: [proposed] };
  }

  pause(name: 'pause_outbound' | 'pause_inbound' | 'unpause_outbound' | 'unpause_inbound', authority?: Address): Call {
    return { name, args: {}, signers: [authority ?? (name.startsWith('un') ? ADMIN : GUARDIAN)] };
  }

  setFee({ domain }: Remote, fee: bigint, authority = GUARDIAN): Call {
    return { name: 'set_fee', args: { remote: domain, fee }, signers: [authority] };
  }

  collectFees(to: Address): Call {
    return admin('collect_fees', { to });
  }

  pauseRemote({ domain }: Remote, authority = GUARDIAN): Call {
    return { name: 'pause_remote', args: { remote: domain }, signers: [authority] };
  }

  unpauseRemote({ domain }: Remote): Call {
    return admin('unpause_remote', { remote: domain });
  }

  read(name: FunctionName, args: Fields): Call {
    return { name, args, signers: [] };
  }
}

const oracle = (name: FunctionName, args: Fields): Call => ({ name, args, signers: SIGNERS });
const admin = (name: FunctionName, args: Fields): Call => ({ name, args, signers: [ADMIN] });

function withPayment(
  name: 'lock_tokens' | 'burn_tokens',
  args: Fields,
  options: LockOptions,
  payment: NonNullable<Call['payment']>,
): Call {
  const { reference, refundAddress = payment.from } = options;
  if (reference === undefined && options.refundAddress === undefined)
    return { name, args: { ...args, refundAddress }, signers: [], payment };
  const rest = { reference: reference ?? ZERO_32, refundAddress };
  return { name: `${name}_with_reference`, args: { ...args, ...rest }, signers: [], payment };
}
