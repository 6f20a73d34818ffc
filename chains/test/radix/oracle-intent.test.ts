import { strict as assert } from 'node:assert';
import type { KeyHandle, OracleCall, OracleSignature, OracleTransaction } from '@causeway/chains';
import { type Hex, hexToBytes, KIND, type Message, messageIdOf } from '@causeway/protocol';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { formatAnchor } from '../../src/radix/anchor.ts';
import { codeOf, must } from '../support/bridges.ts';
import {
  keyOf,
  lockMessage,
  radMembers as members,
  nodeIdOf,
  offlineDeployment,
  offlineProvider,
  radOutsider as outsider,
  radRelayer as payer,
  REMOTE,
  SIMULATOR,
  STOKENET,
} from '../support/radix-offline.ts';
import { batchOf, commitOf, executionOf, type Use } from '../support/traffic.ts';

const radix = offlineProvider();
const ANCHOR = {
  startEpoch: 10,
  endEpoch: 12,
  nonce: 77,
  notary: payer.publicKey,
  tipPercentage: 0,
  feeXrd: 25,
  packed: false,
} as const;
const anchor = formatAnchor(ANCHOR);

const callOf = (use: Use, message: Message): OracleCall => executionOf(use, message, batchOf(message));
const burned = lockMessage({ kind: KIND.burn, assetHome: radix.domain, nonce: 8n });
const calls: readonly OracleCall[] = [
  commitOf(lockMessage(), batchOf(lockMessage())),
  callOf('mintTokens', lockMessage()),
  callOf('releaseTokens', burned),
  callOf('cancelOrder', lockMessage({ nonce: 9n })),
];
const built = async (given: readonly OracleCall[] = calls, text = anchor) => must(await radix.build(text, given));
const prepared = async (transaction: OracleTransaction, signers: readonly KeyHandle[]) =>
  radix.prepareOracle(transaction, await Promise.all(signers.map((key) => radix.sign(transaction, key))), payer);
/** The parts of a submission's bytes, by the toolkit. */
const partsOf = async (raw: string) =>
  RadixEngineToolkit.NotarizedTransaction.decompile(Uint8Array.from(hexToBytes(raw as Hex)), 'String');

