import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { type Address, SIGNATURES, XRD } from './support/addresses.ts';
import { Bridge, messageFields } from './support/bridge.ts';
import { seenErrors } from './support/coverage.ts';
import { instantiation, instantiationText, packageOn } from './support/instantiation.ts';
import { EVENTS } from './support/interface.ts';
import { keyOf } from './support/keys.ts';
import { refusalOf } from './support/refusal.ts';
import { decodeSbor } from './support/sbor.ts';
import { ADMIN, DAPP, GUARDIAN, HERE, MEMBERS, OTHER, REMOTE, THRESHOLD, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createToken } from './support/tokens.ts';
import type { Fields } from './support/types.ts';

/** Resources of the engine's own proofs: signatures of both curves, calling packages and components. */
const EVERYONES = [
  ...Object.values(SIGNATURES),
  'resource_sim1nfxxxxxxxxxxpkcllrxxxxxxxxx003652646977xxxxxxxxxla870l',
  'resource_sim1nfxxxxxxxxxxglcllrxxxxxxxxx002350006550xxxxxxxxxk5870l',
] as Address[];

describe('instantiate', () => {
  const { chain } = useBridge();
  const make = (args: Fields = {}, canonical = XRD) => Bridge.instantiate(chain, canonical, args);
  function refuse(args: Fields, error: string, canonical = XRD): void {
    const receipt = chain.execute([instantiationText(chain, instantiation(canonical, args))], []);
    assert(receipt.error !== undefined, `should fail with ${error}`);
    assert.deepEqual(refusalOf(receipt.error), { kind: 'error', name: error });
    seenErrors.add(error);
  }

  it('creates a bridge with its roles, and nothing in it', () => {
    const { locker, ...state } = make().configuration();
    assert.deepEqual(state, {
      domain: HERE,
      canonical: XRD,
      wireDecimals: 9,
      admin: ADMIN,
      proposedAdmin: null,
      guardian: GUARDIAN,
      members: MEMBERS,
      threshold: THRESHOLD,
      dappDefinition: DAPP,
      outboundPaused: false,
      inboundPaused: false,
      holdings: 0n,
      fees: 0n,
    });
    assert.match(locker as string, /^locker_sim1/);
  });

  it('emits the first holders of its roles as the blueprint, since there is no component yet', () => {
    const { events } = chain.execute([instantiationText(chain, instantiation(XRD))], []);
    const told = events.filter(({ emitter, name }) => emitter === undefined && name in EVENTS);
    const decoded = told.map(({ name, data }) => [name, decodeSbor(data, { struct: EVENTS[name] ?? {} })]);
    assert.deepEqual(decoded, [
      ['AdminSet', { admin: ADMIN }],
      ['GuardianSet', { guardian: GUARDIAN }],
      ['OracleSet', { members: MEMBERS, threshold: THRESHOLD }],
    ]);
  });

  it('has as many wire decimals as the asset, and at most nine', () => {
    for (const divisibility of [0, 1, 6, 8, 9, 10, 18]) {
      const { wireDecimals } = make({}, createToken(chain, USER, divisibility)).configuration();
      assert.equal(wireDecimals, Math.min(9, divisibility));
    }
  });

  it('makes bridges that know nothing of each other', () => {
    const [one, two] = [make(), make()];
    assert.notEqual(one.address, two.address);
    assert.notEqual(one.configuration().locker, two.configuration().locker);
    one.register(REMOTE);
    two.register(REMOTE);
    assert.notEqual(one.tokenOf(REMOTE), two.tokenOf(REMOTE));
    const { calls, unit } = one;
    one.run(calls.lock({ amount: 1_000n * unit }));
    one.run(calls.pause('pause_outbound'));
    one.run(calls.setOracle([keyOf('next member')], 1));
    const committed = two.commitAround(two.inbound(KIND.lock));
    two.run(two.calls.mint(committed, 2));
    two.runEmitting(
      two.calls.lock({ amount: 500n * unit }),
      'TokensLocked',
      messageFields(two.outbound(KIND.lock, 0n, 500n)),
    );
    assert.deepEqual([one.outstanding(), two.outstanding()], [1_000n, 500n]);
    assert.deepEqual([one.holdings, two.holdings], [1_000n * unit, 500n * unit]);
    assert.deepEqual([one.bridgedSupply(), two.bridgedSupply()], [0n, 1_000n]);
    assert.deepEqual([one.statusOf(2n), two.statusOf(2n)], ['none', 'executed']);
    // A proof for one bridge is invalid for the other, even where both committed the same root.
    const first = Bridge.instantiate(chain, XRD);
    first.register(REMOTE);
    first.commitAs(committed.messages, 0n);
    first.refuse(first.calls.mint(committed, 2), 'MessageIdMismatch');
    // Likewise, one bridge refuses the other's token.
    two.run(two.calls.burn({ amount: 500n * unit }));
    const foreign = one.calls.burn({ amount: 500n * unit });
    one.run(calls.pause('unpause_outbound'));
    const resource = two.tokenOf(REMOTE);
    one.refuse({ ...foreign, payment: { from: USER, resource, amount: 500n * unit } }, 'InvalidToken');
  });

  it('is refused for a domain below 2^31, which is an EVM chain’s', () => {
    for (const domain of [0, 1, 2 ** 31 - 1]) refuse({ domain }, 'InvalidDomain');
    assert.equal(make({ domain: 2 ** 31 }).configuration().domain, 2 ** 31);
  });

  it('is refused for an oracle of no valid threshold, or with a member twice', () => {
    for (const threshold of [0, 2, 6, 255]) refuse({ threshold }, 'InvalidOracle');
    refuse({ members: [] }, 'InvalidOracle');
    refuse({ members: [], threshold: 0 }, 'InvalidOracle');
    refuse({ members: [...MEMBERS.slice(1), MEMBERS[1] as Address] }, 'InvalidOracle');
    const many = Array.from({ length: 17 }, (_, index) => keyOf(`next member ${index}`));
    refuse({ members: many, threshold: 9 }, 'InvalidOracle');
    make({ members: many.slice(1), threshold: 9 });
  });

  it('is refused for roles that are not three different ones', () => {
    const member = MEMBERS[4] as Address;
    for (const roles of [{ guardian: ADMIN }, { admin: GUARDIAN }, { admin: member }, { guardian: member }])
      refuse(roles, 'InvalidRole');
  });

  it('is refused for roles that could show each other’s badge', () => {
    const resource = createNonFungible(chain, USER);
    const fungible = createToken(chain, USER, 0);
    for (const roles of [
      { admin: resource, guardian: `${resource}:#1#` },
      { admin: `${resource}:#1#`, guardian: resource },
      { admin: `${resource}:#1#`, guardian: `${resource}:#1#` },
      { admin: fungible, guardian: fungible },
    ])
      refuse(roles, 'InvalidRole');
    make({ admin: `${resource}:#1#`, guardian: `${resource}:#2#` });
    make({ admin: resource, guardian: fungible });
  });

  it('is refused for roles that are everyone’s', () => {
    for (const badge of EVERYONES) for (const role of ['admin', 'guardian']) refuse({ [role]: badge }, 'InvalidRole');
  });

  it('is refused for an asset that is not fungible', () => {
    refuse({}, 'InvalidToken', createNonFungible(chain, USER));
  });

  it('fails for an asset that is no resource', () => {
    const call = instantiation(packageOn(chain));
    assert.notEqual(chain.execute([instantiationText(chain, call)], []).error, undefined);
  });

  it('leaves its remotes to be registered', () => {
    const bridge = make();
    assert.deepEqual([bridge.remote(REMOTE), bridge.remote(OTHER)], [null, null]);
  });
});
