import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { decodeTerms, type Hex, hexToBytes, type Terms, termsIdOf, ZERO_32 } from '@causeway/protocol';
import type { Address } from '@solana/kit';
import { addressOf, bytesOf, derive, TOKEN_PROGRAM, tokenAccountOf, wordOf } from './addresses.ts';
import { type Bridge, type BridgeEvent, EVENT_TAG } from './bridge.ts';
import { type BuiltInstruction, type Call, instructionOf } from './call.ts';
import { type Receipt, SYSTEM_PROGRAM } from './chain.ts';
import { seenOfSettler } from './coverage.ts';
import { decodeEvent, type Fields, SETTLER } from './idl.ts';
import { keyOf } from './keys.ts';
import { PAYER } from './setting.ts';
import { tokenBalance } from './tokens.ts';

/** The committed program. */
const CODE = readFileSync(new URL('../../artifacts/causeway_settler.so', import.meta.url));
export const SETTLER_PROGRAM = keyOf('settler program');

/** An event of the settler or, in the same transaction, of its bridge. */
export interface SettlerEventOf extends BridgeEvent {
  readonly of: 'settler' | 'bridge';
}

/** The account where `owner` is paid in `asset`, a word. */
export const payeeOf = (asset: Hex, owner: Address): Address =>
  asset === ZERO_32 ? owner : tokenAccountOf(addressOf(asset), owner);

/** The settler of a bridge, on the bridge's chain, with an honest caller's calls. */
export class Settler {
  readonly bridge: Bridge;
  readonly program: Address;
  readonly address: Address;
  readonly eventAuthority: Address;

  constructor(bridge: Bridge, program = SETTLER_PROGRAM) {
    this.bridge = bridge;
    this.program = program;
    this.address = derive(program, [Buffer.from('settler'), bytesOf(bridge.program)]);
    this.eventAuthority = derive(program, [Buffer.from('__event_authority')]);
    bridge.chain.addProgram(program, CODE);
  }

  vault(id: Hex): Address {
    return derive(this.program, [Buffer.from('vault'), bytesOf(this.address), hexToBytes(id)]);
  }

  slot(id: Hex): Address {
    return derive(this.program, [Buffer.from('slot'), bytesOf(this.address), hexToBytes(id)]);
  }

  /** What became of a swap; undefined without a slot. */
  read(id: Hex): Fields | undefined {
    const account = this.bridge.chain.account(this.slot(id));
    if (account === undefined || account.owner !== this.program) return undefined;
    assert.equal(account.lamports >= this.bridge.chain.rent(account.data.length), true, 'a slot is rent exempt');
    seenOfSettler.accounts.add('slot');
    return SETTLER.decodeAccount('slot', account.data);
  }

  /** What `owner` has of an asset, a word. */
  balance(asset: Hex, owner: Address): bigint {
    const { chain } = this.bridge;
    return asset === ZERO_32 ? chain.lamports(owner) : tokenBalance(chain, payeeOf(asset, owner));
  }

  /** What the vault holds of an asset, a word. */
  held(id: Hex, asset: Hex): bigint {
    return this.balance(asset, this.vault(id));
  }

  // Calls. Terms of another length have the accounts of terms without fields.

  fill(terms: Hex, maxOut: bigint, solver: Address): Call {
    return this.#call('fill', { terms, maxOut }, this.#filling(terms, solver));
  }

  fillAndSettle(terms: Hex, maxOut: bigint, solver: Address): Call {
    const accounts = { ...this.#filling(terms, solver), ...this.#settling(terms, solver) };
    const { assetIn, assetOut } = this.#terms(terms);
    const tokenProgram = assetIn === ZERO_32 && assetOut === ZERO_32 ? null : TOKEN_PROGRAM;
    return this.#call('fillAndSettle', { terms, maxOut }, { ...accounts, tokenProgram });
  }

  /** Pays whoever filled, or `filler` where nobody did. */
  settle(terms: Hex, filler: Address): Call {
    const solver = this.read(termsIdOf(terms))?.solver as Address | undefined;
    return this.#call('settle', { terms }, this.#settling(terms, solver ?? filler));
  }

  settleLess(terms: Hex, least: bigint, filler: Address): Call {
    const settle = this.settle(terms, filler);
    return { ...settle, name: 'settleLess', args: { terms, least }, accounts: { ...settle.accounts, filler } };
  }

  giveBack(terms: Hex, maxFee: bigint, caller: Address): Call {
    const { assetIn, recipient, home } = this.#terms(terms);
    const { at, asset, calls, program } = this.bridge;
    const registered = this.bridge.chain.account(at.remote(home));
    const isCanonical = assetIn === (asset.mint === undefined ? ZERO_32 : wordOf(asset.mint));
    const wireDecimals =
      registered === undefined ? 9 : (this.bridge.read('remote', at.remote(home)).wireDecimals as number);
    const lane = {
      remote: at.remote(home),
      source: isCanonical
        ? at.escrow
        : calls.mintOf({ domain: home, wireDecimals, bridge: ZERO_32, addressLength: 20 }),
      bridgeEventAuthority: at.eventAuthority,
      bridgeProgram: program,
    };
    const away = { remote: null, source: null, bridgeEventAuthority: null, bridgeProgram: null };
    return this.#call(
      'giveBack',
      { terms, maxFee },
      {
        payer: PAYER,
        caller,
        ...this.#vault(terms, assetIn),
        recipient: payeeOf(assetIn, addressOf(recipient)),
        feeTo: payeeOf(assetIn, caller),
        ...(home === 0 ? away : lane),
      },
    );
  }

