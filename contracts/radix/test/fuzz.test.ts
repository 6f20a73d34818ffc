// Random and mutated calls. The blueprint succeeds or refuses with its own error or with the engine's error for wrong
// arguments, never otherwise, and the bridge stays solvent.
//
import assert from 'node:assert/strict';
import { bytesToHex, type Hex, hexToBytes } from '@causeway/protocol';
import { cases } from '@causeway/protocol/test-support/cases';
import fc from 'fast-check';
import { anyValue } from './support/any-value.ts';
import { type Call, withFee } from './support/call.ts';
import { FUNCTIONS } from './support/interface.ts';
import { refusalOf } from './support/refusal.ts';
import { SCENARIOS, type Scenario } from './support/scenarios.ts';
import { ADMIN, GUARDIAN, MEMBERS, OTHER, REMOTE, STRANGER } from './support/setting.ts';
import { assertSolvent } from './support/solvency.ts';
import type { Fields, Type } from './support/types.ts';

const CASES = cases(800, 60_000);

/** The engine's errors for malformed arguments and metadata, for too little in an account, and for a missing signer. */
const ENGINE_REFUSALS =
  /PayloadValidationAgainstTypeError|SchemaValidation|TypeCheckError|MetadataValueValidationError|InsufficientBalance|VaultDoesNotExist|InvalidAmount|NonRootMarkedGlobalizing|Unauthorized/;

/** Functions without arguments are only called by other accounts, in roles.test.ts and pauses.test.ts. */
const FUZZED = SCENARIOS.filter(({ method }) => Object.keys(FUNCTIONS[method].args).length > 0);

type Mutation = (call: Call) => Call;

const index = fc.nat(4_095);
const bytes = (maxLength: number) => fc.uint8Array({ minLength: 1, maxLength });
/** Extreme numbers, as bytes. */
const edges = fc.constantFrom(
  ...['00', 'ff', '01', '7f', '80'].flatMap((byte) =>
    [1, 4, 8, 16].map((length) => Uint8Array.from(Buffer.from(byte.repeat(length), 'hex'))),
  ),
);

/** `data` with `value` written over a part of it. */
function overwrite(data: Uint8Array, offset: number, value: Uint8Array): Uint8Array {
  if (data.length === 0) return data;
  const at = offset % data.length;
  const changed = Uint8Array.from(data);
  changed.set(value.subarray(0, data.length - at), at);
  return changed;
}

/** Proofs, most of which are well-formed. */
const proofs: fc.Arbitrary<(proof: Uint8Array) => Uint8Array> = fc.oneof(
  fc.tuple(index, fc.oneof(bytes(32), edges)).map(
    ([at, value]) =>
      (proof: Uint8Array) =>
        overwrite(proof, at, value),
  ),
  fc.nat(40).map((count) => (proof: Uint8Array) => Uint8Array.from([...proof, ...new Uint8Array(32 * count)])),
  fc.nat(6).map((count) => (proof: Uint8Array) => proof.slice(0, Math.max(0, proof.length - 32 * count))),
  fc.tuple(index, bytes(64)).map(([at, more]) => (proof: Uint8Array) => {
    const cut = at % (proof.length + 1);
    return Uint8Array.from([...proof.subarray(0, cut), ...more, ...proof.subarray(cut)]);
  }),
);

/** Another value for one argument. */
function argumentMutations({ method }: Scenario): fc.Arbitrary<Mutation> {
  const declared = Object.entries(FUNCTIONS[method].args as Readonly<Record<string, Type>>);
  const changes = declared
    .filter(([, type]) => type !== 'bucket')
    .map(
      ([name, type]): fc.Arbitrary<(args: Fields) => Fields> =>
        name === 'proof'
          ? proofs.map((change) => (args) => ({ ...args, proof: bytesToHex(change(hexToBytes(args.proof as Hex))) }))
          : anyValue(type).map((value) => (args) => ({ ...args, [name]: value })),
    );
  return fc.oneof(...changes).map((change) => (call) => ({ ...call, args: change(call.args) }));
}

/** Other signatures, and another amount in the bucket. */
const callMutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.subarray([STRANGER, ADMIN, GUARDIAN, ...MEMBERS]).map(
    (signers): Mutation =>
      (call) => ({ ...call, signers }),
  ),
  fc.bigInt({ min: 0n, max: 10n ** 22n }).map(
    (amount): Mutation =>
      (call) =>
        call.payment === undefined ? call : { ...call, payment: { ...call.payment, amount } },
  ),
  fc.bigInt({ min: 0n, max: 10n ** 18n }).map(
    (amount): Mutation =>
      (call) =>
        call.payment === undefined ? call : withFee(call, amount),
  ),
);

describe('fuzzing', () => {
  for (const scenario of FUZZED) {
    it(`does not break ${scenario.name}`, function () {
      this.timeout(1_800_000);
      fuzz(scenario, Math.ceil(CASES.numRuns / FUZZED.length));
    });
  }

  function fuzz(scenario: Scenario, numRuns: number): void {
    const { bridge, prepare } = scenario;
    let call: Call | undefined;
    const changes = fc.tuple(
      fc.array(argumentMutations(scenario), { maxLength: 2 }),
      fc.array(callMutations, { maxLength: 1 }),
    );
    const property = fc.property(changes, (mutations) => {
      call ??= prepare();
      const mutated = mutations.flat().reduce((before, change) => change(before), call);
      const { error } = bridge.chain.execute(bridge.instructionsOf(mutated), [
        ...mutated.signers,
        ...(mutated.payment === undefined ? [] : [mutated.payment.from]),
      ]);
      if (error !== undefined) {
        const refusal = refusalOf(error);
        if (refusal.kind === 'engine') assert.match(refusal.text, ENGINE_REFUSALS);
        return;
      }
      // The mutated call succeeded by its own right.
      call = undefined;
      assertSolvent(bridge, [REMOTE, OTHER]);
    });
    fc.assert(property, { ...CASES, numRuns });
  }
});
