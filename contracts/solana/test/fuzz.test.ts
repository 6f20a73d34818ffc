// Random and mutated calls. The program refuses or succeeds and never crashes, and a refused call changes nothing
// (Chain.send checks that).
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import { AccountRole, type Address } from '@solana/kit';
import fc from 'fast-check';
import { anyValue } from './support/any-value.ts';
import type { Bridge } from './support/bridge.ts';
import { type AccountMeta, type BuiltInstruction, type Call, instructionOf } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { assertClean } from './support/clean.ts';
import { argumentItems, type Fields } from './support/idl.ts';
import { hasKey, keyOf } from './support/keys.ts';
import { SCENARIOS, type Scenario } from './support/scenarios.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { assertSolvent } from './support/solvency.ts';

const CASES = cases(5_000, 120_000);
/** The second page needs 64 commits and runs no additional code. */
const FUZZED = SCENARIOS.filter(({ name }) => !name.endsWith('two pages'));

type Mutation = (built: BuiltInstruction, bridge: Bridge) => BuiltInstruction;

const changeData =
  (change: (data: Uint8Array) => Uint8Array): Mutation =>
  (built) => ({ ...built, data: change(built.data) });
const changeAccounts =
  (change: (accounts: readonly AccountMeta[], bridge: Bridge) => readonly AccountMeta[]): Mutation =>
  (built, bridge) => ({ ...built, accounts: change(built.accounts, bridge) });

/** Accounts that an attacker may pass. The call's own accounts are among the swaps. */
const pool = ({ at, calls, program }: Bridge): readonly Address[] => [
  STRANGER,
  ADMIN,
  GUARDIAN,
  ...MEMBERS,
  SYSTEM_PROGRAM,
  program,
  keyOf('nobody'),
  at.bridge,
  at.oracles,
  at.escrow,
  at.eventAuthority,
  at.remote(REMOTE.domain),
  at.remote(OTHER.domain),
  at.status(REMOTE.domain, 0n),
  at.root(REMOTE.domain, 0n, 5),
  calls.mintOf(REMOTE),
  calls.mintOf(OTHER),
];

const index = fc.nat(4_095);
const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength });
/** Extreme numbers, as bytes. */
const edges = fc.constantFrom(
  ...['00', 'ff', '01', '7f', '80'].flatMap((byte) =>
    [1, 4, 8, 16].map((length) => Buffer.from(byte.repeat(length), 'hex')),
  ),
);
const roles = fc.constantFrom(
  AccountRole.READONLY,
  AccountRole.WRITABLE,
  AccountRole.READONLY_SIGNER,
  AccountRole.WRITABLE_SIGNER,
);

/** `data` with `value` written over a part after its first `start` bytes. */
function overwrite(data: Uint8Array, start: number, offset: number, value: Uint8Array): Uint8Array {
  if (data.length <= start) return data;
  const at = start + (offset % (data.length - start));
  const changed = Uint8Array.from(data);
  changed.set(value.subarray(0, data.length - at), at);
  return changed;
}
const DISCRIMINATOR_BYTES = 8;
const changeAt = (position: number, change: (meta: AccountMeta, bridge: Bridge) => Partial<AccountMeta>): Mutation =>
  changeAccounts((metas, bridge) =>
    metas.map((meta, at) => (at === position % metas.length ? { ...meta, ...change(meta, bridge) } : meta)),
  );
const inPool = (bridge: Bridge, position: number) => pool(bridge)[position % pool(bridge).length] as Address;

const dataMutations: fc.Arbitrary<Mutation> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(index, fc.oneof(bytes(32), edges))
      .map(([at, value]) => changeData((data) => overwrite(data, DISCRIMINATOR_BYTES, at, value))),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(index, edges).map(([at, value]) => changeData((data) => overwrite(data, 0, at, value))),
  },
  { weight: 1, arbitrary: index.map((at) => changeData((data) => data.slice(0, at % (data.length + 1)))) },
  { weight: 1, arbitrary: bytes(64).map((more) => changeData((data) => Uint8Array.from([...data, ...more]))) },
  {
    weight: 1,
    arbitrary: bytes(400).map((rest) =>
      changeData((data) => Uint8Array.from([...data.slice(0, DISCRIMINATOR_BYTES), ...rest])),
    ),
  },
  { weight: 1, arbitrary: bytes(1_200).map((all) => changeData(() => all)) },
);

const accountMutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(index, index).map(([i, j]) =>
    changeAccounts((metas) => {
      const [a, b] = [metas[i % metas.length], metas[j % metas.length]];
      if (a === undefined || b === undefined) return metas;
      return metas.map((meta) =>
        meta === a ? { ...a, address: b.address } : meta === b ? { ...b, address: a.address } : meta,
      );
    }),
  ),
  fc.tuple(index, index).map(([i, j]) => changeAt(i, (_, bridge) => ({ address: inPool(bridge, j) }))),
  fc.tuple(index, roles).map(([i, role]) => changeAt(i, () => ({ role }))),
  index.map((i) => changeAccounts((metas) => metas.filter((_, at) => at !== i % metas.length))),
  fc
    .tuple(index, roles, index)
    .map(([i, role, j]) =>
      changeAccounts((metas, bridge) =>
        metas.toSpliced(i % (metas.length + 1), 0, { address: inPool(bridge, j), role }),
      ),
    ),
);

/** Other values of some arguments with the right types, and proofs that are still well-formed. */
function argumentMutations(instruction: string): fc.Arbitrary<(args: Fields) => Fields> {
  const proofs = fc.oneof(
    fc.tuple(index, fc.oneof(bytes(32), edges)).map(
      ([at, value]) =>
        (proof: Uint8Array) =>
          overwrite(proof, 0, at, value),
    ),
    fc.nat(40).map((count) => (proof: Uint8Array) => Uint8Array.from([...proof, ...new Uint8Array(32 * count)])),
    fc.nat(6).map((count) => (proof: Uint8Array) => proof.slice(0, Math.max(0, proof.length - 32 * count))),
  );
  const changes = argumentItems(instruction).map(({ name, type }) =>
    name === 'proof'
      ? proofs.map((change) => (args: Fields) => ({
          ...args,
          proof: bytesToHex(change(hexToBytes(args.proof as Hex))),
        }))
      : anyValue(type).map((value) => (args: Fields) => ({ ...args, [name]: value })),
  );
  return changes.length === 0 ? fc.constant((args) => args) : fc.oneof(...changes);
}

const SIGNER_ROLES: ReadonlySet<AccountRole> = new Set([AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER]);

/** Restricts an instruction to what a transaction can express: only keys sign, and a called program is read-only. */
const expressible = (built: BuiltInstruction): BuiltInstruction => ({
  ...built,
  accounts: built.accounts.map(({ address, role }) => ({
    address,
    role:
      address === built.programAddress || (SIGNER_ROLES.has(role) && !hasKey(address)) ? AccountRole.READONLY : role,
  })),
});

describe('fuzzing', () => {
  for (const scenario of FUZZED) {
    it(`does not crash ${scenario.name}`, function () {
      this.timeout(600_000);
      fuzz(scenario, Math.ceil(CASES.numRuns / FUZZED.length));
    });
  }

  function fuzz({ bridge, instruction, prepare }: Scenario, numRuns: number): void {
    let call: Call | undefined;
    const few = <T>(arbitrary: fc.Arbitrary<T>, maxLength = 2) => fc.array(arbitrary, { maxLength });
    const changes = fc.tuple(few(argumentMutations(instruction)), few(dataMutations, 1), few(accountMutations, 1));
    const property = fc.property(changes, ([argumentChanges, ...mutations]) => {
      call ??= prepare();
      const args = argumentChanges.reduce((before, change) => change(before), call.args);
      const built = mutations
        .flat()
        .reduce((before, change) => change(before, bridge), instructionOf(bridge.program, { ...call, args }));
      const receipt = bridge.chain.send([expressible(built)]);
      assertClean(receipt, instruction);
      if (receipt.error !== undefined) return;
      // The mutated call succeeded by its own right. A changed `initialize` may be for another asset, and nothing is
      // locked.
      call = undefined;
      if (instruction !== 'initialize') assertSolvent(bridge, [REMOTE, OTHER]);
    });
    fc.assert(property, { ...CASES, numRuns });
  }
});
