import assert from 'node:assert/strict';
import { concatHex, type Hex, isAddress32, KIND, messageIdOf, toAddress32, toWireAmount } from '@causeway/protocol';
import * as arbitrary from '@causeway/protocol/test-support/arbitraries';
import { flipBit } from '@causeway/protocol/test-support/bits';
import { type Call, ModelBridge } from '@causeway/protocol/test-support/model-bridge';
import { type CallRow, readVectors, type SiteFile } from '@causeway/protocol/test-support/vectors';
import fc from 'fast-check';
import { LARGEST_LIMIT, VectorBridge } from './support/vector-bridge.ts';

const site = readVectors<SiteFile>('proofs-evm.json');

describe('the bridge on EVM against the package protocol', function () {
  this.timeout(120_000);

  let bridge: VectorBridge;
  before(async () => {
    bridge = await VectorBridge.deploy(site);
  });
  after(() => bridge.chain.close());

  it('emits the Cancel messages of the vectors', async () => {
    for (const row of site.proofs.filter((row) => row.function === 'cancelOrder')) {
      assert.deepEqual(await bridge.callVector(withAmount(row)), { values: [row.cancelMessageId] }, row.name);
    }
  });

  it('gives locks the ids that the package gives them, and refuses the same ones', async () => {
    const remotes = fc.constantFrom(...site.remotes);
    const recipients = fc.oneof(arbitrary.address32, arbitrary.bytes(32));
    const amounts = fc.oneof(
      arbitrary.uint(LARGEST_LIMIT).map((wireAmount) => wireAmount * 10n ** 9n),
      arbitrary.uint(1n << 190n),
    );
    await fc.assert(
      fc.asyncProperty(
        remotes,
        recipients,
        amounts,
        arbitrary.bytes(32),
        arbitrary.bytes(20),
        async (remote, recipient, localAmount, reference, refund) => {
          const outcome = await bridge.callLock(
            [remote.domain, recipient, localAmount, reference, refund],
            localAmount,
          );
          const wire = toWireAmount(localAmount, 18, 9);
          if (!isAddress32(recipient, Number(remote.addressLength)))
            assert.deepEqual(outcome, { error: 'InvalidRecipient' });
          else if (/^0x0*$/.test(refund)) assert.deepEqual(outcome, { error: 'InvalidRefundAddress' });
          else if (!wire.ok) assert.deepEqual(outcome, { error: wire.error.code });
          else if (wire.value > LARGEST_LIMIT) assert.deepEqual(outcome, { error: 'AboveMaximum' });
          else {
            const messageId = messageIdOf({
              kind: KIND.lock,
              source: Number(site.domain),
              destination: Number(remote.domain),
              nonce: 0n,
              sourceBridge: site.bridge,
              destinationBridge: remote.bridge as Hex,
              assetHome: Number(site.domain),
              sender: toAddress32(refund),
              recipient,
              wireAmount: wire.value,
              reference,
            });
            assert.deepEqual(outcome, { values: [messageId] });
          }
        },
      ),
    );
  });

  it('refuses the malformed intervals of the vectors', async () => {
    for (const { source, firstNonce, count, root, error, name } of site.malformedIntervals) {
      assert.deepEqual(await bridge.callAsOracle('commitRoot', [source, firstNonce, count, root]), { error }, name);
    }
  });

  describe('with something to release', () => {
    before(() => bridge.lockEverywhere(10n ** 19n));

    it('executes and cancels every proof of the vectors', async () => {
      for (const row of site.proofs) {
        assert.ok('values' in (await bridge.callVector(withAmount(row))), row.name);
      }
    });

    it('refuses every malformed proof of the vectors with its error', async () => {
      for (const row of site.malformedProofs) {
        assert.deepEqual(await bridge.callVector(withAmount(row)), { error: row.error }, row.name);
      }
    });

    it('answers any changed call as this package predicts', async () => {
      const model = new ModelBridge(site);
      const seen = new Set<string | null>();
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...site.proofs), change, async (row, change) => {
          const call = change(withAmount(row));
          const outcome = await bridge.callVector(call);
          const error = 'error' in outcome ? outcome.error : null;
          assert.equal(error, model.errorOf(call));
          seen.add(error);
        }),
        { numRuns: Math.max(600, fc.readConfigureGlobal().numRuns ?? 0) },
      );
      // The changes are useful only if they reach the checks behind the parser.
      for (const error of [
        null,
        'MalformedProof',
        'InvalidKind',
        'MessageIdMismatch',
        'InvalidProof',
        'NonceOutOfRange',
      ]) {
        assert.ok(seen.has(error), `${error} was never met`);
      }
    });
  });
});

const withAmount = (row: CallRow): Call => ({ ...row, localAmount: BigInt(row.localAmount as string) });

type Change = (call: Call) => Call;

const inProof =
  (edit: (proof: Hex) => Hex): Change =>
  (call) => ({ ...call, proof: edit(call.proof) });
const bitsOf = (bytes: Hex): number => 4 * (bytes.length - 2);

/** One small change of a call, anywhere in it. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant((call: Call) => call),
  fc.nat().map((bit) => inProof((proof) => flipBit(proof, bit % bitsOf(proof)))),
  // Changes hit the head more often than its length implies, because each of its bits has another meaning.
  fc.nat({ max: 8 * 89 - 1 }).map((bit) => inProof((proof) => flipBit(proof, bitsOf(proof) - 1 - bit))),
  fc.nat({ max: 140 }).map((bytes) => inProof((proof) => `0x${proof.slice(2, Math.max(2, proof.length - 2 * bytes))}`)),
  fc
    .constantFrom(1, 16, 32, 48, 64, 960)
    .chain((length) => arbitrary.bytes(length).map((more) => inProof((proof) => concatHex(proof, more)))),
  fc.nat({ max: 255 }).map(
    (bit): Change =>
      (call) => ({ ...call, orderId: flipBit(call.orderId, bit) }),
  ),
  arbitrary.bytes(20).map(
    (recipient): Change =>
      (call) => ({ ...call, recipient: toAddress32(recipient) }),
  ),
  fc.bigInt({ min: 0n, max: 10n ** 12n }).map(
    (localAmount): Change =>
      (call) => ({ ...call, localAmount }),
  ),
  fc.constantFrom<Call['function']>('mintTokens', 'releaseTokens', 'cancelOrder').map(
    (name): Change =>
      (call) => ({ ...call, function: name }),
  ),
);
