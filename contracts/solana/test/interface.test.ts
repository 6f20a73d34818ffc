// The IDL equals the program's behaviour: accounts and their flags, arguments, discriminators.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import idl from '@causeway/contracts-solana/idl' with { type: 'json' };
import { AccountRole } from '@solana/kit';
import { type AccountMeta, type BuiltInstruction, instructionOf } from './support/call.ts';
import type { Receipt } from './support/chain.ts';
import { assertCleanFailure } from './support/clean.ts';
import { ANCHOR_ERROR, accountItems, IDL } from './support/idl.ts';
import { SCENARIOS, type Scenario } from './support/scenarios.ts';

/**
 * Sends the scenario's instruction with a change. It is prepared again only after a success, since a failure changes
 * nothing.
 */
function trial({ bridge, prepare }: Scenario): (change: (built: BuiltInstruction) => BuiltInstruction) => Receipt {
  let built: BuiltInstruction | undefined;
  return (change) => {
    built ??= instructionOf(bridge.program, prepare());
    const receipt = bridge.chain.send([change(built)]);
    if (receipt.error === undefined) built = undefined;
    return receipt;
  };
}
const withData = (data: Uint8Array) => (built: BuiltInstruction) => ({ ...built, data });
const withMeta = (index: number, change: Partial<AccountMeta>) => (built: BuiltInstruction) => ({
  ...built,
  accounts: built.accounts.map((meta, i) => (i === index ? { ...meta, ...change } : meta)),
});
const discriminator = (namespace: string, name: string) => [
  ...createHash('sha256').update(`${namespace}:${name}`).digest().subarray(0, 8),
];

