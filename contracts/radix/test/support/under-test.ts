// Radix as a kind of chain of the conformance suites.
import { type Domain, type Hex, MAX_WIRE_AMOUNT, type Status } from '@causeway/protocol';
import type {
  Actor,
  BridgeUnderTest,
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
import { type Address, addressOf, wordOf, XRD } from './addresses.ts';
import type { Bridge, BridgeEvent, Done } from './bridge.ts';
import { type Call, paidWith, signedBy, withArgs, withFee } from './call.ts';
import { unitOf } from './calls.ts';
import { keyOf } from './keys.ts';
import { claim, refuseResource } from './recipients.ts';
import { ADMIN, GUARDIAN, memberOf, REMOTE, STRANGER, USER } from './setting.ts';
import { sharedBridge } from './shared.ts';
import { fund, transfer } from './tokens.ts';
import type { Fields, Value } from './types.ts';

const ACTORS: Readonly<Record<Actor, Address>> = { admin: ADMIN, guardian: GUARDIAN, user: USER, stranger: STRANGER };

const { oracleOf, signersOf, referred } = translationOf(memberOf, addressOf);
const roleOf = (role: Value | undefined): Hex | null => (role === null ? null : wordOf(role as Address));

export class RadixUnderTest implements BridgeUnderTest {
  readonly #bridge: Bridge;
  readonly domain: Domain;
  readonly word: Hex;
  readonly unit: bigint;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    this.domain = bridge.configuration().domain as Domain;
    this.word = bridge.word;
    this.unit = bridge.unit;
  }

  restore(): void {
    this.#bridge.chain.restore();
  }

  send(call: ProtocolCall): Outcome {
    if (call.name === 'claim') return this.#claim(call);
    const native = this.#tryNative(call);
    if (native === undefined) return { failed: 'no address of this network' };
    const done = this.#bridge.attempt(native);
    if (isDone(done)) return { events: done.emitted.map(eventOf) };
    return done.kind === 'engine' ? { failed: done.text } : { refused: done.name };
  }

  /** Undefined where an argument is no address of this network. */
  #tryNative(call: Exclude<ProtocolCall, ProtocolCall<'claim'>>): Call | undefined {
    try {
      return this.#native(call);
    } catch (error) {
      if (error instanceof RangeError) return undefined;
      throw error;
    }
  }

  #native(call: Exclude<ProtocolCall, ProtocolCall<'claim'>>): Call {
    const { calls } = this.#bridge;
    const signers = signersOf(call.by);
    const [sender] = signers as [Address];
    switch (call.name) {
      case 'lockTokens':
      case 'lockTokensWithReference': {
        const { destinationChain, recipient, amount } = call.args;
        const to = { ...REMOTE, domain: destinationChain };
        return withFee(calls.lock({ amount, recipient, sender, to, ...referred(call.args) }), call.args.fee);
      }
      case 'burnTokens':
      case 'burnTokensWithReference': {
        const { amount, returnChain, returnAddress } = call.args;
        const burn = calls.burn({ amount, recipient: returnAddress, sender, ...referred(call.args) });
        const resource = this.#held(returnChain, sender) ? this.#resource(returnChain) : this.#resource(REMOTE.domain);
        return withFee(paidWith(withArgs(burn, { returnChain }), { resource }), call.args.fee);
      }
      case 'commitRoot':
        return signedBy(calls.commitRoot(call.args), signers);
      case 'mintTokens':
      case 'releaseTokens': {
        const { place: _, recipient, ...args } = call.args;
        const name = call.name === 'mintTokens' ? 'mint_tokens' : 'release_tokens';
        return { name, args: { ...args, recipient: addressOf(recipient) }, signers };
      }
      case 'cancelOrder': {
        const { place: _, ...args } = call.args;
        return { name: 'cancel_order', args, signers };
      }
      case 'executeMany': {
        const { packed, recipients } = call.args;
        return { name: 'execute_many', args: { packed, recipients: recipients.map(addressOf) }, signers };
      }
      case 'replaceRoot': {
        const { changed, ...interval } = call.args;
        return signedBy(calls.replaceRoot(interval, changed), signers);
      }
      case 'setRemote':
        return signedBy(calls.setRemote(call.args), signers);
      case 'openRemote':
        return signedBy(calls.openRemote({ ...REMOTE, ...call.args }), signers);
      case 'setLimits':
        return signedBy(calls.setLimits({ ...REMOTE, ...call.args }, call.args.side, call.args.limits), signers);
      case 'setOracle':
        return signedBy(calls.setOracle(call.args.members.map(memberOf), call.args.threshold), signers);
      case 'setGuardian':
        return signedBy(calls.setGuardian(addressOf(call.args.guardian)), signers);
      case 'proposeAdmin': {
        const { admin } = call.args;
        return signedBy(calls.proposeAdmin(admin === null ? null : addressOf(admin)), signers);
      }
      case 'acceptAdmin':
        return signedBy(calls.acceptAdmin(sender), signers);
      case 'pauseRemote':
        return signedBy(calls.pauseRemote({ ...REMOTE, domain: call.args.remote }), signers);
      case 'unpauseRemote':
        return signedBy(calls.unpauseRemote({ ...REMOTE, domain: call.args.remote }), signers);
      case 'setFee':
        return signedBy(calls.setFee({ ...REMOTE, domain: call.args.remote }, call.args.fee), signers);
      case 'collectFees':
        return signedBy(calls.collectFees(addressOf(call.args.to)), signers);
      default:
        return calls.pause(PAUSES[call.name], sender);
    }
  }

  /** Credits lie in the locker, which pays them without the bridge. */
  #claim({ args, by }: ProtocolCall<'claim'>): Outcome {
    const [creditor] = signersOf(by) as [Address];
    const resource = this.#resource(args.currency);
    const credit = this.#bridge.credit(creditor, resource);
    if (credit === 0n) return { failed: 'the locker has nothing for this account' };
    const { error } = claim(this.#bridge, creditor, resource, credit, addressOf(args.to));
    return error === undefined ? { events: [] } : { failed: error };
  }

  configuration(): Configuration {
    const fields = this.#bridge.configuration() as unknown as Configuration & Fields;
    const { domain, wireDecimals, outboundPaused, inboundPaused } = fields;
    return {
      ...{ domain, wireDecimals, outboundPaused, inboundPaused },
      admin: wordOf(fields.admin as unknown as Address),
      proposedAdmin: roleOf(fields.proposedAdmin),
      guardian: wordOf(fields.guardian as unknown as Address),
      oracle: oracleOf(fields),
    };
  }

  remote(domain: Domain) {
    const fields = this.#bridge.remote({ ...REMOTE, domain });
    if (fields === null) return undefined;
    const { token: _, ...registration } = fields;
    return { domain, ...registration } as Remote & { opened: boolean };
  }

  lane(domain: Domain): Lane {
    return this.#bridge.lane({ ...REMOTE, domain }) as unknown as Lane;
  }

  fee(domain: Domain): bigint {
    return this.#bridge.feeOf({ ...REMOTE, domain });
  }

  fees(): bigint {
    return this.#bridge.fees;
  }

  limits(domain: Domain, side: Side) {
    return this.#bridge.limits(side, { ...REMOTE, domain }) as unknown as Limits & { available: bigint };
  }

  root(source: Domain, firstNonce: bigint, count: number): Hex | undefined {
    return this.#bridge.rootOf(firstNonce, count, { ...REMOTE, domain: source }) ?? undefined;
  }

  status(source: Domain, nonce: bigint): Status {
    return this.#bridge.statusOf(nonce, { ...REMOTE, domain: source });
  }

  credit(currency: Currency, creditor: Hex): bigint {
    return this.#bridge.credit(addressOf(creditor), this.#resource(currency));
  }

  balance(currency: Currency, holder: Hex): bigint {
    return this.#bridge.chain.balance(addressOf(holder), this.#resource(currency));
  }

  supply(domain: Domain): bigint {
    return this.#bridge.chain.supply(this.#resource(domain));
  }

  statuses(source: Domain, firstNonce: bigint, count: number): Status[] {
    return this.#bridge.statuses(firstNonce, count, { ...REMOTE, domain: source });
  }

  coins(holder: Hex): bigint {
    return this.#bridge.chain.balance(addressOf(holder), XRD);
  }

  giveCoins(holder: Hex, amount: bigint): void {
    fund(this.#bridge.chain, addressOf(holder), amount);
  }

  /** The locker holds the credits. */
  held(): bigint {
    const { chain, holdings, locker, canonical } = this.#bridge;
    return holdings + chain.balance(locker, canonical);
  }

  actor(name: Actor): Hex {
    return wordOf(ACTORS[name]);
  }

  oracleAccounts({ members }: Oracle): Hex[] {
    return members.map((member) => wordOf(memberOf(member)));
  }

  account(name: string): Hex {
    return wordOf(keyOf(name));
  }

  give(holder: Hex, amount: bigint): void {
    const { chain, canonical } = this.#bridge;
    const to = addressOf(holder);
    if (to !== USER) transfer(chain, USER, to, canonical, amount);
    else if (canonical === XRD) fund(chain, USER, amount);
  }

  /** Every account takes everything until its owner says otherwise. */
  prepare(): void {}

  block(currency: Currency, holder: Hex): void {
    refuseResource(this.#bridge.chain, addressOf(holder), this.#resource(currency));
  }

  time(): bigint {
    return this.#bridge.chain.time;
  }

  pass(seconds: bigint): void {
    this.#bridge.chain.setTime(this.time() + seconds);
  }

  /** Whether `owner` has tokens of that remote. Tokens of REMOTE are in the bucket otherwise. */
  #held(domain: Domain, owner: Address): boolean {
    return domain !== REMOTE.domain && this.remote(domain) !== undefined && this.balance(domain, wordOf(owner)) > 0n;
  }

  #resource(currency: Currency): Address {
    return currency === 'canonical' ? this.#bridge.canonical : this.#bridge.tokenOf({ ...REMOTE, domain: currency });
  }
}