  /** `to` is the owner of what is paid. */
  withdraw(terms: Hex, asset: Hex, to: Address, recipient: Address): Call {
    return this.#call(
      'withdraw',
      { terms, asset: addressOf(asset) },
      { recipient, payer: PAYER, ...this.#vault(terms, asset), to: payeeOf(asset, to) },
    );
  }

  sweep(terms: Hex, asset: Hex): Call {
    const to = payeeOf(asset, addressOf(this.#terms(terms).recipient));
    return this.#call('sweep', { terms, asset: addressOf(asset) }, { ...this.#vault(terms, asset), to });
  }

  /** Collects the credit in the canonical asset, or in a bridged token. */
  collect(terms: Hex, mint?: Address): Call {
    const { at, asset, program } = this.bridge;
    const vault = this.vault(termsIdOf(terms));
    const moved = mint ?? asset.mint;
    return this.#call(
      'collect',
      { terms },
      {
        ...this.#vault(terms, moved === undefined ? ZERO_32 : wordOf(moved)),
        claimable: at.claimable(moved, vault),
        rentTo: PAYER,
        escrow: mint === undefined ? at.escrow : null,
        mint: mint ?? null,
        bridgeEventAuthority: at.eventAuthority,
        bridgeProgram: program,
      },
    );
  }

  closeSlot(terms: Hex, rentTo = PAYER): Call {
    return this.#call('closeSlot', { terms }, { slot: this.slot(termsIdOf(terms)), rentTo });
  }

  // Sending.

  instruction(call: Call): BuiltInstruction {
    return instructionOf(this.program, call, SETTLER);
  }

  attempt(call: Call): Receipt & { readonly events?: readonly SettlerEventOf[] } {
    const receipt = this.bridge.chain.send([this.instruction(call)]);
    const error = receipt.code === undefined ? undefined : SETTLER.errorName(receipt.code);
    if (error !== undefined) seenOfSettler.errors.add(error);
    if (receipt.error !== undefined) return receipt;
    const events = this.eventsOf(receipt);
    seenOfSettler.instructions.add(call.name);
    for (const { of, name } of events) if (of === 'settler') seenOfSettler.events.add(name);
    return { ...receipt, events };
  }

  /** Sends `call`, which must succeed. */
  run(call: Call): Receipt & { readonly events: readonly SettlerEventOf[] } {
    const receipt = this.attempt(call);
    if (receipt.events === undefined) assert.fail(`${call.name} failed: ${receipt.error}\n${receipt.logs.join('\n')}`);
    return { ...receipt, events: receipt.events };
  }

  /** Sends `call`, which must fail with the error `name` of the settler or of its bridge. */
  refuse(call: Call, name: string): void {
    const { error } = this.attempt(call);
    assert.equal(error, `Custom(${SETTLER.errorCode(name)})`, `${call.name} should fail with ${name}`);
  }

  /** The events of settler and bridge: calls to themselves with their event authority as the only account. */
  eventsOf({ inner }: Receipt): SettlerEventOf[] {
    return inner.flatMap(({ program, accounts, data }) => {
      const isOwn = program === this.program && accounts[0] === this.eventAuthority;
      const isBridges = program === this.bridge.program && accounts[0] === this.bridge.at.eventAuthority;
      if (!isOwn && !isBridges) return [];
      assert.equal(accounts.length, 1);
      assert.deepEqual(Buffer.from(data.subarray(0, 8)), EVENT_TAG);
      const decode = isOwn ? SETTLER.decodeEvent : decodeEvent;
      const event = decode(data.subarray(8)) ?? assert.fail('an event that the IDL does not have');
      return [{ ...event, of: isOwn ? ('settler' as const) : ('bridge' as const) }];
    });
  }

  #terms(encoded: Hex): Pick<Terms, 'assetIn' | 'assetOut' | 'recipient' | 'home'> {
    const decoded = decodeTerms(encoded);
    return decoded.ok ? decoded.value : { assetIn: ZERO_32, assetOut: ZERO_32, recipient: ZERO_32, home: 0 };
  }

  #call(name: string, args: Fields, accounts: Call['accounts']): Call {
    const { address: settler, eventAuthority, program, bridge } = this;
    const site = { settler, bridge: bridge.at.bridge, eventAuthority, program, systemProgram: SYSTEM_PROGRAM };
    return { name, args, accounts: { ...site, ...accounts }, members: [] };
  }

  #filling(terms: Hex, solver: Address): Call['accounts'] {
    const { assetOut, recipient } = this.#terms(terms);
    const isSol = assetOut === ZERO_32;
    return {
      payer: PAYER,
      solver,
      slot: this.slot(termsIdOf(terms)),
      recipient: payeeOf(assetOut, addressOf(recipient)),
      solverToken: isSol ? null : payeeOf(assetOut, solver),
      tokenProgram: isSol ? null : TOKEN_PROGRAM,
    };
  }

  #settling(terms: Hex, filler: Address): Call['accounts'] {
    const { assetIn } = this.#terms(terms);
    return { ...this.#vault(terms, assetIn), to: payeeOf(assetIn, filler) };
  }

  #vault(terms: Hex, asset: Hex): Call['accounts'] {
    const id = termsIdOf(terms);
    const vault = this.vault(id);
    const isSol = asset === ZERO_32;
    return {
      slot: this.slot(id),
      vault,
      vaultToken: isSol ? null : payeeOf(asset, vault),
      tokenProgram: isSol ? null : TOKEN_PROGRAM,
    };
  }
}
