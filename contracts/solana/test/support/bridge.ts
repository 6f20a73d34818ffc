import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Hex, KIND, type Message, messageIdOf, STATUS, type Status } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import type { Interval } from '../../../conformance/src/bridge-under-test.ts';
import { Committing } from '../../../conformance/src/messages.ts';
import { Addresses, bytesOf, PAGE_NONCES, tokenAccountOf, wordOf } from './addresses.ts';
import { type BuiltInstruction, type Call, instructionOf } from './call.ts';
import { type Asset, Calls } from './calls.ts';
import { Chain, type Receipt, type SendOptions, SYSTEM_PROGRAM } from './chain.ts';
import { seenAccounts, seenErrors, seenEvents, seenInstructions } from './coverage.ts';
import { decodeAccount, decodeEvent, errorCode, FIRST_ERROR, type Fields } from './idl.ts';
import { keyOf } from './keys.ts';
import {
  ADMIN,
  GUARDIAN,
  HERE,
  LIMITS,
  MEMBERS,
  PAYER,
  REMOTE,
  type Remote,
  STRANGER,
  UPGRADE_AUTHORITY,
  USER,
  WEALTH,
} from './setting.ts';
import { mintAccount, tokenAccount } from './tokens.ts';

/** Anchor's prefix of the data of an event instruction. */
export const EVENT_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');
/** The committed program. */
export const CODE = readFileSync(new URL('../../artifacts/causeway_bridge.so', import.meta.url));

export interface BridgeEvent {
  readonly name: string;
  readonly data: Fields;
}

/** A successful transaction. */
export interface Done extends Receipt {
  readonly events: readonly BridgeEvent[];
}

export interface BridgeOptions {
  /** Decimals of a canonical SPL token; SOL when absent. */
  readonly decimals?: number;
  /** The program's address. */
  readonly program?: Address;
  /** The rent of an account; the cluster's when absent. */
  readonly lamportsPerByte?: bigint;
}

/** A deployed program on its own chain, with helpers for tests. */
export class Bridge extends Committing {
  readonly chain = new Chain();
  readonly program: Address;
  readonly at: Addresses;
  readonly asset: Asset;
  readonly calls: Calls;
  /** The bridge's address in messages. */
  readonly word: Hex;

  /** Deploys the program without a bridge; see `initialize`. */
  constructor({ decimals, program = keyOf('program'), lamportsPerByte }: BridgeOptions = {}) {
    super();
    if (lamportsPerByte !== undefined) this.chain.setRent(lamportsPerByte);
    this.program = program;
    this.at = new Addresses(program);
    this.word = wordOf(program);
    this.asset = { mint: decimals === undefined ? undefined : keyOf('canonical mint'), decimals: decimals ?? 9 };
    this.calls = new Calls(program, this.at, this.asset);
    this.chain.addProgram(program, CODE);
    this.setUpgradeAuthority(UPGRADE_AUTHORITY);
    for (const wallet of [ADMIN, PAYER, USER, STRANGER, GUARDIAN, ...MEMBERS]) this.fund(wallet);
    if (this.asset.mint !== undefined) {
      this.chain.put(this.asset.mint, mintAccount(this.chain, { decimals: this.asset.decimals }));
      this.giveTokens(USER, WEALTH);
    }
  }

  /** A bridge with REMOTE open, with LIMITS on both sides. */
  static deploy(options: BridgeOptions = {}): Bridge {
    const bridge = new Bridge(options);
    bridge.run(bridge.calls.initialize());
    bridge.register(REMOTE);
    bridge.chain.checkpoint();
    return bridge;
  }

  /** Registers and opens a remote. */
  register(remote: Remote, limits = LIMITS): void {
    this.run(this.calls.setRemote(remote));
    this.run(this.calls.setLimits(remote, 'canonical', limits));
    this.run(this.calls.setLimits(remote, 'bridged', limits));
    this.run(this.calls.openRemote(remote));
  }

