import { strict as assert } from 'node:assert';
import type { ChainProvider, Sender } from '@causeway/chains';
import type { SignedTransaction } from '@causeway/protocol';
import { type SigningChain, signingChain } from '../../src/signer/signing-chain.ts';

/** Every member with which somebody could send a transaction. */
const SENDING: Readonly<Record<keyof Sender | 'prepareOracle' | 'wallet' | 'administration', true>> = {
  prepareSend: true,
  prepareClaim: true,
  prepareCloseRoots: true,
  unsignedClaim: true,
  creditor: true,
  unsignedSend: true,
  replace: true,
  broadcast: true,
  outcome: true,
  sequences: true,
  prepareOracle: true,
  wallet: true,
  administration: true,
};

describe('a chain in the hands of a signer', () => {
  it('has nothing that prepares or sends a transaction', () => {
    const members = Object.fromEntries(
      Object.keys(SENDING).map((name) => [name, () => assert.fail(`a signer called ${name}`)]),
    );
    const whole = {
      name: 'alpha',
      family: 'main',
      sign: async () => {},
      buildVoid: async () => {},
      ...members,
    } as unknown as ChainProvider;
    assert.deepEqual(Object.keys(signingChain(whole)).sort(), ['buildVoid', 'family', 'name', 'sign']);
  });

  it('offers no such member by its type, which this file would otherwise fail to compile', () => {
    const submit = (chain: SigningChain, submission: SignedTransaction) => {
      // @ts-expect-error A signer broadcasts nothing.
      chain.broadcast(submission);
      // @ts-expect-error A signer replaces nothing.
      chain.replace(submission);
      // @ts-expect-error A signer assembles no submission from collected signatures.
      chain.prepareOracle();
      // @ts-expect-error A signer sends no lock or burn.
      chain.prepareSend();
      // @ts-expect-error A signer claims nothing.
      chain.prepareClaim();
      // @ts-expect-error A signer transfers nothing.
      void chain.wallet;
    };
    assert.equal(typeof submit, 'function');
  });
});
