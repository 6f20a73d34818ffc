// What the program adds to the protocol's rules in the calls of its admin.
import assert from 'node:assert/strict';
import { KIND } from '@causeway/protocol';
import { bitOf, ZERO_WORD } from '../../conformance/src/bytes.ts';
import { ROOT } from '../../conformance/src/setting.ts';
import { addressOf } from './support/addresses.ts';
import { useBridge } from './support/bridge.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { ADMIN, GUARDIAN, LIMITS, memberOf, OTHER, REMOTE, type Remote, STRANGER } from './support/setting.ts';
import { mintAccount, readMint } from './support/tokens.ts';

describe('setRemote', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const set = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.run(calls.setRemote({ ...OTHER, ...fields }, token));
  const refuse = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.refuse(calls.setRemote({ ...OTHER, ...fields }, token), 'InvalidRemote');

  it('creates the bridged token: only the bridge mints it, and nobody freezes it', () => {
    set({ wireDecimals: 6 });
    const account = chain.account(at.mint(OTHER.domain, 6));
    assert(account !== undefined);
    const mint = readMint(account);
    assert.equal(mint.isInitialized, true);
    assert.equal(mint.decimals, 6);
    assert.equal(mint.supply, 0n);
    assert.equal(mint.mintAuthorityOption, 1);
    assert.equal(mint.mintAuthority.toBase58(), at.bridge);
    assert.equal(mint.freezeAuthorityOption, 0);
  });

  it('takes the token and the names of the last registration', () => {
    set({});
    set({ addressLength: 32, bridge: bitOf(255), wireDecimals: 8 });
    assert.equal(bridge.remote(OTHER).mint, at.mint(OTHER.domain, 8));
    set({}, { name: 'A', symbol: 'B' });
    const { mint, name, symbol, addressLength } = bridge.remote(OTHER);
    assert.deepEqual([mint, name, symbol, addressLength], [at.mint(OTHER.domain, 9), 'A', 'B', 20]);
    bridge.run(calls.openRemote(OTHER));
  });

  it('is refused when its bridged token is there and has a supply, or others decide over it', () => {
    set({});
    const good = { decimals: OTHER.wireDecimals, mintAuthority: at.bridge };
    for (const wrong of [{ supply: 1n }, { mintAuthority: STRANGER }, { freezeAuthority: STRANGER }]) {
      chain.put(calls.mintOf(OTHER), mintAccount(chain, { ...good, ...wrong }));
      refuse({});
    }
    chain.put(calls.mintOf(OTHER), mintAccount(chain, good));
    set({});
  });

  it('is refused for a name or a symbol that is empty or too long', () => {
    refuse({}, { name: '', symbol: 'cwT' });
    refuse({}, { name: 'n'.repeat(33), symbol: 'cwT' });
    refuse({}, { name: 'Bridged', symbol: '' });
    refuse({}, { name: 'Bridged', symbol: 's'.repeat(11) });
    set({}, { name: 'n'.repeat(32), symbol: 's'.repeat(10) });
    assert.equal(bridge.remote(OTHER).name, 'n'.repeat(32));
  });

  it('is not stopped by lamports that someone sent to the addresses of its accounts', () => {
    for (const address of [at.remote(OTHER.domain), calls.mintOf(OTHER)])
      chain.put(address, { lamports: 10n ** 9n, owner: SYSTEM_PROGRAM, data: new Uint8Array() });
    set({});
    bridge.run(calls.openRemote(OTHER));
  });
});

describe('openRemote', () => {
  const bridge = useBridge();

  it('is refused for a bridged token that has a supply', () => {
    bridge.run(bridge.calls.setRemote(OTHER));
    const fields = { decimals: OTHER.wireDecimals, supply: 1n, mintAuthority: bridge.at.bridge };
    bridge.chain.put(bridge.calls.mintOf(OTHER), mintAccount(bridge.chain, fields));
    bridge.refuse(bridge.calls.openRemote(OTHER), 'InvalidRemote');
  });
});

describe('setLimits', () => {
  const bridge = useBridge();
  const { calls, chain } = bridge;

  it('restores nothing for time that went backwards', () => {
    bridge.giveBridged(LIMITS.capacity);
    chain.setTime(chain.time - 1_000n);
    const message = bridge.inbound(KIND.lock, { wireAmount: 1n });
    bridge.refuse(calls.mint(bridge.commitAround(message), 2), 'RateLimited');
  });
});

describe('the roles', () => {
  const bridge = useBridge();
  const { calls } = bridge;
  const members = (count: number) => Array.from({ length: count }, (_, index) => memberOf(index));

  it('are refused to the zero address', () => {
    const nobody = addressOf(ZERO_WORD);
    bridge.refuse(calls.setGuardian(nobody), 'InvalidRole');
    bridge.refuse(calls.setOracle([...members(4), nobody], 3), 'InvalidRole');
  });

  it('of the oracle have 1 to 16 members, none of whom has another role', () => {
    bridge.run(calls.setOracle(members(16), 9));
    bridge.refuse(calls.setOracle(members(17), 9), 'InvalidOracle');
    for (const taken of [ADMIN, GUARDIAN]) bridge.refuse(calls.setOracle([...members(4), taken], 3), 'InvalidRole');
  });
});

describe('replaceRoot', () => {
  const bridge = useBridge();

  it('is refused for more changed nonces than an interval holds', () => {
    const interval = { source: REMOTE.domain, firstNonce: 0n, count: 3, root: ROOT };
    bridge.run(bridge.calls.commitRoot(interval));
    bridge.run(bridge.calls.pause('pauseInbound'));
    const changed = Array.from({ length: 65 }, () => 0n);
    bridge.refuse(bridge.calls.replaceRoot(interval, changed), 'BatchTooLarge');
    bridge.run(bridge.calls.replaceRoot(interval, changed.slice(1)));
  });
});
