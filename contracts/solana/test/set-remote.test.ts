import assert from 'node:assert/strict';
import { type Hex, padLeft } from '@causeway/protocol';
import { ZERO_WORD } from '../../test-support/bytes.ts';
import { useBridge } from './support/bridge.ts';
import { withAccounts } from './support/call.ts';
import { SYSTEM_PROGRAM } from './support/chain.ts';
import { GUARDIAN, HERE, OTHER, REMOTE, type Remote, STRANGER } from './support/setting.ts';
import { mintAccount, readMint } from './support/tokens.ts';

const EMPTY_BUCKET = {
  limits: { minAmount: 0n, maxAmount: 0n, capacity: 0n, refillPerSecond: 0n },
  level: 0n,
  largestMaxAmount: 0n,
};

describe('setRemote', () => {
  const bridge = useBridge();
  const { calls, chain, at } = bridge;
  const set = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.run(calls.setRemote({ ...OTHER, ...fields }, token));
  const refuse = (fields: Partial<Remote>, token?: { name: string; symbol: string }) =>
    bridge.refuse(calls.setRemote({ ...OTHER, ...fields }, token), 'InvalidRemote');
  const word = (bit: number): Hex => padLeft(`0x${(1n << BigInt(bit)).toString(16).padStart(64, '0')}`);

  it('registers a remote, closed', () => {
    const remote = { ...OTHER, wireDecimals: 6 };
    const { domain, ...registration } = remote;
    const token = calls.mintOf(remote);
    bridge.runEmitting(calls.setRemote(remote, { name: 'Polygon', symbol: 'cwPOL' }), 'remoteSet', {
      ...remote,
      token,
    });
    const { canonical, bridged, ...rest } = bridge.remote(remote) as Record<string, Record<string, unknown>>;
    assert.deepEqual(rest, {
      domain,
      ...registration,
      mint: token,
      opened: false,
      nextOutboundNonce: 0n,
      nextInboundNonce: 0n,
      outstanding: 0n,
      name: 'Polygon',
      symbol: 'cwPOL',
    });
    for (const bucket of [canonical, bridged])
      assert.deepEqual({ ...bucket, updatedAt: 0n }, { ...EMPTY_BUCKET, updatedAt: 0n });
  });

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

  it('may be repeated with another registration until it is opened', () => {
    set({});
    set({ addressLength: 32, bridge: word(255), wireDecimals: 8 });
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

  it('is refused for a remote that is open', () => {
    bridge.refuse(calls.setRemote(REMOTE), 'RemoteAlreadyOpen');
  });

  it('is refused for the domain zero and for this one', () => {
    refuse({ domain: 0 });
    refuse({ domain: HERE });
  });

  it('is refused for an invalid address length, and for a bridge that does not fit it', () => {
    refuse({ addressLength: 0 });
    refuse({ addressLength: 33 });
    refuse({ addressLength: 255 });
    refuse({ bridge: ZERO_WORD });
    refuse({ bridge: word(160) });
    set({ bridge: word(159) });
    set({ bridge: word(255), addressLength: 32 });
    refuse({ bridge: word(240), addressLength: 30 });
  });

  it('is refused for more than nine wire decimals', () => {
    refuse({ wireDecimals: 10 });
    refuse({ wireDecimals: 255 });
    set({ wireDecimals: 0 });
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

  it('is refused for anyone but the admin', () => {
    for (const admin of [STRANGER, GUARDIAN])
      bridge.refuse(withAccounts(calls.setRemote(OTHER), { admin }), 'NotAdmin');
  });
});
