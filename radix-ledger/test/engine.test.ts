import { deepEqual, equal, match, notDeepEqual, notEqual, ok, throws } from 'node:assert/strict';
import { Engine, type Rejection, type Result } from '../src/index.ts';
import { deposit } from './core-api/support.ts';
import { ACCOUNT, BADGE, FAILING, FAUCET, FREE, LOCK_FEE, signed, XRD } from './ledger-support.ts';

const GENESIS = { timeMs: Date.UTC(2026, 0, 1), epochMs: 60_000 };
const FREE_PREVIEW = {
  useFreeCredit: true,
  assumeAllSignatureProofs: false,
  skipEpochCheck: false,
  disableAuthChecks: false,
};

/** Withdraws XRD from the account; only its owner may. */
const WITHDRAW = `CALL_METHOD Address("${ACCOUNT}") "withdraw" Address("${XRD}") Decimal("1"); ${deposit(ACCOUNT)}`;

function value<T>(result: Result<T, Rejection>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

function rejection(result: Result<unknown, Rejection>): Rejection {
  if (result.ok) throw new Error('it was not rejected');
  return result.error;
}

describe('the engine', () => {
  const engine = Engine.boot(GENESIS);
  const genesis = engine.snapshot();
  afterEach(() => engine.rollBack(genesis));

  describe('genesis', () => {
    it('is the same for equal settings', () => {
      // Another genesis in between evicts the cached one.
      Engine.boot({ ...GENESIS, timeMs: 1 });
      ok(Engine.boot(GENESIS).image().equals(engine.image()));
    });

    it('depends on the time and on the length of epochs', () => {
      notEqual(
        Engine.boot({ ...GENESIS, timeMs: GENESIS.timeMs + 1 }).head().stateTreeHash,
        engine.head().stateTreeHash,
      );
      notEqual(Engine.boot({ ...GENESIS, epochMs: 1000 }).head().stateTreeHash, engine.head().stateTreeHash);
    });

    it('is state version 0, at its own time', () => {
      const { stateVersion, proposerTimestampMs } = engine.head();
      deepEqual([stateVersion, proposerTimestampMs], [0, GENESIS.timeMs]);
    });

    it('has one validator', () => {
      const { validators, isStarted } = engine.consensusManager();
      deepEqual([validators.length, isStarted], [1, true]);
    });
  });

  describe('images', () => {
    it('make an equal ledger, which continues in the same way', async () => {
      const free = await signed(FREE);
      engine.closeRound(GENESIS.timeMs + 1);
      const restored = Engine.restore(engine.image());
      deepEqual(restored.head(), engine.head());
      for (const ledger of [engine, restored]) value(ledger.commit(free));
      deepEqual(restored.head(), engine.head());
      ok(restored.image().equals(engine.image()));
    });

    it('are refused when they are cut short or malformed', () => {
      const image = engine.image();
      throws(() => Engine.restore(image.subarray(0, -1)), /no image/);
      throws(() => Engine.restore(Buffer.from('not an image')), /no image/);
    });
  });

  describe('snapshots in memory', () => {
    it('restore exactly the earlier state, any number of times', async () => {
      const before = engine.image();
      const snapshot = engine.snapshot();
      for (const manifest of [FREE, FAILING]) {
        value(engine.commit(await signed(manifest)));
        engine.closeRound(GENESIS.timeMs + GENESIS.epochMs);
        notDeepEqual(engine.image(), before);
        engine.rollBack(snapshot);
        ok(engine.image().equals(before));
      }
    });

    it('close the later snapshots', () => {
      const [outer, inner] = [engine.snapshot(), engine.snapshot()];
      engine.rollBack(outer);
      throws(() => engine.rollBack(inner), /no such snapshot/);
    });
  });

  describe('transactions', () => {
    it('change versions, hashes and balances', async () => {
      const before = engine.head();
      const { receipt, head } = value(engine.commit(await signed(FREE)));
      equal(receipt.status, 'CommittedSuccess');
      deepEqual(head, engine.head());
      equal(head.stateVersion, before.stateVersion + 1);
      for (const name of ['transactionTreeHash', 'receiptTreeHash', 'stateTreeHash'] as const)
        notEqual(head[name], before[name]);
      equal(engine.balances(ACCOUNT).get(XRD), '10000');
    });

    it('report events with their emitter and the type of their data', async () => {
      const { receipt } = value(engine.commit(await signed(FREE)));
      const event = receipt.events.find(({ emitter }) => emitter.kind === 'method' && emitter.address === ACCOUNT);
      equal(event?.name, 'DepositEvent');
      const described = value(engine.describeSbor(Buffer.from(event?.data ?? '', 'hex')));
      match(JSON.stringify(described), new RegExp(`"Reference","value":"${XRD}"`));
      ok(event?.type?.entity.startsWith('package_sim1'));
    });

    it('are committed when they fail: only the fee changes, and the receipt has the reason', async () => {
      const { receipt } = value(engine.commit(await signed(FAILING)));
      equal(receipt.status, 'CommittedFailure');
      match(receipt.error ?? '', /no_such_method/);
      ok(Number(receipt.fee.totalXrd) > 0);
      deepEqual(receipt.outputs, []);
      ok(receipt.vaultChanges.every(({ resource }) => resource === XRD));
    });

    it('are checked without changing anything', async () => {
      const before = engine.image();
      ok(engine.check(await signed(FREE)).ok);
      ok(engine.image().equals(before));
    });

    it('are committed only once', async () => {
      const free = await signed(FREE);
      value(engine.commit(free));
      equal(rejection(engine.commit(free)).code, 'IntentAlreadyCommitted');
      equal(rejection(engine.check(free)).code, 'IntentAlreadyCommitted');
    });

    it('are rejected before and after their epochs', async () => {
      const early = rejection(engine.commit(await signed(FREE, { startEpoch: 9, endEpoch: 10 })));
      deepEqual([early.code, early.validFromEpoch, early.intentPermanent], ['EpochNotYetValid', 9, false]);
      const late = rejection(engine.commit(await signed(FREE, { startEpoch: 1, endEpoch: 2 })));
      deepEqual([late.code, late.invalidFromEpoch, late.intentPermanent], ['EpochNoLongerValid', 2, true]);
    });

    it('are rejected when they lock no fee', async () => {
      const { code, payloadPermanent } = rejection(engine.commit(await signed(WITHDRAW)));
      deepEqual([code, payloadPermanent], ['Rejected', false]);
    });

    it('are invalid with a wrong signature, for another network, or malformed', async () => {
      const wrong = await signed(FREE);
      const last = wrong.length - 1;
      wrong.writeUInt8(wrong.readUInt8(last) ^ 1, last);
      for (const bytes of [wrong, Buffer.from('4d2203', 'hex'), Buffer.alloc(0)]) {
        const { code, payloadPermanent } = rejection(engine.commit(bytes));
        deepEqual([code, payloadPermanent], ['Invalid', true]);
      }
      notEqual(value(engine.parse(wrong)).invalid, null);
    });

    it('leave no trace when they are rejected', async () => {
      const before = engine.image();
      rejection(engine.commit(await signed(WITHDRAW)));
      ok(engine.image().equals(before));
    });

    it('are parsed', async () => {
      const options = { startEpoch: 2, endEpoch: 12, nonce: 4_000_000_000, tipPercentage: 7 };
      const blob = Buffer.from('a blob');
      const parsed = value(engine.parse(await signed(FREE, { ...options, blobs: [blob] })));
      const { networkId, startEpochInclusive, endEpochExclusive, nonce, tipPercentage } = parsed.header;
      deepEqual([networkId, startEpochInclusive, endEpochExclusive, nonce, tipPercentage], [242, 2, 12, 4e9, 7]);
      match(parsed.manifest, /"lock_fee"\s+Decimal\("100"\)/);
      deepEqual(
        parsed.blobs.map(({ hex }) => hex),
        [blob.toString('hex')],
      );
      equal(parsed.invalid, null);
      match(parsed.hashes.transactionIntent.bech32m, /^txid_sim1/);
    });
  });

  describe('rounds', () => {
    it('move time forward, never back', () => {
      engine.closeRound(GENESIS.timeMs + 5000);
      equal(engine.head().proposerTimestampMs, GENESIS.timeMs + 5000);
      engine.closeRound(GENESIS.timeMs + 4000);
      equal(engine.head().proposerTimestampMs, GENESIS.timeMs + 5000);
    });

    it('end an epoch after its duration, and not before', () => {
      const { epoch } = engine.head();
      equal(engine.closeRound(GENESIS.timeMs + GENESIS.epochMs - 1).receipt.nextEpoch, null);
      equal(engine.closeRound(GENESIS.timeMs + GENESIS.epochMs).receipt.nextEpoch?.epoch, epoch + 1);
      deepEqual([engine.head().epoch, engine.head().round], [epoch + 1, 0]);
    });
  });

  describe('previews', () => {
    const preview = (manifest: string, flags: Partial<typeof FREE_PREVIEW>, more: object = {}) =>
      engine.preview({ manifest, flags: { ...FREE_PREVIEW, ...flags }, ...more });

    it('change nothing', () => {
      const before = engine.image();
      equal(value(preview(FREE, {})).status, 'CommittedSuccess');
      ok(engine.image().equals(before));
    });

    it('pay their own fee without free credit', () => {
      const free = `CALL_METHOD Address("${FAUCET}") "free"; ${deposit(ACCOUNT)}`;
      equal(value(preview(free, { useFreeCredit: true })).status, 'CommittedSuccess');
      const rejected = rejection(preview(free, { useFreeCredit: false }));
      equal(rejected.code, 'Rejected');
      ok((rejected.fee?.executionUnits ?? 0) > 0);
    });

    it('run with the signatures of given keys, with all signatures, or without checks', async () => {
      value(engine.commit(await signed(FREE)));
      const { notaryPublicKey } = value(engine.parse(await signed(FREE))).header;
      match(value(preview(WITHDRAW, {})).error ?? '', /Unauthorized/);
      for (const [flags, more] of [
        [{ assumeAllSignatureProofs: true }, {}],
        [{ disableAuthChecks: true }, {}],
        [{}, { signerPublicKeys: [notaryPublicKey] }],
        [{}, { notaryPublicKey, notaryIsSignatory: true }],
      ] as const)
        equal(value(preview(WITHDRAW, flags, more)).error, null);
    });

    it('run in any epoch on request', () => {
      const early = { startEpochInclusive: 20, endEpochExclusive: 21 };
      equal(rejection(preview(FREE, {}, early)).code, 'EpochNotYetValid');
      equal(value(preview(FREE, { skipEpochCheck: true }, early)).error, null);
    });

    it('report that a manifest does not compile', () => {
      match(rejection(preview('NO_SUCH_INSTRUCTION;', {})).message, /does not compile/);
    });

    it('return the return value of a call', () => {
      const target = { kind: 'method', component: XRD, method: 'get_resource_type' } as const;
      const { outputs } = value(engine.previewCall({ target, arguments: [] }));
      const described = value(engine.describeSbor(Buffer.from(outputs[0] ?? '', 'hex')));
      match(JSON.stringify(described), /"kind":"U8","value":"18"/);
    });

    it('are refused for a call with malformed SBOR arguments', () => {
      const target = { kind: 'method', component: XRD, method: 'get_resource_type' } as const;
      match(rejection(engine.previewCall({ target, arguments: ['5c'] })).message, /no manifest SBOR/);
    });
  });

  describe('manifests of tests', () => {
    it('run with the given badges', async () => {
      value(engine.commit(await signed(FREE)));
      const manifest = `${LOCK_FEE} ${WITHDRAW}`;
      equal(value(engine.executeManifest({ manifest })).receipt.status, 'CommittedFailure');
      const { receipt, executionCosts } = value(engine.executeManifest({ manifest, badges: [BADGE] }));
      equal(receipt.error, null);
      ok(Object.keys(executionCosts).length > 0);
    });

    it('of the system pay no fee', () => {
      const free = `CALL_METHOD Address("${FAUCET}") "free"; ${deposit(ACCOUNT)}`;
      const { receipt } = value(engine.executeManifest({ manifest: free, system: true }));
      deepEqual([receipt.error, receipt.fee.totalXrd], [null, '0']);
      equal(engine.balances(ACCOUNT).get(XRD), '10000');
    });
  });

  describe('queries', () => {
    it('return null for a missing entity', () => {
      for (const query of ['entity', 'vaults', 'resource', 'metadata', 'package'] as const)
        equal(engine[query](ACCOUNT), null);
    });

    it('refuse text that is no address of the network', () => {
      throws(() => engine.entity('account_rdx12xcunasz9kqu8vj7xsmvklca7alev54w8cf3ps5wvgwas76vl7l2dl'), /no address/);
    });

    it('describe a resource, its roles and its metadata', () => {
      const resource = engine.resource(XRD);
      deepEqual([resource?.kind, resource?.kind === 'Fungible' && resource.divisibility], ['Fungible', 18]);
      const entity = engine.entity(XRD);
      equal(entity?.blueprint, 'FungibleResourceManager');
      ok(entity?.roles.some(({ role }) => role === 'minter'));
      const symbol = value(engine.describeSbor(Buffer.from(engine.metadata(XRD)?.symbol ?? '', 'hex')));
      match(JSON.stringify(symbol), /"XRD"/);
    });

    it('describe a package', () => {
      const faucet = engine.entity(FAUCET)?.package ?? '';
      const { codeHashes, blueprints } = engine.package(faucet) ?? { codeHashes: [], blueprints: [] };
      deepEqual([codeHashes.length, blueprints.map(({ name }) => name)], [1, ['Faucet']]);
    });
  });

  it('extracts no definition from code that is no blueprint', () => {
    equal(rejection(Engine.definition(Buffer.from('\0asm'))).code, 'Invalid');
  });
});