  fund(wallet: Address, lamports = WEALTH): void {
    this.chain.put(wallet, { lamports, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
  }

  /** Gives `owner` a token account with `amount` of the canonical mint, or of `mint`. Returns its address. */
  giveTokens(owner: Address, amount: bigint, mint = this.asset.mint, frozen = false): Address {
    assert(mint !== undefined, 'SOL has no token account');
    const address = tokenAccountOf(mint, owner);
    this.chain.put(address, tokenAccount(this.chain, { mint, owner, amount, frozen }));
    return address;
  }

  /** Sets the upgrade authority in the loader's account; undefined makes the program final. */
  setUpgradeAuthority(authority: Address | undefined): void {
    const account = this.chain.account(this.at.programData);
    assert(account !== undefined, 'the loader keeps the code in a program data account');
    const data = Uint8Array.from(account.data);
    data.set(authority === undefined ? new Uint8Array(33) : [1, ...bytesOf(authority)], 12);
    this.chain.put(this.at.programData, { ...account, data });
  }

  /** Sends `call`, which must succeed. */
  run(call: Call, options?: SendOptions): Done {
    const receipt = this.attempt(call, options);
    if (!('events' in receipt)) assert.fail(`${call.name} failed: ${receipt.error}\n${receipt.logs.join('\n')}`);
    return receipt;
  }

  /** Sends `call`, which may fail. */
  attempt(call: Call, options?: SendOptions): Done | Receipt {
    const receipt = this.chain.send([instructionOf(this.program, call)], options);
    if (receipt.code !== undefined) seenErrors.add(receipt.code);
    if (receipt.error !== undefined) return receipt;
    const events = this.eventsOf(receipt);
    seenInstructions.add(call.name);
    for (const { name } of events) seenEvents.add(name);
    return { ...receipt, events };
  }

  /** Sends `call`, which must fail with the program's error `name`. */
  refuse(call: Call, name: string, options?: SendOptions): void {
    this.refuseBuilt(instructionOf(this.program, call), name, options);
  }

  /** The same for an instruction that a test has changed. */
  refuseBuilt(instruction: BuiltInstruction, name: string, options?: SendOptions): void {
    const { error, code } = this.chain.send([instruction], options);
    assert.equal(error, `Custom(${errorCode(name)})`, `should fail with ${name}`);
    seenErrors.add(code as number);
  }

  /** Sends `call`, which must fail with any error of the program. */
  refuseAny(call: Call): void {
    const { error, code } = this.chain.send([instructionOf(this.program, call)]);
    assert(code !== undefined && code >= FIRST_ERROR, `${call.name} should be refused: ${error}`);
  }

  /** Sends `call`, which must fail with this error of the runtime or of another program (Receipt.error). */
  fails(call: Call, error: string, options?: SendOptions): void {
    assert.equal(this.chain.send([instructionOf(this.program, call)], options).error, error);
  }

  /** Sends `call`, which must succeed and emit only `name` with these fields. */
  runEmitting(call: Call, name: string, data: Fields): Done {
    const done = this.run(call);
    assert.deepEqual(done.events, [{ name, data }]);
    return done;
  }

  /** Events of the program: calls to itself with the event authority as their only account. */
  eventsOf({ inner }: Receipt): BridgeEvent[] {
    const own = inner.filter(({ program }) => program === this.program);
    return own.map(({ accounts, data }) => {
      assert.deepEqual(accounts, [this.at.eventAuthority]);
      assert.deepEqual(Buffer.from(data.subarray(0, 8)), EVENT_TAG);
      return decodeEvent(data.subarray(8)) ?? assert.fail('an event that the IDL does not have');
    });
  }

  /** The fields of an account of the program. */
  read(type: string, address: Address): Fields {
    const account = this.chain.account(address);
    assert(account !== undefined, `no ${type} at ${address}`);
    assert.equal(account.owner, this.program);
    assert.equal(account.lamports >= this.chain.rent(account.data.length), true, `${type} is rent exempt`);
    seenAccounts.add(type);
    return decodeAccount(type, account.data);
  }

  remote(remote = REMOTE): Fields {
    return this.read('remote', this.at.remote(remote.domain));
  }

  /** Delivery fees of a remote that nobody has collected, lamports. */
  fees(domain = REMOTE.domain): bigint {
    const account = this.chain.account(this.at.remote(domain));
    return account === undefined ? 0n : account.lamports - this.chain.rent(account.data.length);
  }

  outstanding(remote = REMOTE): bigint {
    return this.remote(remote).outstanding as bigint;
  }

  /** Local units of the canonical asset in one wire unit. */
  get unit(): bigint {
    return 10n ** BigInt(Math.max(0, this.asset.decimals - 9));
  }

  /** The root stored for an interval. */
  root({ source, firstNonce, count }: Omit<Interval, 'root'>): Fields | undefined {
    const address = this.at.root(source, firstNonce, count);
    return this.chain.account(address) === undefined ? undefined : this.read('root', address);
  }

  /** Who paid the rent of the root stored for an interval. */
  rootPayer(interval: Omit<Interval, 'root'>): Address | undefined {
    return this.root(interval)?.payer as Address | undefined;
  }

  statusOf(nonce: bigint, remote = REMOTE): Status {
    const { bits } = this.read('statusPage', this.at.status(remote.domain, nonce)) as { bits: Hex };
    const offset = Number(nonce % PAGE_NONCES);
    const byte = Number.parseInt(bits.slice(2 + 2 * (offset >> 2), 4 + 2 * (offset >> 2)), 16);
    const value = (byte >> (2 * (offset & 3))) & 3;
    return (Object.keys(STATUS) as Status[])[value] as Status;
  }

  /** Credited and unclaimed local units of the canonical asset, or of `mint`. */
  credit(recipient: Address, mint = this.asset.mint): bigint {
    const address = this.at.claimable(mint, recipient);
    return this.chain.account(address) === undefined ? 0n : (this.read('claimable', address).amount as bigint);
  }

  readonly here = HERE;
  readonly user = wordOf(USER);

  protected nextInbound(remote: Remote): bigint {
    return this.remote(remote).nextInboundNonce as bigint;
  }

  protected commitInterval(interval: Interval): void {
    this.run(this.calls.commitRoot(interval));
  }

  /** Mints `wireAmount` of REMOTE's token to the user, and creates the user's token account. */
  giveBridged(wireAmount: bigint, owner = USER, remote = REMOTE): void {
    const mint = this.calls.mintOf(remote);
    if (this.chain.account(tokenAccountOf(mint, owner)) === undefined) this.giveTokens(owner, 0n, mint);
    const message = this.inbound(KIND.lock, { wireAmount, recipient: wordOf(owner) }, remote);
    this.run(this.calls.mint(this.commitAround(message, remote), 2, remote));
  }
}

export { intervalOf } from '../../../conformance/src/messages.ts';

/** The event fields of a message. */
export const messageFields = (message: Message): Fields => ({
  messageId: messageIdOf(message),
  message: { version: 1, ...message, kind: KIND_NAMES[message.kind] },
});
const KIND_NAMES = { [KIND.lock]: 'lock', [KIND.burn]: 'burn', [KIND.cancel]: 'cancel' } as const;

const deployed = new Map<string, Bridge>();
/**
 * The bridge with these options in this process, restored to its state after deployment, which is faster than
 * deploying.
 */
export function sharedBridge(options: BridgeOptions): Bridge {
  const key = JSON.stringify(options);
  const bridge = deployed.get(key) ?? Bridge.deploy(options);
  deployed.set(key, bridge);
  return bridge;
}

/** A bridge that is restored for every test of the suite, for SOL or for a token with these decimals. */
export function useBridge(options: BridgeOptions = {}): Bridge {
  const bridge = sharedBridge(options);
  beforeEach(() => bridge.chain.restore());
  return bridge;
}
