// Random and mutated calls: the program refuses or succeeds, but never crashes, and a refused call changes nothing
// (Chain.send looks). CAUSEWAY_LONG_FUZZ=1 runs 120,000 of them, CAUSEWAY_FUZZ_SEED chooses others.
import { AccountRole, type Address } from '@solana/kit';
import fc from 'fast-check';
import type { Bridge } from './support/bridge.ts';
import { type AccountMeta, type BuiltInstruction, type Call, instructionOf } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { assertClean } from './support/clean.ts';
import { hasKey, keyOf } from './support/keys.ts';
import { SCENARIOS, type Scenario } from './support/scenarios.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { assertSolvent } from './support/solvency.ts';

const CASES = process.env.CAUSEWAY_LONG_FUZZ === '1' ? 120_000 : 5_000;
const SEED = Number(process.env.CAUSEWAY_FUZZ_SEED ?? 20_261_121);
/** The second page takes 64 commits to reach, and adds no code to what the others run. */
const FUZZED = SCENARIOS.filter(({ name }) => !name.endsWith('two pages'));

type Mutation = (built: BuiltInstruction, bridge: Bridge) => BuiltInstruction;

const changeData =
  (change: (data: Uint8Array) => Uint8Array): Mutation =>
  (built) => ({ ...built, data: change(built.data) });
const changeAccounts =
  (change: (accounts: readonly AccountMeta[], bridge: Bridge) => readonly AccountMeta[]): Mutation =>
  (built, bridge) => ({ ...built, accounts: change(built.accounts, bridge) });

/** Accounts that an attacker may pass; the call's own are among those of the swaps. */
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
/** Numbers at the edges, as bytes. */
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

function overwrite(data: Uint8Array, offset: number, value: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(data);
  const at = data.length === 0 ? 0 : offset % data.length;
  changed.set(value.subarray(0, data.length - at), at);
  return changed;
}
const flip = (data: Uint8Array, bit: number): Uint8Array =>
  data.map((byte, i) => (i === (bit >> 3) % data.length ? byte ^ (1 << (bit & 7)) : byte));

const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.nat(32_767).map((bit) => changeData((data) => flip(data, bit))),
  fc.tuple(index, fc.oneof(bytes(32), edges)).map(([at, value]) => changeData((data) => overwrite(data, at, value))),
  index.map((at) => changeData((data) => data.slice(0, at % (data.length + 1)))),
  bytes(64).map((more) => changeData((data) => Uint8Array.from([...data, ...more]))),
  bytes(400).map((rest) => changeData((data) => Uint8Array.from([...data.slice(0, 8), ...rest]))),
  bytes(1_200).map((all) => changeData(() => all)),
  fc.tuple(index, index).map(([i, j]) =>
    changeAccounts((metas) => {
      const [a, b] = [metas[i % metas.length], metas[j % metas.length]];
      return metas.map((meta) =>
        meta === a && b ? { ...meta, address: b.address } : meta === b && a ? { ...meta, address: a.address } : meta,
      );
    }),
  ),
  fc.tuple(index, index).map(([i, j]) =>
    changeAccounts((metas, bridge) => {
      const address = pool(bridge)[j % pool(bridge).length] as Address;
      return metas.map((meta, at) => (at === i % metas.length ? { ...meta, address } : meta));
    }),
  ),
  fc
    .tuple(index, roles)
    .map(([i, role]) =>
      changeAccounts((metas) => metas.map((meta, at) => (at === i % metas.length ? { ...meta, role } : meta))),
    ),
  index.map((i) => changeAccounts((metas) => metas.filter((_, at) => at !== i % metas.length))),
  fc
    .tuple(index, roles, index)
    .map(([i, role, j]) =>
      changeAccounts((metas, bridge) =>
        metas.toSpliced(i % (metas.length + 1), 0, { address: pool(bridge)[j % pool(bridge).length] as Address, role }),
      ),
    ),
);

const SIGNER_ROLES: ReadonlySet<AccountRole> = new Set([AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER]);

/** What a transaction can express: only keys sign, and a called program is read-only. */
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
      fuzz(scenario, Math.ceil(CASES / FUZZED.length));
    });
  }

  function fuzz({ bridge, instruction, prepare }: Scenario, numRuns: number): void {
    let call: Call | undefined;
    const property = fc.property(fc.array(mutations, { minLength: 1, maxLength: 3 }), (changes) => {
      call ??= prepare();
      const built = changes.reduce((before, change) => change(before, bridge), instructionOf(bridge.program, call));
      const receipt = bridge.chain.send([expressible(built)]);
      assertClean(receipt, instruction);
      if (receipt.error !== undefined) return;
      // It did something, as a call of its own right.
      call = undefined;
      if (bridge.chain.account(bridge.at.bridge) !== undefined) assertSolvent(bridge, [REMOTE, OTHER]);
    });
    fc.assert(property, { numRuns, seed: SEED });
  }
});