describe("the oracle's intents on Radix", () => {
  it('pay the fee from the payer’s own account, then make the calls in order, and nothing else', async () => {
    const { raw } = must(await prepared(await built(), members.slice(0, 3)));
    const { signedIntent } = await partsOf(raw);
    const { instructions, blobs } = signedIntent.intent.manifest;
    assert(instructions.kind === 'String' && blobs.length === 0);
    const found = [...instructions.value.matchAll(/^(\w+)\s+Address\("(\w+)"\)\s+"(\w+)"/gm)].map((match) =>
      match.slice(1),
    );
    const component = offlineDeployment().bridges.main?.address;
    assert.deepEqual(found, [
      ['CALL_METHOD', payer.address, 'lock_fee'],
      ['CALL_METHOD', component, 'commit_root'],
      ['CALL_METHOD', component, 'mint_tokens'],
      ['CALL_METHOD', component, 'release_tokens'],
      ['CALL_METHOD', component, 'cancel_order'],
    ]);
    assert.equal(instructions.value.match(/;/g)?.length, 5);
  });

  it('carry the arguments of the calls', async () => {
    const { raw } = must(await prepared(await built(calls.slice(0, 2)), members.slice(0, 3)));
    const { instructions } = (await partsOf(raw)).signedIntent.intent.manifest;
    const [, fee, commit, mint] =
      /(lock_fee[^;]*);.*(commit_root[^;]*);.*(mint_tokens[^;]*);/s.exec(String(instructions.value)) ?? [];
    const words = (text = '') =>
      text
        .split(/\s+/)
        .filter(Boolean)
        .slice(1)
        .map((word) => word.replace(/"$/, ''));
    assert.deepEqual(words(fee), ['Decimal("25")']);
    const [batch] = calls as [OracleCall & { function: 'commitRoot' }];
    assert.deepEqual(words(commit), [`${REMOTE.domain}u32`, '7u64', '1u32', `Bytes("${batch.root.slice(2)}")`]);
    assert.deepEqual(words(mint).slice(0, 3), [
      `Bytes("${messageIdOf(lockMessage()).slice(2)}")`,
      `Address("${keyOf(9).address}")`,
      'Decimal("1.5")',
    ]);
  });

  it('have a header without any choice', async () => {
    const { raw } = must(await prepared(await built(), members.slice(0, 3)));
    const { intent } = (await partsOf(raw)).signedIntent;
    const { notaryPublicKey, ...header } = intent.header;
    assert.deepEqual(header, {
      networkId: SIMULATOR.id,
      startEpochInclusive: 10,
      endEpochExclusive: 12,
      nonce: 77,
      notaryIsSignatory: true,
      tipPercentage: 0,
    });
    assert.equal(`0x${notaryPublicKey.hex()}`, payer.publicKey);
    assert.deepEqual(intent.message, { kind: 'None' });
  });

  it("are one hash of 32 bytes, equal to the toolkit's and the same for everyone", async () => {
    const transaction = await built();
    const { raw, reference } = must(await prepared(transaction, members.slice(0, 3)));
    const { hash, id } = await RadixEngineToolkit.Intent.hash((await partsOf(raw)).signedIntent.intent);
    assert.deepEqual(transaction.payloads, [transaction.digest]);
    assert.equal(transaction.digest, `0x${Buffer.from(hash).toString('hex')}`);
    assert.equal(reference, id);
    assert.deepEqual(must(await offlineProvider().build(anchor, calls)), transaction);
  });

  it('differ for every part of the anchor, every call, and every network', async () => {
    const variants = [
      await built(),
      await built([...calls].reverse()),
      await built(calls.slice(0, 3)),
      ...(await Promise.all(
        [
          { startEpoch: 11 },
          { endEpoch: 11 },
          { nonce: 78 },
          { notary: outsider.publicKey },
          { tipPercentage: 1 },
          { feeXrd: 26 },
        ].map((change) => built(calls, formatAnchor({ ...ANCHOR, ...change }))),
      )),
    ];
    assert.equal(new Set(variants.map(({ digest }) => digest)).size, variants.length);
    const [commit] = calls as [OracleCall];
    const elsewhere = must(await offlineProvider(offlineDeployment(STOKENET)).build(anchor, [commit]));
    assert.notEqual(elsewhere.digest, (await built([commit])).digest);
  });

  it('are refused from an unknown remote, for a recipient that is no account, and with too many calls', async () => {
    const refusal = async (message: Partial<Message>) => {
      const result = await radix.build(anchor, [calls[0] as OracleCall, callOf('mintTokens', lockMessage(message))]);
      assert(!result.ok && result.error.callIndex === 1 && !result.error.retryable);
      return result.error.code;
    };
    const padded = (nodeId: Hex): Hex => `0x0000${nodeId.slice(2)}`;
    assert.equal(await refusal({ source: 5, assetHome: 5 }), 'UnknownRemote');
    for (const recipient of [
      padded(nodeIdOf('c0', '11')),
      padded(nodeIdOf('5d', '11')),
      padded(nodeIdOf('52', '11')),
      padded(nodeIdOf('00', '11')),
      `0x${'51'.repeat(32)}` as const,
    ]) {
      assert.equal(await refusal({ recipient }), 'InvalidRecipient', recipient);
    }
    const most = radix.oracleRules.maxCalls;
    assert.equal(codeOf(await radix.build(anchor, Array(most + 1).fill(calls[0]))), 'BATCH_TOO_LARGE');
  });

  it('can cancel an order that nobody can receive', async () => {
    must(await radix.build(anchor, [callOf('cancelOrder', lockMessage({ recipient: `0x${'51'.repeat(32)}` }))]));
  });

  it('contain nothing that a call could inject', async () => {
    const [commit] = calls as [OracleCall & { function: 'commitRoot' }];
    const root = `${'11'.repeat(31)}1"); CALL_METHOD` as Hex;
    assert.equal(codeOf(await radix.build(anchor, [{ ...commit, root }])), 'ZeroRoot');
    const mint = calls[1] as OracleCall & { function: 'mintTokens' };
    const proof = `${mint.proof.slice(0, -2)}")` as Hex;
    assert.equal(codeOf(await radix.build(anchor, [{ ...mint, proof }])), 'MalformedProof');
  });
});

describe('signatures of the oracle on Radix', () => {
  let transaction: OracleTransaction;
  let signatures: readonly OracleSignature[];
  before(async () => {
    transaction = await built();
    signatures = await Promise.all(members.map((key) => radix.sign(transaction, key)));
  });
  const prepare = (given: readonly OracleSignature[], by = payer) => radix.prepareOracle(transaction, given, by);

  it('of an outsider in the name of a member, or of the identity point, belong to nobody', async () => {
    const good = signatures[0] as OracleSignature;
    const identity = `${good.signature.slice(0, 66)}01${'00'.repeat(63)}` as Hex;
    const asMember = { ...(await radix.sign(transaction, outsider)), signer: good.signer };
    for (const signature of [asMember, { ...good, signature: identity }]) {
      assert.equal(radix.recoverSigner(transaction, signature), null);
      assert.equal(codeOf(await prepare([...signatures.slice(2, 4), signature])), 'INVALID_SIGNATURE');
    }
  });

  it('are assembled only for the payer of the anchor, and no more of them than needed', async () => {
    assert.equal(codeOf(await prepare(signatures, outsider)), 'PAYER_MISMATCH');
    const { raw } = must(await prepare(signatures));
    const { signedIntent } = await partsOf(raw);
    const keys = signedIntent.intentSignatures.map(({ publicKey }) => Buffer.from(publicKey ?? []).toString('hex'));
    assert.equal(keys.length, 3);
    assert.deepEqual(keys, [...keys].sort());
  });

  it('have the same bytes in any order', async () => {
    const { raw } = must(await prepare(signatures.slice(1, 4)));
    assert.equal(must(await prepare(signatures.slice(1, 4).reverse())).raw, raw);
  });

  it('are notarized only when they were built here', async () => {
    const swapped = { ...transaction, calls: calls.slice(0, 1) };
    assert.equal(codeOf(await radix.prepareOracle(swapped, signatures, payer)), 'INVALID_TRANSACTION');
  });

  it('have the fee and the last epoch of the anchor', async () => {
    const submission = must(await prepare(signatures));
    assert.deepEqual(submission.fee, { feeXrd: '25', tipPercentage: '0' });
    assert.equal(submission.sequence, ANCHOR.endEpoch);
  });
});
