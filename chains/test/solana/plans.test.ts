import { strict as assert } from 'node:assert';
import type { AdminAction, Administration, Deployment, PlanFile, PlanOptions } from '@causeway/chains';
import { hexToBytes } from '@causeway/protocol';
import {
  AddressLookupTableProgram,
  Connection,
  Keypair,
  NONCE_ACCOUNT_LENGTH,
  PublicKey,
  SystemProgram,
  Transaction,
} from '@solana/web3.js';
import bs58 from 'bs58';
import { z } from 'zod';
import { codeOf, must } from '../support/bridges.ts';
import { keyOf, seedOf, sendAs, signPlan, solAlice, solDeployer, solGuardian } from '../support/solana.ts';
import { sharedWorld, type World } from '../support/worlds.ts';

const both = z.object({ base64: z.string(), base58: z.string() });
const document = z.object({
  does: z.string(),
  valid: z.string(),
  feePayer: z.string(),
  signers: z.array(z.string()),
  recentBlockhash: z.string(),
  instructions: z.array(z.object({ name: z.string(), program: z.string(), accounts: z.array(z.string()) })),
  message: both,
  transaction: both,
});

describe('plans of a Solana bridge', function () {
  this.timeout(120_000);
  let world: World<'solana'>;
  let connection: Connection;
  before(async () => {
    world = await sharedWorld('solana');
    connection = new Connection(world.node.url, 'confirmed');
  });

  const administration = (deployment?: Deployment): Administration =>
    world.provider('here', {}, deployment).administration ?? assert.fail('it has no administration');
  const planned = async (action: AdminAction, options: PlanOptions = {}): Promise<PlanFile> => {
    const [file, ...others] = must(await administration().plan(action, options));
    assert.equal(others.length, 0);
    return file ?? assert.fail('there is no file');
  };
  const read = ({ text }: PlanFile) => document.parse(JSON.parse(text));
  const outbound = { direction: 'outbound' } as const;
  const paused = async () => must(await world.provider().paused()).outbound;

  /** A new durable nonce of `authority`. */
  async function makeNonce(authority: string): Promise<string> {
    const account = Keypair.generate();
    const payer = Keypair.fromSeed(hexToBytes(seedOf(2)));
    const { instructions } = SystemProgram.createNonceAccount({
      fromPubkey: payer.publicKey,
      noncePubkey: account.publicKey,
      authorizedPubkey: new PublicKey(authority),
      lamports: await connection.getMinimumBalanceForRentExemption(NONCE_ACCOUNT_LENGTH),
    });
    const { blockhash } = await connection.getLatestBlockhash();
    const transaction = new Transaction({ feePayer: payer.publicKey, recentBlockhash: blockhash }).add(...instructions);
    transaction.sign(payer, account);
    const signature = await connection.sendRawTransaction(transaction.serialize());
    while ((await connection.getSignatureStatus(signature)).value?.confirmationStatus !== 'confirmed');
    return account.publicKey.toBase58();
  }

  it('say what they do, who signs, and which accounts they read and write', async () => {
    const { address } = world.here.deployment.bridges.main ?? assert.fail();
    const file = await planned({ name: 'pause', scope: outbound });
    assert.equal(file.name, 'solana-main-pause-outbound.json');
    const { does, signers, feePayer, instructions, message, transaction, recentBlockhash } = read(file);
    assert.equal(does, `solana, bridge main (${address}): pause outbound, every lock and burn.`);
    assert.deepEqual([signers, feePayer], [[solGuardian.address], solGuardian.address]);
    const [only, ...more] = instructions;
    assert.deepEqual([only?.name, only?.program, more.length], ['pause_outbound', address, 0]);
    assert.equal(only?.accounts[0], `authority: ${solGuardian.address} is read and signs`);
    assert.match(only?.accounts[1] ?? '', /^bridge: \w+ is written$/);
    for (const { base64, base58 } of [message, transaction]) {
      assert.deepEqual(Buffer.from(bs58.decode(base58)), Buffer.from(base64, 'base64'));
    }
    const unsigned = Transaction.from(Buffer.from(transaction.base64, 'base64'));
    assert.deepEqual(unsigned.serializeMessage(), Buffer.from(message.base64, 'base64'));
    assert.equal(unsigned.recentBlockhash, recentBlockhash);
  });

  it('with a durable nonce outlive every block hash, and are signed by its authority too', async () => {
    const nonceAccount = await makeNonce(solAlice.address);
    const file = await planned({ name: 'pause', scope: outbound }, { nonceAccount });
    const { signers, instructions, valid, recentBlockhash } = read(file);
    assert.deepEqual([...signers].sort(), [solAlice.address, solGuardian.address].sort());
    assert.deepEqual(
      instructions.map(({ name }) => name),
      ['advance_nonce_account', 'pause_outbound'],
    );
    assert.equal(valid, `until ${solAlice.address} advances the nonce of ${nonceAccount}`);
    await world.node.advance(200);
    await signPlan(world.node.url, file, solGuardian, solAlice);
    assert.equal(await paused(), true);
    must(await administration().execute({ name: 'unpause', scope: outbound }, solDeployer));
    const next = read(await planned({ name: 'pause', scope: outbound }, { nonceAccount }));
    assert.notEqual(next.recentBlockhash, recentBlockhash);
  });

  it('without one are refused once their block hash is too old', async () => {
    const file = await planned({ name: 'pause', scope: outbound });
    await world.node.advance(200);
    await assert.rejects(signPlan(world.node.url, file, solGuardian), /Blockhash not found/);
    assert.equal(await paused(), false);
  });

  it('refuse an account that has no nonce', async () => {
    const plan = (nonceAccount: string) => administration().plan({ name: 'pause', scope: outbound }, { nonceAccount });
    assert.equal(codeOf(await plan('here')), 'INVALID_ADDRESS');
    assert.equal(codeOf(await plan(solAlice.address)), 'INVALID_ADDRESS');
  });

  it('are tried for a holder without any lamports, whom another account pays for', async () => {
    const poor = keyOf(0x9001);
    const { check, execute } = administration();
    must(await execute({ name: 'setGuardian', guardian: poor.address }, solDeployer));
    const pause = { name: 'pause', scope: outbound } as const;
    must(await check(pause, poor.address));
    assert.equal(codeOf(await execute(pause, poor)), 'INSUFFICIENT_FUNDS');
    assert.equal(codeOf(await check({ name: 'acceptAdmin' }, poor.address)), 'NotAdmin');
    must(await execute({ name: 'setGuardian', guardian: solGuardian.address }, solDeployer));
  });

  it('freeze the lookup table, which then has no authority', async () => {
    const authority = new PublicKey(solAlice.address);
    const recentSlot = await connection.getSlot('finalized');
    const [create, lookupTable] = AddressLookupTableProgram.createLookupTable({
      authority,
      payer: authority,
      recentSlot,
    });
    const addresses = [authority];
    const extend = AddressLookupTableProgram.extendLookupTable({ lookupTable, authority, payer: authority, addresses });
    await sendAs(world.node, solAlice, create, extend);
    const { deployment } = world.here;
    const contracts = { ...deployment.contracts, lookupTable: lookupTable.toBase58() };
    const own = administration({ ...deployment, contracts });
    const frozen = async () => must((await own.tableFrozen?.()) ?? assert.fail('there is no table'));
    assert.equal(await frozen(), false);
    assert.equal(codeOf(await own.check({ name: 'freezeTable' }, solDeployer.address)), 'NOT_OWNER');
    const [file] = must(await own.plan({ name: 'freezeTable' }, {}));
    assert.deepEqual(read(file ?? assert.fail()).signers, [solAlice.address]);
    await signPlan(world.node.url, file ?? assert.fail(), solAlice);
    assert.equal(await frozen(), true);
    assert.equal(codeOf(await own.plan({ name: 'freezeTable' }, {})), 'NOT_OWNER');
    assert.equal(codeOf(await own.execute({ name: 'freezeTable' }, solAlice)), 'NOT_OWNER');
    await assert.rejects(sendAs(world.node, solAlice, extend));
  });

  it('collect the fees of many remotes in several transactions', async () => {
    const { deployment } = world.here;
    const main = deployment.bridges.main ?? assert.fail();
    const [ethereum] = Object.values(main.remotes);
    const remotes = Object.fromEntries(
      Array.from({ length: 13 }, (_, index) => [`remote-${index}`, ethereum ?? assert.fail()]),
    );
    const many = { ...deployment, bridges: { ...deployment.bridges, main: { ...main, remotes } } };
    const collect = { name: 'collectFees', to: solAlice.address } as const;
    const files = must(await administration(many).plan(collect, {}));
    assert.deepEqual(
      files.map(({ name }) => name),
      ['solana-main-collect-fees-1.json', 'solana-main-collect-fees-2.json'],
    );
    for (const file of files) assert(Buffer.from(read(file).transaction.base64, 'base64').length <= 1_232);
    const nonceAccount = await makeNonce(solAlice.address);
    assert.equal(codeOf(await administration(many).plan(collect, { nonceAccount })), 'TRANSACTION_TOO_LARGE');
  });
});
