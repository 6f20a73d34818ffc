import assert from 'node:assert/strict';
import { type Hex, KIND, type Status } from '@causeway/protocol';
import type { Interval, Side } from '../../../conformance/src/bridge-under-test.ts';
import { Committing } from '../../../conformance/src/messages.ts';
import { type Address, wordOf } from './addresses.ts';
import { type Call, instructionsOf, signersOf } from './call.ts';
import { Calls, unitOf } from './calls.ts';
import type { Chain, Receipt } from './chain.ts';
import { seenErrors, seenEvents, seenFunctions, seenUnauthorized } from './coverage.ts';
import { instantiation, instantiationText, packageOn } from './instantiation.ts';
import { EVENTS, FUNCTIONS, type FunctionName } from './interface.ts';
import { BLUEPRINT } from './package.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import { decodeSbor } from './sbor.ts';
import { HERE, LIMITS, REMOTE, type Remote, USER } from './setting.ts';
import type { Fields, Value } from './types.ts';

/** A number of reads that always fits into a transaction. */
const MAX_READS = 30;

export interface BridgeEvent {
  readonly name: string;
  readonly data: Fields;
}

/** A successful transaction. */
export interface Done extends Receipt {
  /** The bridge's own events. */
  readonly emitted: readonly BridgeEvent[];
}

/** An instantiated bridge with helpers for tests. */
export class Bridge extends Committing {
  readonly chain: Chain;
  readonly address: Address;
  /** The bridge's address in messages. */
  readonly word: Hex;
  readonly canonical: Address;
  /** Keeps the credits of failed payments. */
  readonly locker: Address;
  /** Units of 10^-18 of the canonical asset per wire unit. */
  readonly unit: bigint;
  readonly calls: Calls;
  readonly #tokens = new Map<number, Address>();

  constructor(chain: Chain, address: Address, canonical: Address) {
    super();
    this.chain = chain;
    this.address = address;
    this.word = wordOf(address);
    this.canonical = canonical;
    const { wireDecimals, locker } = this.configuration() as { wireDecimals: number; locker: Address };
    this.locker = locker;
    this.unit = 10n ** BigInt(18 - wireDecimals);
    this.calls = new Calls({ canonical, unit: this.unit, tokenOf: (remote) => this.tokenOf(remote) });
  }

  /** Instantiates a bridge without remotes. */
  static instantiate(chain: Chain, canonical: Address, args: Fields = {}): Bridge {
    const { error, outputs } = chain.execute([instantiationText(chain, instantiation(canonical, args))], []);
    assert.equal(error, undefined);
    seenFunctions.add('instantiate');
    return new Bridge(chain, decodeSbor(outputs[0] as Uint8Array, 'address') as Address, canonical);
  }

  /** Instantiates a bridge at an address of the test's choice. */
  static instantiateAt(address: Address, chain: Chain, canonical: Address, args: Fields = {}): Bridge {
    const { error } = chain.executeSystem([
      `USE_PREALLOCATED_ADDRESS Address("${packageOn(chain)}") "${BLUEPRINT}" AddressReservation("bridge") Address("${address}");`,
      instantiationText(chain, instantiation(canonical, { ...args, addressReservation: 'bridge' })),
    ]);
    assert.equal(error, undefined);
    return new Bridge(chain, address, canonical);
  }

  /** Registers and opens a remote. */
  register(remote: Remote, limits = LIMITS): void {
    this.run(
      this.calls.setRemote(remote),
      this.calls.setLimits(remote, 'canonical', limits),
      this.calls.setLimits(remote, 'bridged', limits),
      this.calls.openRemote(remote),
    );
  }

  /** Sends `calls` in one transaction, which must succeed. */
  run(...calls: readonly Call[]): Done {
    const done = this.attempt(...calls);
    if (!('emitted' in done)) assert.fail(`${calls.map(({ name }) => name)} failed: ${JSON.stringify(done)}`);
    return done;
  }

  /** Sends `calls` in one transaction, which may fail. */
  attempt(...calls: readonly Call[]): Done | Refusal {
    const receipt = this.#send(calls);
    if (receipt.error !== undefined) return this.#refusalOf(receipt.error);
    const emitted = this.eventsOf(receipt);
    for (const { name } of calls) seenFunctions.add(name);
    for (const { name } of emitted) seenEvents.add(name);
    for (const { name, data } of emitted)
      if (name === 'RemoteSet') this.#tokens.set(data.domain as number, data.token as Address);
    return { ...receipt, emitted };
  }

  /** Sends `call`, which must fail with the blueprint's error `name`, or with NotOracle, NotGuardian or NotAdmin. */
  refuse(call: Call, name: string): void {
    const refusal = this.refusal(call);
    const found = refusal.kind === 'engine' ? refusal.text : refusal.name;
    assert.equal(found, name, `${call.name} should fail with ${name}`);
    if (refusal.kind === 'unauthorized') assert.equal(refusal.method, call.name);
  }

  /** Sends `call`, which must fail in the engine or in another blueprint with a text that matches. */
  fails(call: Call, text: RegExp): void {
    const refusal = this.refusal(call);
    assert.equal(refusal.kind, 'engine', JSON.stringify(refusal));
    if (refusal.kind === 'engine') assert.match(refusal.text, text);
  }

  /**
   * Sends `call`, which must succeed. Its last event must be `name` with these fields, and the only one of the bridge.
   */
  runEmitting(call: Call, name: string, data: Fields): Done {
    const done = this.run(call);
    assert.deepEqual(done.emitted, [{ name, data }]);
    return done;
  }

