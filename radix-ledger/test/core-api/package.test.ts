import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { manifests } from '../../src/testing/index.ts';
import { FAUCET, network, TestLedger, XRD } from './support.ts';

/** A blueprint of this repository. Any other would serve too. */
const ARTIFACTS = new URL('../../../contracts/radix/artifacts/', import.meta.url);
const BLUEPRINT = 'CausewayBridge';
const DOMAIN = 0x80ff03fe;

/** Local ids of signature badges of the admin, the guardian and a member. */
const [ADMIN, GUARDIAN, MEMBER] = ['01', '02', '03'].map((byte) => byte.repeat(29));
const SIGNATURES = 'resource_sim1nfxxxxxxxxxxed25sgxxxxxxxxx002236757237xxxxxxxxx8x44q5';
const badge = (id: string | undefined) => `Enum<0u8>(NonFungibleGlobalId("${SIGNATURES}:[${id}]"))`;

describe('Core API: a package and its component', () => {
  let test: TestLedger;
  let published: string;
  let component: string;

  before(async () => {
    test = await TestLedger.start();
  });

  after(() => test.stop());

  const callPreview = (target: object) =>
    test.api.transaction.transactionCallPreviewPost({
      transactionCallPreviewRequest: { network, target: target as never, arguments: [] },
    });

  it('a package is published', async () => {
    const code = new Uint8Array(await readFile(new URL('causeway_bridge.wasm', ARTIFACTS)));
    const rpd = new Uint8Array(await readFile(new URL('causeway_bridge.rpd', ARTIFACTS)));
    const { receipt } = await test.commit(manifests.publish(code, await manifests.definitionText(rpd)), {
      blobs: [code],
      lockFee: '500',
    });
    assert.equal(receipt.status, 'Succeeded', receipt.error_message);
    const [created] = receipt.state_updates.new_global_entities;
    assert.equal(created?.entity_type, 'GlobalPackage');
    published = created.entity_address;
    const { owner_role } = await test.api.state.statePackagePost({
      statePackageRequest: { network, package_address: published },
    });
    assert.partialDeepStrictEqual(owner_role, { value: { owner_role: { rule: { type: 'DenyAll' } } } });
  });

  it('its function creates a component, which answers calls', async () => {
    const { receipt } = await test.commit(
      `CALL_FUNCTION Address("${published}") "${BLUEPRINT}" "instantiate" ${DOMAIN}u32 Address("${XRD}") ` +
        `${badge(ADMIN)} ${badge(GUARDIAN)} Array<Enum>(Enum<1u8>(Bytes("${MEMBER}"))) 1u8 ` +
        `Address("${test.account}") "https://causeway.example/icon.svg" Enum<0u8>();`,
    );
    assert.equal(receipt.status, 'Succeeded', receipt.error_message);
    const created = receipt.state_updates.new_global_entities;
    const found = created.find(({ entity_type }) => entity_type === 'GlobalGenericComponent');
    component = found?.entity_address ?? assert.fail('no component');
    const answer = await callPreview({ type: 'Method', component_address: component, method_name: 'configuration' });
    assert.equal(answer.status, 'Succeeded', answer.error_message);
    assert.partialDeepStrictEqual(answer.output?.programmatic_json, {
      kind: 'Tuple',
      fields: [
        { kind: 'U32', value: String(DOMAIN) },
        { kind: 'Reference', value: XRD },
      ],
    });
  });

  it('the component is reported with its blueprint, state and vaults', async () => {
    const answer = await test.api.state.stateComponentPost({
      stateComponentRequest: { network, component_address: component },
    });
    assert.partialDeepStrictEqual(answer.info, {
      value: { details: { blueprint_info: { package_address: published, blueprint_name: BLUEPRINT } } },
    });
    assert.deepEqual(
      answer.vaults.map(({ resource_amount }) => resource_amount),
      Array(2).fill({ resource_type: 'Fungible', resource_address: XRD, amount: '0' }),
    );
  });

  it('a call without the role fails, and names the roles', async () => {
    const { receipt } = await test.commit(`CALL_METHOD Address("${component}") "pause_outbound";`);
    assert.equal(receipt.status, 'Failed');
    assert.match(receipt.error_message ?? '', /Unauthorized.*guardian/);
  });

  it('a panic of the blueprint is reported with its message', async () => {
    const { receipt } = await test.commit(
      `CALL_METHOD Address("${FAUCET}") "free"; TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("b"); ` +
        `TAKE_ALL_FROM_WORKTOP Address("${XRD}") Bucket("fee"); CALL_METHOD Address("${component}") "lock_tokens" 1u32 ` +
        `Bytes("${'11'.repeat(32)}") Decimal("1") Bucket("b") Bucket("fee") Address("${test.account}");`,
    );
    assert.equal(receipt.status, 'Failed');
    assert.match(receipt.error_message ?? '', /PanicMessage\("\w+/);
  });
});
