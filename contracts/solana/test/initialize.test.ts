import assert from 'node:assert/strict';
import type { Address } from '@solana/kit';
import { ZERO_WORD } from '../../conformance/src/bytes.ts';
import { addressOf, bytesOf } from './support/addresses.ts';
import { Bridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { keyOf } from './support/keys.ts';
import { ADMIN, GUARDIAN, HERE, MEMBERS, STRANGER, THRESHOLD } from './support/setting.ts';
import { mintAccount, tokenAccount } from './support/tokens.ts';

const NOBODY = addressOf(ZERO_WORD);

/** Programs without a bridge yet, for SOL and for a token. */
const sol = new Bridge();
const token = new Bridge({ decimals: 12 });
for (const { chain } of [sol, token]) chain.checkpoint();

describe('initialize', () => {
  beforeEach(() => {
    for (const { chain } of [sol, token]) chain.restore();
  });

  for (const [name, bridge] of [
    ['SOL', sol],
    ['a token', token],
  ] as const) {
    it(`creates the bridge, the oracle set and the escrow of ${name}`, () => {
      const { events } = bridge.run(bridge.calls.initialize());
      assert.deepEqual(events, [
        { name: 'adminSet', data: { admin: ADMIN } },
        { name: 'guardianSet', data: { guardian: GUARDIAN } },
        { name: 'oracleSet', data: { members: MEMBERS, threshold: THRESHOLD } },
      ]);
      const { bump, eventAuthorityBump, ...state } = bridge.read('bridge', bridge.at.bridge);
      assert.deepEqual(state, {
        domain: HERE,
        wireDecimals: 9,
        canonicalDecimals: bridge.asset.decimals,
        outboundPaused: false,
        inboundPaused: false,
        admin: ADMIN,
        pendingAdmin: NOBODY,
        guardian: GUARDIAN,
        canonicalMint: bridge.asset.mint ?? NOBODY,
        escrow: bridge.at.escrow,
        eventAuthority: bridge.at.eventAuthority,
        claimable: 0n,
      });
      assert.deepEqual([typeof bump, typeof eventAuthorityBump], ['number', 'number']);
      assert.deepEqual(bridge.read('oracles', bridge.at.oracles), { threshold: THRESHOLD, members: MEMBERS });
    });
  }

  it('makes the escrow of SOL an account of the program, and the escrow of a token an account of the bridge', () => {
    sol.run(sol.calls.initialize());
    assert.deepEqual(sol.read('escrow', sol.at.escrow), {});
    token.run(token.calls.initialize());
    const expected = tokenAccount(token.chain, { mint: token.asset.mint as Address, owner: token.at.bridge });
    assert.deepEqual(token.chain.account(token.at.escrow), { ...expected, executable: false });
  });

  it('has as many wire decimals as the token, and at most nine', () => {
    for (const decimals of [0, 6, 8, 9, 10, 28]) {
      token.chain.restore();
      token.chain.put(token.asset.mint as Address, mintAccount(token.chain, { decimals }));
      token.run(token.calls.initialize());
      const { wireDecimals, canonicalDecimals } = token.read('bridge', token.at.bridge);
      assert.deepEqual([wireDecimals, canonicalDecimals], [Math.min(9, decimals), decimals]);
    }
  });

  it('is not stopped by lamports that someone sent to the addresses of its accounts', () => {
    for (const bridge of [sol, token]) {
      for (const address of [bridge.at.bridge, bridge.at.oracles, bridge.at.escrow])
        bridge.chain.put(address, { lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
      bridge.run(bridge.calls.initialize());
    }
  });

  it('is refused the second time', () => {
    for (const bridge of [sol, token]) {
      bridge.run(bridge.calls.initialize());
      bridge.refuse(bridge.calls.initialize(), 'AlreadyInitialized');
    }
  });

  it('is refused for anyone but the program’s upgrade authority', () => {
    sol.refuse(withAccounts(sol.calls.initialize(), { upgradeAuthority: STRANGER }), 'NotUpgradeAuthority');
    sol.setUpgradeAuthority(STRANGER);
    sol.refuse(sol.calls.initialize(), 'NotUpgradeAuthority');
    sol.setUpgradeAuthority(undefined);
    sol.refuse(sol.calls.initialize(), 'NotUpgradeAuthority');
  });

  it('is refused with a program data account that the attacker wrote', () => {
    const genuine = sol.chain.account(sol.at.programData);
    assert(genuine !== undefined);
    const programData = keyOf('program data of the attacker');
    const data = Uint8Array.from(genuine.data);
    data.set(bytesOf(STRANGER), 13);
    sol.chain.put(programData, { ...genuine, data });
    const call = withAccounts(sol.calls.initialize(), { programData, upgradeAuthority: STRANGER });
    sol.refuse(call, 'InvalidAccount');
  });

  it('is refused for a domain below 2^31, which is an EVM chain’s', () => {
    for (const domain of [0, 1, 2 ** 31 - 1]) sol.refuse(sol.calls.initialize({ domain }), 'InvalidDomain');
    sol.run(sol.calls.initialize({ domain: 2 ** 31 }));
  });

  it('is refused for an oracle of no valid threshold', () => {
    for (const threshold of [0, 2, 6]) sol.refuse(sol.calls.initialize({ threshold }), 'InvalidOracle');
    sol.refuse(sol.calls.initialize({ members: [] }), 'InvalidOracle');
    sol.refuse(sol.calls.initialize({ members: [...MEMBERS.slice(1), MEMBERS[1] as Address] }), 'InvalidOracle');
  });

  it('is refused for roles that are not three different ones', () => {
    const member = MEMBERS[4] as Address;
    for (const roles of [
      { admin: NOBODY },
      { guardian: NOBODY },
      { guardian: ADMIN },
      { admin: member },
      { guardian: member },
    ])
      sol.refuse(sol.calls.initialize(roles), 'InvalidRole');
  });

  it('is refused for a canonical asset that is no mint of the SPL Token program', () => {
    const { chain, calls } = token;
    const mint = token.asset.mint as Address;
    const good = mintAccount(chain, { decimals: 9 });
    const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
    for (const account of [
      undefined,
      { ...good, owner: token2022 },
      { ...good, owner: STRANGER },
      mintAccount(chain, { decimals: 9, initialized: false }),
      tokenAccount(chain, { mint, owner: STRANGER }),
      // A wire unit above 64 bits.
      mintAccount(chain, { decimals: 29 }),
      mintAccount(chain, { decimals: 255 }),
    ]) {
      chain.put(mint, account);
      token.refuse(calls.initialize(), 'InvalidMint');
    }
  });
});