describe('the IDL', () => {
  it('has a scenario for every instruction', () => {
    const names = new Set(SCENARIOS.map(({ instruction }) => instruction));
    assert.deepEqual([...names].sort(), IDL.instructions.map(({ name }) => name).sort());
  });

  it('has Anchor’s discriminators', () => {
    for (const { name, discriminator: bytes } of idl.instructions)
      assert.deepEqual(bytes, discriminator('global', name));
    for (const { name, discriminator: bytes } of idl.accounts) assert.deepEqual(bytes, discriminator('account', name));
    for (const { name, discriminator: bytes } of idl.events) assert.deepEqual(bytes, discriminator('event', name));
  });

  it('numbers the errors from 6000 on without gaps', () => {
    assert.deepEqual(
      idl.errors.map(({ code }) => code),
      idl.errors.map((_, index) => 6_000 + index),
    );
  });

  for (const scenario of SCENARIOS) {
    it(`lists exactly the accounts that ${scenario.name} needs`, () => {
      const call = scenario.prepare();
      assert.equal(call.name, scenario.instruction);
      const listed = accountItems(call.name);
      scenario.bridge.run(call);
      const send = trial(scenario);
      for (let count = 0; count < listed.length; count++) {
        const receipt = send((built) => ({ ...built, accounts: built.accounts.slice(0, count) }));
        assertCleanFailure(receipt, `${count} accounts`);
      }
    });

    it(`has the signers of ${scenario.name}`, () => {
      const send = trial(scenario);
      for (const [index, { name, signer, writable }] of accountItems(scenario.instruction).entries()) {
        if (!signer) continue;
        const role = writable ? AccountRole.WRITABLE : AccountRole.READONLY;
        assertCleanFailure(send(withMeta(index, { role })), `${name} without signature`);
      }
    });

    it(`takes no account of ${scenario.name} as absent that is not optional`, () => {
      const items = accountItems(scenario.instruction);
      const send = trial(scenario);
      for (const [index, { name, optional }] of items.entries()) {
        if (optional || name === 'program') continue;
        const absent = { address: scenario.bridge.program, role: AccountRole.READONLY };
        assertCleanFailure(send(withMeta(index, absent)), `${name} absent`);
      }
    });
  }

  // What an instruction's bytes mean does not depend on the state, so one scenario of each will do.
  for (const { name } of IDL.instructions) {
    it(`decodes the arguments of ${name} to the last byte`, () => {
      const scenario = SCENARIOS.find(({ instruction }) => instruction === name) ?? assert.fail(name);
      const { data } = instructionOf(scenario.bridge.program, scenario.prepare());
      const send = trial(scenario);
      const malformed = `Custom(${ANCHOR_ERROR.InstructionDidNotDeserialize})`;
      for (let length = 8; length < data.length; length++)
        assert.equal(send(withData(data.slice(0, length))).error, malformed, `${length} bytes`);
      for (const more of [1, 8, 32]) {
        const longer = Uint8Array.from([...data, ...new Uint8Array(more)]);
        assert.equal(send(withData(longer)).error, malformed, `${more} bytes too many`);
      }
    });
  }

  it('marks as writable only accounts that some call writes', () => {
    const needed = new Set<string>();
    const marked = new Set<string>();
    for (const scenario of SCENARIOS) {
      const { instruction } = scenario;
      const send = trial(scenario);
      for (const [index, { name, signer, writable }] of accountItems(instruction).entries()) {
        // A recipient that the runtime keeps read-only is credited; see release-tokens.test.ts.
        if (!writable || `${instruction}.${name}` === 'releaseTokens.recipient') continue;
        marked.add(`${instruction}.${name}`);
        const role = signer ? AccountRole.READONLY_SIGNER : AccountRole.READONLY;
        const receipt = send(withMeta(index, { role }));
        if (receipt.error === undefined) continue;
        assertCleanFailure(receipt, `${name} read-only`);
        needed.add(`${instruction}.${name}`);
      }
    }
    assert.deepEqual(
      [...marked].filter((account) => !needed.has(account)),
      [],
    );
  });

  it('marks as optional only accounts that some calls have and others lack', () => {
    for (const { name } of IDL.instructions) {
      const calls = SCENARIOS.filter((scenario) => scenario.instruction === name).map(({ prepare }) => prepare());
      for (const { name: account, optional } of accountItems(name)) {
        if (!optional) continue;
        const absent = calls.map(({ accounts }) => accounts[account] === null);
        assert(absent.includes(true) && absent.includes(false), `${name}.${account}`);
      }
    }
  });

  it('is refused with an unknown or missing discriminator', () => {
    const [first] = SCENARIOS;
    assert(first !== undefined);
    const send = trial(first);
    const code = (data: number[]) => send(withData(Uint8Array.from(data))).code;
    assert.equal(code([]), ANCHOR_ERROR.InstructionMissing);
    for (let length = 1; length < 8; length++)
      assert.equal(code(new Array(length).fill(7)), ANCHOR_ERROR.InstructionMissing);
    assert.equal(code(new Array(8).fill(0)), ANCHOR_ERROR.InstructionFallbackNotFound);
    assert.equal(code(discriminator('global', 'no_such_function')), ANCHOR_ERROR.InstructionFallbackNotFound);
  });

  it('accepts the event instruction only from the event authority', () => {
    const [first] = SCENARIOS;
    assert(first !== undefined);
    const send = trial(first);
    const tag = Buffer.from('e445a52e51cb9a1d', 'hex');
    assertCleanFailure(send(withData(tag)), 'an event without signer');
    const { bridge } = first;
    const authority = { address: bridge.at.eventAuthority, role: AccountRole.READONLY };
    assertCleanFailure(
      send((built) => ({ ...built, accounts: [authority], data: tag })),
      'an event unsigned',
    );
  });
});

describe('arguments', () => {
  const invalid = `Custom(${ANCHOR_ERROR.InstructionDidNotDeserialize})`;
  const scenarioOf = (name: string) => SCENARIOS.find((scenario) => scenario.name === name) ?? assert.fail(name);
  const changeByte = (name: string, index: number, value: number) =>
    trial(scenarioOf(name))((built) => ({ ...built, data: built.data.with(index, value) })).error;

  it('refuse an unknown side', () => {
    // Discriminator, domain, then the side.
    for (const side of [2, 3, 255]) assert.equal(changeByte('setLimits', 12, side), invalid);
  });

  it('refuse a name that is no UTF-8', () => {
    // Discriminator, domain, bridge, address length, wire decimals, length of the name, then the name.
    for (const byte of [0x80, 0xc0, 0xff]) assert.equal(changeByte('setRemote', 8 + 4 + 32 + 1 + 1 + 4, byte), invalid);
  });

  it('refuse lists that are longer than the data', () => {
    for (const [name, offset] of [
      ['setOracle', 8],
      ['replaceRoot', 8 + 4 + 8 + 4 + 32],
      ['cancelOrder', 8 + 32],
      ['setRemote', 8 + 4 + 32 + 1 + 1],
    ] as const)
      for (const [byte, value] of [
        [0, 255],
        [3, 255],
      ] as const)
        assert.equal(changeByte(name, offset + byte, value), invalid, name);
  });
});
