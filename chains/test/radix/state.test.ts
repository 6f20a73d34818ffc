import { strict as assert } from 'node:assert';
import { RadixEngineToolkit } from '@radixdlt/radix-engine-toolkit';
import { encodeAddress } from '../../src/radix/address.ts';
import { decodeSbor } from '../../src/radix/sbor.ts';
import { configurationValue } from '../../src/radix/state.ts';
import { wellKnown } from '../../src/radix/well-known.ts';
import { nodeIdOf, offlineDeployment, SIMULATOR } from '../support/radix-offline.ts';

type Json = Readonly<Record<string, unknown>>;
const number = (kind: string, value: number): Json => ({ kind, value: String(value) });
const variant = (id: number, ...fields: readonly Json[]): Json => ({ kind: 'Enum', variant_id: String(id), fields });
const reference = (value: string): Json => ({ kind: 'Reference', value });
const bool = (value: boolean): Json => ({ kind: 'Bool', value });
const hash = (byte: string): Json => ({ kind: 'Bytes', element_kind: 'U8', hex: byte.repeat(29) });

const xrd = wellKnown('xrd', SIMULATOR);
const locker = offlineDeployment().contracts.locker as string;
const dappDefinition = encodeAddress(nodeIdOf('51', 'da'), SIMULATOR);
const badge = wellKnown('ed25519SignatureBadge', SIMULATOR);
const localId = `[${'ab'.repeat(29)}]`;
const guardian = variant(0, {
  kind: 'Tuple',
  fields: [reference(badge), { kind: 'NonFungibleLocalId', value: localId }],
});

const configuration = (...members: readonly Json[]): Json => ({
  kind: 'Tuple',
  fields: [
    number('U32', 7),
    reference(xrd),
    number('U8', 9),
    reference(locker),
    reference(dappDefinition),
    variant(1, reference(xrd)),
    variant(0),
    guardian,
    { kind: 'Array', element_kind: 'Enum', elements: members },
    number('U8', 2),
    bool(false),
    bool(true),
    { kind: 'Decimal', value: '12.5' },
    { kind: 'Decimal', value: '0.3' },
  ],
});
const decode = async (value: Json) => {
  const sbor = Buffer.from(await RadixEngineToolkit.ScryptoSbor.encodeProgrammaticJson(value)).toString('hex');
  return decodeSbor(sbor, SIMULATOR, configurationValue(SIMULATOR));
};

describe('the configuration of a Radix bridge', () => {
  it('names members by their accounts and badges by their resources, and is complete', async () => {
    assert.deepEqual(await decode(configuration(variant(1, hash('11')), variant(1, hash('22')))), {
      domain: 7,
      canonical: xrd,
      wireDecimals: 9,
      locker,
      dappDefinition,
      admin: { kind: 'resource', resource: xrd },
      proposedAdmin: null,
      guardian: { kind: 'nonFungible', resource: badge, localId },
      members: ['11', '22'].map((byte) => encodeAddress(nodeIdOf('51', byte), SIMULATOR)),
      threshold: 2,
      paused: { outbound: false, inbound: true },
      holdings: '12.5',
      fees: '0.3',
    });
  });

  it('stays readable with a member of another curve, which no deployment file has', async () => {
    const { members } = await decode(configuration(variant(0, hash('33'))));
    assert.deepEqual(members, [encodeAddress(nodeIdOf('d1', '33'), SIMULATOR)]);
    await assert.rejects(decode(configuration(variant(2, hash('33')))));
  });
});
