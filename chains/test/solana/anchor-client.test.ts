import { strict as assert } from 'node:assert';
import idl from '@causeway/contracts-solana/idl' with { type: 'json' };
import { programErrorOf } from '@causeway/contracts-solana/program-error';
import { hexToBytes } from '@causeway/protocol';
import anchor from '@coral-xyz/anchor';
import { Connection, Keypair } from '@solana/web3.js';
import { seedOf } from '../support/solana.ts';
import { sharedWorld } from '../support/worlds.ts';

describe("Anchor's client of the bridge", function () {
  this.timeout(120_000);

  it('shows the name of the error for which the program refuses a call', async () => {
    const { node, here } = await sharedWorld('solana');
    const alice = new anchor.Wallet(Keypair.fromSeed(hexToBytes(seedOf(2))));
    const { address } = here.deployment.bridges.main ?? assert.fail('there is no bridge');
    const connection = new Connection(node.url, 'confirmed');
    const provider = new anchor.AnchorProvider(connection, alice, { commitment: 'confirmed' });
    // biome-ignore lint/suspicious/noExplicitAny: the client makes its methods from the IDL at run time
    const { methods } = new anchor.Program({ ...idl, address } as never, provider) as any;
    const pause = () => methods.pauseOutbound().accounts({ authority: alice.publicKey });
    const { msg } = idl.errors.find(({ name }) => name === 'NotGuardian') ?? assert.fail('the IDL has no such error');
    for (const call of [() => pause().rpc(), () => pause().simulate()]) {
      await assert.rejects(call, (thrown) => {
        assert.deepEqual(programErrorOf(thrown), { code: 6001, name: 'NotGuardian', msg });
        return true;
      });
    }
  });

  it('shows none for an error of another program, or of none', () => {
    for (const thrown of [new Error('custom program error: 0x1'), new Error('no answer'), null, 'text']) {
      assert.equal(programErrorOf(thrown), null);
    }
  });
});
