import { strict as assert } from 'node:assert';
import { Keypair, PublicKey } from '@solana/web3.js';
import { addressBytes, bridgeAddresses } from '../../src/solana/addresses.ts';
import { isReservedSolana } from '../../src/solana/reserved.ts';

describe('reserved Solana addresses', () => {
  const bridge = bridgeAddresses(new PublicKey('Ecs89dz8NsNoSxyUtp54G2HPbmvJr8qZnxnWUqiLT92r'));
  const reserved = (address: PublicKey) => isReservedSolana(bridge, addressBytes(address));

  it('are the token programs, other programs and sysvars of every cluster', () => {
    for (const text of [
      'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
      'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      'So11111111111111111111111111111111111111112',
      'SysvarC1ock11111111111111111111111111111111',
    ])
      assert.ok(reserved(new PublicKey(text)), text);
  });

  it('are the bridge’s own accounts, its escrow among them', () => {
    for (const account of Object.values(bridge)) assert.ok(reserved(account));
  });

  it('are no wallet', () => {
    assert.ok(!reserved(Keypair.generate().publicKey));
    assert.ok(!reserved(new PublicKey('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')));
  });
});
