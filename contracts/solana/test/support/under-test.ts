// Solana as a kind of chain of the conformance suites.
import { type Domain, type Hex, type Status, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import type {
  Actor,
  Asset,
  BridgeUnderTest,
  Caller,
  Configuration,
  Currency,
  Event,
  Kind,
  Lane,
  Outcome,
  Call as ProtocolCall,
  Side,
} from '../../../conformance/src/bridge-under-test.ts';
import type { Limits, Oracle, Remote } from '../../../conformance/src/setting.ts';
import { translationOf } from '../../../conformance/src/translation.ts';
import { addressOf, TOKEN_PROGRAM, tokenAccountOf, wordOf } from './addresses.ts';
import { Bridge, type BridgeEvent } from './bridge.ts';
import { type Call, withAccounts, withMembers } from './call.ts';
import { SYSTEM_PROGRAM } from './chain.ts';
import { errorName, type Fields, type Value } from './idl.ts';
import { keyOf } from './keys.ts';
import { ADMIN, GUARDIAN, memberOf, REMOTE, STRANGER, USER } from './setting.ts';
import { escrowed } from './solvency.ts';
import { readTokenAccount, supplyOf, tokenBalance } from './tokens.ts';

const ACTORS: Readonly<Record<Actor, Address>> = { admin: ADMIN, guardian: GUARDIAN, user: USER, stranger: STRANGER };
/** The program's numbers of kinds of messages, by name. */
const KINDS = { lock: 1, burn: 2, cancel: 3 } as const;

const { oracleOf, signersOf, referred } = translationOf(memberOf, addressOf);
/** Absent roles are zero. */
const roleOf = (role: Value | undefined): Hex | null => (role === SYSTEM_PROGRAM ? null : wordOf(role as Address));

export class SolanaUnderTest implements BridgeUnderTest {
  readonly #bridge: Bridge;
  /** Every remote that a test registered. */
  readonly #domains = new Set([REMOTE.domain]);
  readonly domain: Domain;
  readonly word: Hex;
  readonly unit: bigint;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.domain = bridge.read('bridge', bridge.at.bridge).domain as Domain;
    this.word = bridge.word;
    this.unit = bridge.unit;
  }

  restore(): void {
    this.#bridge.chain.restore();
  }

  send(call: ProtocolCall): Outcome {
    const receipt = this.#bridge.attempt(this.#native(call));
    if ('events' in receipt) return { events: receipt.events.map((event) => this.eventOf(event)) };
    const refused = receipt.code === undefined ? undefined : errorName(receipt.code);
    return refused === undefined ? { failed: receipt.error ?? '' } : { refused };
  }

  #native(call: ProtocolCall): Call {
    const { calls } = this.#bridge;
    const by = addressOfCaller(call.by);
    switch (call.name) {
      case 'lockTokens':
      case 'lockTokensWithReference': {
        const { destinationChain, recipient, amount, fee: maxFee } = call.args;
        const to = this.#remote(destinationChain);
        return calls.lock({ amount, recipient, sender: by, to, maxFee, ...referred(call.args) });
      }
      case 'burnTokens':
      case 'burnTokensWithReference': {
        const { amount, returnChain, returnAddress, fee: maxFee } = call.args;
        const to = this.#remote(returnChain);
        return calls.burn({ amount, recipient: returnAddress, sender: by, to, maxFee, ...referred(call.args) });
      }
      case 'commitRoot':
        return withMembers(calls.commitRoot(call.args), signersOf(call.by));
      case 'mintTokens': {
        const { place, recipient, ...args } = call.args;
        const mint = this.#mint(place.source);
        return withMembers(
          calls.mintTokens({ ...args, recipient: addressOf(recipient) }, place, mint),
          signersOf(call.by),
        );
      }
      case 'releaseTokens': {
        const { place, recipient, ...args } = call.args;
        return withMembers(
          calls.releaseTokens({ ...args, recipient: addressOf(recipient) }, place),
          signersOf(call.by),
        );
      }
      case 'cancelOrder': {
        const { place, ...args } = call.args;
        return withMembers(calls.cancelOrder({ ...args }, place), signersOf(call.by));
      }
      case 'executeMany':
        throw new Error('Solana has one order a transaction');
      case 'replaceRoot': {
        const { changed, ...interval } = call.args;
        const rentTo = interval.root === ZERO_32 ? this.#bridge.rootPayer(interval) : undefined;
        return withAccounts(calls.replaceRoot(interval, changed, rentTo), { admin: by });
      }
      case 'setRemote':
        this.#domains.add(call.args.domain);
        return withAccounts(calls.setRemote(call.args), { admin: by });
      case 'openRemote':
        return withAccounts(calls.openRemote(this.#remote(call.args.domain)), { admin: by });
      case 'setLimits':
        return withAccounts(calls.setLimits(this.#remote(call.args.domain), call.args.side, call.args.limits), {
          admin: by,
        });
      case 'setOracle':
        return withAccounts(calls.setOracle(call.args.members.map(memberOf), call.args.threshold), { admin: by });
      case 'setGuardian':
        return withAccounts(calls.setGuardian(addressOf(call.args.guardian)), { admin: by });
      case 'proposeAdmin': {
        const { admin } = call.args;
        return withAccounts(calls.proposeAdmin(admin === null ? SYSTEM_PROGRAM : addressOf(admin)), { admin: by });
      }
      case 'acceptAdmin':
        return calls.acceptAdmin(by);
      case 'claim': {
        const mint = this.#mintOf(call.args.currency);
        const to = addressOf(call.args.to);
        const account = mint === undefined ? to : tokenAccountOf(mint, to);
        return calls.claimOf(by, account, call.args.currency === 'canonical' ? undefined : mint);
      }
      case 'setFee':
        return calls.setFee({ domain: call.args.remote }, call.args.fee, by);
      case 'collectFees': {
        const { remote, to } = call.args;
        return withAccounts(calls.collectFees({ domain: remote }, addressOf(to)), { admin: by });
      }
      case 'pauseRemote':
      case 'unpauseRemote':
        return calls.pauseRemote(call.name, call.args.remote, by);
      default:
        return calls.pause(call.name, by);
    }
  }

  /** An event in the protocol's terms. */
  eventOf({ name, data }: BridgeEvent): Event {
    return { name: `${name[0]?.toUpperCase()}${name.slice(1)}`, fields: this.#fields(name, data) } as unknown as Event;
  }

  #fields(name: string, data: Fields): unknown {
    if ('message' in data) {
      const { version: _, kind, ...message } = data.message as Fields;
      return { ...data, message: { ...message, kind: KINDS[kind as keyof typeof KINDS] } };
    }
    if ('recipient' in data) return { ...data, recipient: wordOf(data.recipient as Address) };
    if (name === 'claimed') {
      const { mint: _, to, creditor, amount } = data;
      return { creditor: wordOf(creditor as Address), to: this.ownerOf(to as Address), amount };
    }
    if (name === 'remoteSet') return withoutToken(data);
    if (name === 'oracleSet') return oracleOf(data);
    if (name === 'feesCollected') return { ...data, to: wordOf(data.to as Address) };
    if ('guardian' in data) return { guardian: roleOf(data.guardian) };
    if ('admin' in data) return { admin: roleOf(data.admin) };
    return data;
  }

  /** The word of a token account's owner, or of the wallet itself. */
  ownerOf(address: Address): Hex {
    const account = this.#bridge.chain.account(address);
    const isToken = account?.owner === TOKEN_PROGRAM;
    return wordOf(isToken ? readTokenAccount(account).owner : address);
  }

  configuration(): Configuration {
    const { domain, wireDecimals, outboundPaused, inboundPaused, ...roles } = this.#bridge.read(
      'bridge',
      this.#bridge.at.bridge,
    ) as Fields & Pick<Configuration, 'domain' | 'wireDecimals' | 'outboundPaused' | 'inboundPaused'>;
    return {
      ...{ domain, wireDecimals, outboundPaused, inboundPaused },
      admin: wordOf(roles.admin as Address),
      proposedAdmin: roleOf(roles.pendingAdmin),
      guardian: wordOf(roles.guardian as Address),
      oracle: oracleOf(this.#bridge.read('oracles', this.#bridge.at.oracles)),
    };
  }

  remote(domain: Domain) {
    const fields = this.#registered(domain);
    if (fields === undefined) return undefined;
    const { bridge, addressLength, wireDecimals, opened } = fields as unknown as Remote & { opened: boolean };
    return { domain, bridge, addressLength, wireDecimals, opened };
  }

  lane(domain: Domain): Lane {
    const fields = (this.#registered(domain) ?? {}) as Partial<Lane>;
    const { nextOutboundNonce = 0n, nextInboundNonce = 0n, outstanding = 0n, paused = false } = fields;
    return { nextOutboundNonce, nextInboundNonce, outstanding, paused };
  }

  fee(domain: Domain): bigint {
    return (this.#registered(domain)?.fee as bigint | undefined) ?? 0n;
  }

  fees(): bigint {
    return [...this.#domains].reduce((sum, domain) => sum + this.#bridge.fees(domain), 0n);
  }

  limits(domain: Domain, side: Side) {
    const bucket = this.#registered(domain)?.[side] as { limits: Limits; level: bigint; updatedAt: bigint } | undefined;
    if (bucket === undefined) return { minAmount: 0n, maxAmount: 0n, capacity: 0n, refillPerSecond: 0n, available: 0n };
    const { limits, level, updatedAt } = bucket;
    const refilled = level + limits.refillPerSecond * (this.time() - updatedAt);
    return { ...limits, available: refilled < limits.capacity ? refilled : limits.capacity };
  }

  root(source: Domain, firstNonce: bigint, count: number): Hex | undefined {
    return this.#bridge.root({ source, firstNonce, count })?.root as Hex | undefined;
  }

  status(source: Domain, nonce: bigint): Status {
    if (this.#bridge.chain.account(this.#bridge.at.status(source, nonce)) === undefined) return 'none';
    return this.#bridge.statusOf(nonce, this.#remote(source));
  }

  statuses(source: Domain, firstNonce: bigint, count: number): Status[] {
    return Array.from({ length: count }, (_, index) => this.status(source, firstNonce + BigInt(index)));
  }

  credit(currency: Currency, creditor: Hex): bigint {
    return this.#bridge.credit(addressOf(creditor), this.#mintOf(currency));
  }

  balance(currency: Currency, holder: Hex): bigint {
    const mint = this.#mintOf(currency);
    const address = addressOf(holder);
    const { chain } = this.#bridge;
    return mint === undefined ? chain.lamports(address) : tokenBalance(chain, tokenAccountOf(mint, address));
  }

  coins(holder: Hex): bigint {
    return this.#bridge.chain.lamports(addressOf(holder));
  }

  supply(domain: Domain): bigint {
    return supplyOf(this.#bridge.chain, this.#mint(domain));
  }

  held(): bigint {
    return escrowed(this.#bridge);
  }

  actor(name: Actor): Hex {
    return wordOf(ACTORS[name]);
  }

  oracleAccounts({ members }: Oracle): Hex[] {
    return members.map((member) => wordOf(memberOf(member)));
  }

  account(name: string): Hex {
    const address = keyOf(name);
    if (this.#bridge.chain.account(address) === undefined) this.#bridge.fund(address, 10n ** 9n);
    return wordOf(address);
  }

  give(holder: Hex, amount: bigint): void {
    const address = addressOf(holder);
    const balance = this.balance('canonical', holder) + amount;
    if (this.#bridge.asset.mint === undefined) this.#bridge.fund(address, balance);
    else this.#bridge.giveTokens(address, balance);
  }

  giveCoins(holder: Hex, amount: bigint): void {
    this.#bridge.fund(addressOf(holder), this.coins(holder) + amount);
  }

  prepare(currency: Currency, holder: Hex): void {
    const mint = this.#mintOf(currency);
    if (mint !== undefined) this.#bridge.giveTokens(addressOf(holder), this.balance(currency, holder), mint);
  }

  /** A frozen token account and an executable wallet cannot be paid. */
  block(currency: Currency, holder: Hex): void {
    const { chain } = this.#bridge;
    const mint = this.#mintOf(currency);
    const address = addressOf(holder);
    if (mint !== undefined) this.#bridge.giveTokens(address, this.balance(currency, holder), mint, true);
    else chain.put(address, chain.account(this.#bridge.program));
  }

  time(): bigint {
    return this.#bridge.chain.time;
  }

  pass(seconds: bigint): void {
    this.#bridge.chain.setTime(this.time() + seconds);
  }

  #registered(domain: Domain): Fields | undefined {
    const address = this.#bridge.at.remote(domain);
    return this.#bridge.chain.account(address) === undefined ? undefined : this.#bridge.read('remote', address);
  }

  /** The registration of `domain`; before there is one, a registration that is as good as any. */
  #remote(domain: Domain): Remote {
    return this.remote(domain) ?? { ...REMOTE, domain };
  }

  #mint(domain: Domain): Address {
    return this.#bridge.calls.mintOf(this.#remote(domain));
  }

  #mintOf(currency: Currency): Address | undefined {
    return currency === 'canonical' ? this.#bridge.asset.mint : this.#mint(currency);
  }
}

/** The account that calls; the oracle's calls come from its first member where an account is asked for. */
const addressOfCaller = (by: Caller): Address =>
  typeof by === 'string' ? addressOf(by) : memberOf(by.members[0] as number);

const withoutToken = ({ token: _, ...fields }: Fields): Fields => fields;

export const SOLANA: Kind = {
  name: 'Solana',
  fee: 'atMost',
  feesInEscrow: false,
  largestLimit: 2n ** 64n - 1n,
  shortNumbers: false,
  largestBatch: 64,
  mintsCanFail: true,
  rootsClose: true,
  creditsAreMinted: false,
  packsOrders: false,
  flippedBits: 7,
  bridgedUnit: () => 1n,
  deploy: (asset: Asset) => new SolanaUnderTest(Bridge.deploy(asset === 'native' ? {} : asset)),
};