const PAUSES = {
  pauseOutbound: 'pause_outbound',
  pauseInbound: 'pause_inbound',
  unpauseOutbound: 'unpause_outbound',
  unpauseInbound: 'unpause_inbound',
} as const;

const isDone = (done: ReturnType<Bridge['attempt']>): done is Done => 'emitted' in done;

export const eventOf = ({ name, data }: BridgeEvent): Event =>
  ({ name, fields: fieldsOf(name, data) }) as unknown as Event;

function fieldsOf(name: string, data: Fields): unknown {
  if (name === 'RemoteSet') {
    const { token: _, ...registration } = data;
    return registration;
  }
  if (name === 'OracleSet') return oracleOf(data);
  if ('guardian' in data) return { guardian: roleOf(data.guardian) };
  if ('admin' in data) return { admin: roleOf(data.admin) };
  return data;
}

export const RADIX: Kind = {
  name: 'Radix',
  fee: 'exact',
  feesInEscrow: false,
  largestLimit: MAX_WIRE_AMOUNT,
  shortNumbers: false,
  largestBatch: 4_096,
  mintsCanFail: true,
  rootsClose: false,
  creditsAreMinted: true,
  packsOrders: true,
  flippedBits: 29,
  bridgedUnit: (wireDecimals) => unitOf({ ...REMOTE, wireDecimals }),
  deploy: (asset) => new RadixUnderTest(sharedBridge(asset === 'native' ? {} : { divisibility: asset.decimals })),
};
