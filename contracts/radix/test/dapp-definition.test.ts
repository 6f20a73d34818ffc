// What wallets read: the links to the operator's dApp definition, and the icons. Nobody can change any of it.
import assert from 'node:assert/strict';
import { XRD } from './support/addresses.ts';
import { Bridge } from './support/bridge.ts';
import { instantiation, instantiationText } from './support/instantiation.ts';
import { metadataOf } from './support/metadata.ts';
import { ADMIN, DAPP, GUARDIAN, ICON, MEMBERS, OTHER, REMOTE, STRANGER, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createAccount } from './support/tokens.ts';

const EVERYBODY = [ADMIN, DAPP, GUARDIAN, USER, STRANGER, ...MEMBERS];
const TOKEN_ICON = 'https://causeway.example/other.svg';
const ANOTHER = `Enum<8u8>(Address("${XRD}"))`;

describe('the dApp definition', () => {
  const bridge = useBridge();
  const { chain, calls } = bridge;
  const refused = (instruction: string) =>
    assert.match(
      chain.execute([instruction], EVERYBODY).error ?? 'it succeeded',
      /Unauthorized|MetadataIsLocked|KeyValueEntryLocked|cannot be updated/i,
      instruction,
    );

  it('is named by the component, with an icon', () => {
    const values = metadataOf(chain, bridge.address, ['name', 'dapp_definition', 'icon_url']);
    assert.deepEqual(values, ['Causeway bridge', DAPP, ICON]);
  });

  it('is named by the locker', () => {
    assert.deepEqual(metadataOf(chain, bridge.locker, ['dapp_definition']), [DAPP]);
  });

  it('is named by each bridged token, with an icon of its own', () => {
    bridge.run(calls.setRemote(OTHER, { iconUrl: TOKEN_ICON }));
    assert.deepEqual(metadataOf(chain, bridge.tokenOf(OTHER), ['dapp_definitions', 'icon_url']), [[DAPP], TOKEN_ICON]);
  });

  it('may be any account, of a key or not', () => {
    const account = createAccount(chain);
    const made = Bridge.instantiate(chain, XRD, { dappDefinition: account });
    assert.deepEqual(metadataOf(chain, made.locker, ['dapp_definition']), [account]);
    assert.equal(made.configuration().dappDefinition, account);
  });

  it('is an account', () => {
    for (const dappDefinition of [bridge.address, XRD])
      assert.match(
        chain.execute([instantiationText(chain, instantiation(XRD, { dappDefinition }))], []).error ?? '',
        /SchemaValidation|TypeCheckError/,
      );
  });

  it('comes with URLs that are some', () => {
    const made = (iconUrl: string) => chain.execute([instantiationText(chain, instantiation(XRD, { iconUrl }))], []);
    assert.match(made('no url').error ?? '', /MetadataValidationError|InvalidURL/i);
    bridge.fails(calls.setRemote(OTHER, { iconUrl: 'no url' }), /MetadataValidationError|InvalidURL/i);
  });

  it('stays, as does the icon, whoever signs', () => {
    for (const entity of [bridge.address, bridge.locker])
      refused(`CALL_METADATA_METHOD Address("${entity}") "set" "dapp_definition" ${ANOTHER};`);
    for (const [entity, key] of [
      [bridge.address, 'dapp_definition'],
      [bridge.address, 'icon_url'],
      [bridge.locker, 'dapp_definition'],
      [bridge.tokenOf(REMOTE), 'dapp_definitions'],
      [bridge.tokenOf(REMOTE), 'icon_url'],
    ] as const) {
      refused(`CALL_METADATA_METHOD Address("${entity}") "remove" "${key}";`);
      refused(`CALL_METADATA_METHOD Address("${entity}") "set" "${key}" Enum<13u8>("https://example.com");`);
    }
  });

  it('leaves the locker without an owner', () => {
    for (const locker of [bridge.locker, Bridge.instantiate(chain, XRD).locker]) {
      for (const rule of ['Enum<0u8>()', 'Enum<1u8>()'])
        refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${locker}") "set_owner" ${rule};`);
      refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${locker}") "lock_owner";`);
      refused(`CALL_METADATA_METHOD Address("${locker}") "set" "name" Enum<0u8>("another");`);
      for (const role of ['storer', 'storer_updater', 'recoverer', 'recoverer_updater'])
        refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${locker}") "set" Enum<0u8>() "${role}" Enum<0u8>();`);
      for (const role of ['metadata_setter', 'metadata_setter_updater', 'metadata_locker', 'metadata_locker_updater'])
        refused(`CALL_ROLE_ASSIGNMENT_METHOD Address("${locker}") "set" Enum<1u8>() "${role}" Enum<0u8>();`);
    }
  });
});