  /** Sends `call`, which may fail. */
  succeeds(call: Call): boolean {
    return this.#send([call]).error === undefined;
  }

  /** The reason why `calls` fail; they must fail. */
  refusal(...calls: readonly Call[]): Refusal {
    const { error } = this.#send(calls);
    assert(error !== undefined, `${calls.map(({ name }) => name)} should fail`);
    return this.#refusalOf(error);
  }

  #refusalOf(error: string): Refusal {
    const refusal = refusalOf(error);
    if (refusal.kind === 'error') seenErrors.add(refusal.name);
    if (refusal.kind === 'unauthorized') seenUnauthorized.add(refusal.method);
    return refusal;
  }

  /** The instructions of a manifest for `calls`. */
  instructionsOf(...calls: readonly Call[]): string[] {
    return instructionsOf(this.address, calls);
  }

  #send(calls: readonly Call[]): Receipt {
    return this.chain.execute(this.instructionsOf(...calls), signersOf(calls));
  }

  /** Events of the bridge. */
  eventsOf({ events }: Receipt): BridgeEvent[] {
    return events
      .filter(({ emitter, name }) => emitter === this.address && name in EVENTS)
      .map(({ name, data }) => ({ name, data: decodeSbor(data, { struct: EVENTS[name] ?? {} }) as Fields }));
  }

  /** The return value of a read function. */
  read(name: FunctionName, args: Fields = {}): Value {
    return this.readAll([[name, args]])[0] ?? null;
  }

  /** The return values of several read functions. */
  readAll(reads: readonly (readonly [name: FunctionName, args: Fields])[]): Value[] {
    if (reads.length > MAX_READS)
      return [...this.readAll(reads.slice(0, MAX_READS)), ...this.readAll(reads.slice(MAX_READS))];
    const calls = reads.map(([name, args]): Call => ({ name, args, signers: [] }));
    const { error, outputs } = this.chain.preview(this.instructionsOf(...calls));
    assert.equal(error, undefined);
    return reads.map(([name], index) => {
      seenFunctions.add(name);
      return decodeSbor(outputs[index] as Uint8Array, FUNCTIONS[name].returns);
    });
  }

  configuration(): Fields {
    return this.read('configuration') as Fields;
  }

  remote(remote = REMOTE): Fields | null {
    return this.read('remote', { domain: remote.domain }) as Fields | null;
  }

  lane(remote = REMOTE): Fields {
    return this.read('lane', { domain: remote.domain }) as Fields;
  }

  /** The remaining wire units of a side's bucket. */
  level(side: Side, remote = REMOTE): bigint {
    return this.limits(side, remote).available as bigint;
  }

  limits(side: Side, remote = REMOTE): Fields {
    return this.read('limits', { domain: remote.domain, side }) as Fields;
  }

  outstanding(remote = REMOTE): bigint {
    return this.lane(remote).outstanding as bigint;
  }

  /** The locked amount, in units of 10^-18. */
  get holdings(): bigint {
    return this.configuration().holdings as bigint;
  }

  /** The delivery fees that were not collected yet, units of 10^-18 XRD. */
  get fees(): bigint {
    return this.configuration().fees as bigint;
  }

  /** The delivery fee towards a remote, units of 10^-18 XRD. */
  feeOf(remote = REMOTE): bigint {
    return this.read('fee', { remote: remote.domain }) as bigint;
  }

  statusOf(nonce: bigint, remote = REMOTE): Status {
    return this.statusesOf([nonce], remote)[0] as Status;
  }

  /** The statuses of an interval in one read. */
  statuses(firstNonce: bigint, count: number, remote = REMOTE): Status[] {
    return this.read('statuses', { source: remote.domain, firstNonce, count }) as unknown as Status[];
  }

  statusesOf(nonces: readonly bigint[], remote = REMOTE): Status[] {
    return this.readAll(nonces.map((nonce) => ['status', { source: remote.domain, nonce }])) as Status[];
  }

  rootOf(firstNonce: bigint, count: number, remote = REMOTE): Hex | null {
    return this.read('root', { source: remote.domain, firstNonce, count }) as Hex | null;
  }

  /** The credit of `account` in the locker, in units of 10^-18 of `resource`. */
  credit(account: Address, resource = this.canonical): bigint {
    return this.read('claimable', { account, resource }) as bigint;
  }

  /** The bridged token of a remote, as last registered. */
  tokenOf({ domain }: Remote): Address {
    const known = this.#tokens.get(domain);
    assert(known !== undefined, `${domain} was never registered`);
    return known;
  }

  readonly here = HERE;
  readonly user = wordOf(USER);

  protected nextInbound(remote: Remote): bigint {
    return this.lane(remote).nextInboundNonce as bigint;
  }

  protected commitInterval(interval: Interval): void {
    this.run(this.calls.commitRoot(interval));
  }

  /** Mints `wireAmount` of REMOTE's token to the user. */
  giveBridged(wireAmount: bigint, owner = USER, remote = REMOTE): void {
    const message = this.inbound(KIND.lock, { wireAmount, recipient: wordOf(owner) }, remote);
    this.run(this.calls.mint(this.commitAround(message, remote), 2, remote));
  }

  /** The balance of `owner` in the bridged token, wire units. */
  bridgedBalance(owner = USER, remote = REMOTE): bigint {
    return this.chain.balance(owner, this.tokenOf(remote)) / unitOf(remote);
  }

  /** Supply of the bridged token, in wire units. */
  bridgedSupply(remote = REMOTE): bigint {
    return this.chain.supply(this.tokenOf(remote)) / unitOf(remote);
  }
}

export { intervalOf, messageFields } from '../../../conformance/src/messages.ts';
