// Roles are badges: of keys, of tokens and of non-fungibles.
import assert from 'node:assert/strict';
import { ROOT } from '../../conformance/src/setting.ts';
import { accountOf, SIGNATURES } from './support/addresses.ts';
import { signedBy } from './support/call.ts';
import { GUARDIAN, memberOf, REMOTE, USER } from './support/setting.ts';
import { useBridge } from './support/shared.ts';
import { createNonFungible, createToken } from './support/tokens.ts';

describe('the badges of the oracle', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const keys = (count: number) => Array.from({ length: count }, (_, index) => memberOf(5 + index));
  const interval = { source: REMOTE.domain, firstNonce: 0n, count: 1, root: ROOT };

  it('takes keys of both curves', () => {
    const others = [1, 2, 3].map((byte) => accountOf(new Uint8Array(29).fill(byte), 'secp256k1'));
    const members = [...keys(2), ...others];
    bridge.runEmitting(calls.setOracle(members, 3), 'OracleSet', { members, threshold: 3 });
    bridge.refuse(signedBy(calls.commitRoot(interval), others.slice(1)), 'NotOracle');
    bridge.run(signedBy(calls.commitRoot(interval), members.slice(1, 4)));
    // The same bytes are a different key on the other curve.
    const alike = accountOf(new Uint8Array(29).fill(1));
    bridge.run(calls.setOracle([...others, alike], 3));
  });

  it('are 1 to 16, and of no other role', () => {
    bridge.run(calls.setOracle(keys(16), 9));
    bridge.refuse(calls.setOracle(keys(17), 9), 'InvalidOracle');
    bridge.refuse(calls.setOracle([...keys(4), GUARDIAN], 3), 'InvalidRole');
  });

  it('are counted only when they are of the last oracle', () => {
    bridge.run(calls.setOracle(keys(7), 4));
    const signers = [...keys(3), ...[0, 1, 2, 3, 4].map(memberOf)];
    bridge.refuse(signedBy(calls.commitRoot(interval), signers), 'NotOracle');
  });
});

describe('a guardian’s badge', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;

  it('of everyone’s signature is refused', () => {
    bridge.refuse(calls.setGuardian(SIGNATURES.ed25519), 'InvalidRole');
  });

  it('that is a token is shown by a proof of it', () => {
    const badge = createToken(chain, USER, 0);
    bridge.runEmitting(calls.setGuardian(badge), 'GuardianSet', { guardian: badge });
    const pause = bridge.instructionsOf(calls.pause('pause_inbound'));
    const refused = chain.execute(pause, [USER]);
    assert.match(refused.error ?? '', /Unauthorized/);
    const shown = `CALL_METHOD Address("${USER}") "create_proof_of_amount" Address("${badge}") Decimal("1");`;
    assert.equal(chain.execute([shown, ...pause], [USER]).error, undefined);
    assert.equal(bridge.configuration().inboundPaused, true);
  });

  it('may be one non-fungible, which then has no other role', () => {
    const resource = createNonFungible(chain, USER);
    const badge = `${resource}:#1#`;
    const ids = 'Array<NonFungibleLocalId>(NonFungibleLocalId("#1#"))';
    const shown = `CALL_METHOD Address("${USER}") "create_proof_of_non_fungibles" Address("${resource}") ${ids};`;
    bridge.runEmitting(calls.setGuardian(badge), 'GuardianSet', { guardian: badge });
    const pause = bridge.instructionsOf(calls.pause('pause_inbound'));
    assert.equal(chain.execute([shown, ...pause], [USER]).error, undefined);
    for (const same of [badge, resource]) {
      bridge.run(calls.proposeAdmin(same));
      const accept = bridge.instructionsOf(calls.acceptAdmin(USER));
      assert.match(chain.execute([shown, ...accept], [USER]).error ?? '', /InvalidRole/);
    }
  });
});
