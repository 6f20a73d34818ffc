import { type Batch, type Domain, type Hex, type Message, messageIdOf, packProof, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import type { Interval, Place } from '../../../conformance/src/bridge-under-test.ts';
import type { Committed } from '../../../conformance/src/messages.ts';
import { type Addresses, addressOf, TOKEN_PROGRAM, tokenAccountOf } from './addresses.ts';
import type { Call } from './call.ts';
import { SYSTEM_PROGRAM } from './chain.ts';

import type { Fields } from './idl.ts';
import {
  ADMIN,
  GUARDIAN,
  HERE,
  type Limits,
  MEMBERS,
  PAYER,
  REMOTE,
  type Remote,
  SIGNERS,
  THERE,
  THRESHOLD,
  UPGRADE_AUTHORITY,
  USER,
} from './setting.ts';

/** The canonical asset of the bridge. */
export interface Asset {
  /** Undefined for SOL. */
  readonly mint: Address | undefined;
  readonly decimals: number;
}

export interface LockOptions {
  readonly amount: bigint;
  readonly to?: Remote;
  readonly recipient?: Hex;
  readonly sender?: Address;
  /** With either field, the function "with reference" is called. */
  readonly reference?: Hex;
  readonly refundAddress?: Address;
  /** Pays the delivery fee; the sender when absent. */
  readonly payer?: Address;
  /** The highest delivery fee that is accepted, lamports; none when absent. */
  readonly maxFee?: bigint;
}

/** The place of a message that `remote` committed. */
const placeIn = ({ nonce }: Message, { firstNonce, count }: Batch, { domain }: Remote): Place => ({
  source: domain,
  nonce,
  firstNonce,
  count,
});

/** The calls of one deployment, with an honest caller's arguments. */
export class Calls {
  readonly #at: Addresses;
  readonly #asset: Asset;
  readonly #events: Call['accounts'];

  constructor(program: Address, addresses: Addresses, asset: Asset) {
    this.#at = addresses;
    this.#asset = asset;
    this.#events = { eventAuthority: addresses.eventAuthority, program };
  }

  initialize(args: Fields = {}): Call {
    return this.#call(
      'initialize',
      { domain: HERE, admin: ADMIN, guardian: GUARDIAN, members: MEMBERS, threshold: THRESHOLD, ...args },
      {
        payer: PAYER,
        upgradeAuthority: UPGRADE_AUTHORITY,
        programData: this.#at.programData,
        oracles: this.#at.oracles,
        escrow: this.#at.escrow,
        canonicalMint: this.#asset.mint ?? null,
        tokenProgram: this.#ifToken(TOKEN_PROGRAM),
        systemProgram: SYSTEM_PROGRAM,
      },
    );
  }

  lock(options: LockOptions): Call {
    const { amount, to = REMOTE, recipient = THERE, sender = USER, payer = sender } = options;
    const { mint } = this.#asset;
    const accounts = {
      sender,
      payer,
      remote: this.#at.remote(to.domain),
      escrow: this.#at.escrow,
      senderToken: mint === undefined ? null : tokenAccountOf(mint, sender),
      tokenProgram: this.#ifToken(TOKEN_PROGRAM),
      systemProgram: SYSTEM_PROGRAM,
    };
    return this.#outbound('lockTokens', { destinationChain: to.domain, recipient, amount }, accounts, options);
  }

  /** Burns the bridged token of `to`. */
  burn(options: LockOptions): Call {
    const { amount, to = REMOTE, recipient = THERE, sender = USER, payer = sender } = options;
    const mint = this.mintOf(to);
    const accounts = {
      sender,
      payer,
      remote: this.#at.remote(to.domain),
      mint,
      senderToken: tokenAccountOf(mint, sender),
      tokenProgram: TOKEN_PROGRAM,
      systemProgram: SYSTEM_PROGRAM,
    };
    return this.#outbound(
      'burnTokens',
      { amount, returnChain: to.domain, returnAddress: recipient },
      accounts,
      options,
    );
  }

  commitRoot(interval: Interval): Call {
    const accounts = {
      payer: PAYER,
      ...this.#oracles(),
      ...this.#interval(interval),
      systemProgram: SYSTEM_PROGRAM,
    };
    return this.#call('commitRoot', { ...interval }, accounts, SIGNERS);
  }

  /** Mints message `index` of `committed`. The remote's bridged token has wire decimals. */
  mint({ messages, batch }: Committed, index: number, remote = REMOTE): Call {
    const message = messages[index] as Message;
    const recipient = addressOf(message.recipient);
    const proof = packProof('mintTokens', message, batch);
    return this.mintTokens(
      { orderId: messageIdOf(message), recipient, amount: message.wireAmount, proof },
      placeIn(message, batch, remote),
      this.mintOf(remote),
    );
  }

  mintTokens(args: Fields & { readonly recipient: Address }, place: Place, mint: Address): Call {
    const { recipient } = args;
    return this.#call(
      'mintTokens',
      args,
      {
        payer: PAYER,
        ...this.#inbound(place),
        mint,
        recipientToken: tokenAccountOf(mint, recipient),
        claimable: this.#at.claimable(mint, recipient),
        tokenProgram: TOKEN_PROGRAM,
        systemProgram: SYSTEM_PROGRAM,
      },
      SIGNERS,
    );
  }

  release({ messages, batch }: Committed, index: number, remote = REMOTE): Call {
    const message = messages[index] as Message;
    const recipient = addressOf(message.recipient);
    const proof = packProof('releaseTokens', message, batch);
    return this.releaseTokens({ orderId: messageIdOf(message), recipient, proof }, placeIn(message, batch, remote));
  }

  releaseTokens(args: Fields & { readonly recipient: Address }, place: Place): Call {
    const { recipient } = args;
    const { mint } = this.#asset;
    return this.#call(
      'releaseTokens',
      args,
      {
        payer: PAYER,
        ...this.#inbound(place),
        escrow: this.#at.escrow,
        recipient,
        recipientToken: mint === undefined ? null : tokenAccountOf(mint, recipient),
        claimable: this.#at.claimable(mint, recipient),
        tokenProgram: this.#ifToken(TOKEN_PROGRAM),
        systemProgram: SYSTEM_PROGRAM,
      },
      SIGNERS,
    );
  }

  cancel({ messages, batch }: Committed, index: number, remote = REMOTE): Call {
    const message = messages[index] as Message;
    const proof = packProof('cancelOrder', message, batch);
    return this.cancelOrder({ orderId: messageIdOf(message), proof }, placeIn(message, batch, remote));
  }

  cancelOrder(args: Fields, place: Place): Call {
    return this.#call('cancelOrder', args, this.#inbound(place), SIGNERS);
  }

  /** `rentTo` paid for a stored root that is dropped. */
  replaceRoot(interval: Interval, changed: readonly bigint[], rentTo: Address | null = null): Call {
    const accounts = { admin: ADMIN, ...this.#interval(interval), rentTo, systemProgram: SYSTEM_PROGRAM };
    return this.#call('replaceRoot', { ...interval, changed }, accounts);
  }

  /** Drops the lane's last interval, whose root `rentTo` paid. */
  drop(interval: Omit<Interval, 'root'>, rentTo: Address | null = PAYER): Call {
    return this.replaceRoot({ ...interval, root: ZERO_32 }, [], rentTo);
  }

  closeRoot(interval: Omit<Interval, 'root'>, rentTo = PAYER): Call {
    return this.#call('closeRoot', {}, { ...this.#interval(interval), rentTo });
  }

  setRemote(remote: Remote, token = { name: 'Bridged', symbol: 'cwT' }): Call {
    const { domain, bridge, addressLength, wireDecimals } = remote;
    return this.#call(
      'setRemote',
      { remoteDomain: domain, bridge, addressLength, wireDecimals, ...token },
      {
        admin: ADMIN,
        remote: this.#at.remote(domain),
        mint: this.mintOf(remote),
        tokenProgram: TOKEN_PROGRAM,
        systemProgram: SYSTEM_PROGRAM,
      },
    );
  }

  openRemote(remote: Remote): Call {
    return this.#admin(
      'openRemote',
      { remoteDomain: remote.domain },
      { remote: this.#at.remote(remote.domain), mint: this.mintOf(remote) },
    );
  }

  setLimits(remote: Remote, side: 'canonical' | 'bridged', limits: Limits): Call {
    return this.#admin(
      'setLimits',
      { remoteDomain: remote.domain, side, limits },
      { remote: this.#at.remote(remote.domain) },
    );
  }

  setFee({ domain }: Pick<Remote, 'domain'>, fee: bigint, authority = GUARDIAN): Call {
    return this.#call('setFee', { remoteDomain: domain, fee }, { authority, remote: this.#at.remote(domain) });
  }

  collectFees({ domain }: Pick<Remote, 'domain'>, to: Address): Call {
    return this.#admin('collectFees', { remoteDomain: domain }, { remote: this.#at.remote(domain), to });
  }

  setOracle(members: readonly Address[], threshold: number): Call {
    return this.#admin('setOracle', { members, threshold }, { oracles: this.#at.oracles });
  }

  setGuardian(guardian: Address): Call {
    return this.#admin('setGuardian', { guardian }, { oracles: this.#at.oracles });
  }

  proposeAdmin(admin: Address): Call {
    return this.#admin('proposeAdmin', { admin }, {});
  }

  acceptAdmin(admin: Address): Call {
    return this.#call('acceptAdmin', {}, { admin, oracles: this.#at.oracles });
  }

  pause(name: 'pauseOutbound' | 'pauseInbound' | 'unpauseOutbound' | 'unpauseInbound', authority?: Address): Call {
    return this.#call(name, {}, { authority: authority ?? (name.startsWith('un') ? ADMIN : GUARDIAN) });
  }

  pauseRemote(name: 'pauseRemote' | 'unpauseRemote', domain: Domain, authority?: Address): Call {
    const by = authority ?? (name === 'pauseRemote' ? GUARDIAN : ADMIN);
    return this.#call(name, { remoteDomain: domain }, { authority: by, remote: this.#at.remote(domain) });
  }

  /** Claims the creditor's credit in the canonical asset, or in the bridged token of `remote`. */
  claim(creditor: Address, to: Address, remote?: Remote): Call {
    return this.claimOf(creditor, to, remote === undefined ? undefined : this.mintOf(remote));
  }

  /** Claims the creditor's credit in the canonical asset, or in a bridged token. */
  claimOf(creditor: Address, to: Address, mint: Address | undefined): Call {
    return this.#call(
      'claim',
      {},
      {
        creditor,
        claimable: this.#at.claimable(mint ?? this.#asset.mint, creditor),
        to,
        rentTo: PAYER,
        escrow: mint === undefined ? this.#at.escrow : null,
        mint: mint ?? null,
        tokenProgram: mint === undefined ? this.#ifToken(TOKEN_PROGRAM) : TOKEN_PROGRAM,
      },
    );
  }

  /** The bridged token of a remote. */
  mintOf({ domain, wireDecimals }: Remote): Address {
    return this.#at.mint(domain, wireDecimals);
  }

  #call(name: string, args: Fields, accounts: Call['accounts'], members: readonly Address[] = []): Call {
    return { name, args, accounts: { bridge: this.#at.bridge, ...accounts, ...this.#events }, members };
  }

  #admin(name: string, args: Fields, accounts: Call['accounts']): Call {
    return this.#call(name, args, { admin: ADMIN, ...accounts });
  }

  #outbound(name: string, args: Fields, accounts: Call['accounts'], options: LockOptions): Call {
    const { reference, refundAddress, sender = USER, maxFee = 0n } = options;
    if (reference === undefined && refundAddress === undefined) return this.#call(name, { ...args, maxFee }, accounts);
    const rest = { reference: reference ?? ZERO_32, refundAddress: refundAddress ?? sender };
    return this.#call(`${name}WithReference`, { ...args, ...rest, maxFee }, accounts);
  }

  #oracles(): Call['accounts'] {
    return { oracles: this.#at.oracles };
  }

  #interval({ source, firstNonce, count }: Omit<Interval, 'root'>): Call['accounts'] {
    return {
      remote: this.#at.remote(source),
      root: this.#at.root(source, firstNonce, count),
      firstStatus: this.#at.status(source, firstNonce),
      lastStatus: this.#at.status(source, firstNonce + BigInt(Math.max(count, 1) - 1)),
    };
  }

  #inbound({ source, nonce, firstNonce, count }: Place): Call['accounts'] {
    return {
      ...this.#oracles(),
      remote: this.#at.remote(source),
      root: this.#at.root(source, firstNonce, count),
      status: this.#at.status(source, nonce),
    };
  }

  #ifToken(address: Address): Address | null {
    return this.#asset.mint === undefined ? null : address;
  }
}
