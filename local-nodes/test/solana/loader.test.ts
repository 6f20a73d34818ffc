import assert from 'node:assert/strict';
import { Keypair, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { describeNode, MEMO } from './support.ts';

const LOADER = new PublicKey('BPFLoaderUpgradeab1e11111111111111111111111');
const RENT = new PublicKey('SysvarRent111111111111111111111111111111111');
const CLOCK = new PublicKey('SysvarC1ock11111111111111111111111111111111');
const TOKEN = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

/** Instructions of the upgradeable loader, and the length of its header before a program's code. */
const INITIALIZE_BUFFER = 0;
const WRITE = 1;
const DEPLOY = 2;
const UPGRADE = 3;
const SET_AUTHORITY = 4;
const BUFFER_HEADER = 37;
const PROGRAM_DATA_HEADER = 45;
const PROGRAM_BYTES = 36;
/** The token program's error for bytes that are none of its instructions. */
const TOKEN_INVALID_INSTRUCTION = 12;
/** Bytes of code that fit into one transaction. */
const CHUNK = 900;

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const writable = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: true });
const readonly = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false });
const signer = (pubkey: PublicKey) => ({ pubkey, isSigner: true, isWritable: false });

describeNode('Solana chain: deploying with the upgradeable loader', 'paused', (test) => {
  let memo: Buffer;
  let token: Buffer;
  const program = Keypair.generate();
  const programData = PublicKey.findProgramAddressSync([program.publicKey.toBuffer()], LOADER)[0];

  before(async () => {
    const dataOf = async (address: PublicKey) => {
      const account = await test.at.confirmed.getAccountInfo(address);
      assert.ok(account);
      return account.data;
    };
    memo = await dataOf(MEMO);
    const tokenData = PublicKey.findProgramAddressSync([TOKEN.toBuffer()], LOADER)[0];
    token = (await dataOf(tokenData)).subarray(PROGRAM_DATA_HEADER);
  });

  const instruction = (keys: TransactionInstruction['keys'], ...data: Uint8Array[]) =>
    new TransactionInstruction({ programId: LOADER, keys, data: Buffer.concat(data) });

  /** Writes `code` into a new buffer, one transaction per chunk. */
  async function writeBuffer(code: Buffer): Promise<PublicKey> {
    const buffer = Keypair.generate();
    const authority = test.payer.publicKey;
    const space = BUFFER_HEADER + code.length;
    const lamports = await test.at.confirmed.getMinimumBalanceForRentExemption(space);
    await test.send(
      [
        SystemProgram.createAccount({
          ...{ fromPubkey: authority, newAccountPubkey: buffer.publicKey, lamports, space, programId: LOADER },
        }),
        instruction([writable(buffer.publicKey), readonly(authority)], u32(INITIALIZE_BUFFER)),
      ],
      [buffer],
    );
    await test.advance();
    for (let offset = 0; offset < code.length; offset += CHUNK) {
      const chunk = code.subarray(offset, offset + CHUNK);
      await test.send([
        instruction(
          [writable(buffer.publicKey), signer(authority)],
          ...[u32(WRITE), u32(offset), u64(chunk.length), chunk],
        ),
      ]);
    }
    await test.advance();
    return buffer.publicKey;
  }

  const call = (text: string) =>
    new TransactionInstruction({ programId: program.publicKey, keys: [], data: Buffer.from(text) });

  it('a program deployed from a buffer runs', async () => {
    const buffer = await writeBuffer(memo);
    const authority = test.payer.publicKey;
    const lamports = await test.at.confirmed.getMinimumBalanceForRentExemption(PROGRAM_BYTES);
    await test.send(
      [
        SystemProgram.createAccount({
          ...{ fromPubkey: authority, newAccountPubkey: program.publicKey, lamports },
          ...{ space: PROGRAM_BYTES, programId: LOADER },
        }),
        instruction(
          [
            ...[{ ...signer(authority), isWritable: true }, writable(programData), writable(program.publicKey)],
            ...[
              writable(buffer),
              readonly(RENT),
              readonly(CLOCK),
              readonly(SystemProgram.programId),
              signer(authority),
            ],
          ],
          ...[u32(DEPLOY), u64(token.length)],
        ),
      ],
      [program],
    );
    await test.advance();
    assert.equal((await test.at.confirmed.getAccountInfo(program.publicKey))?.executable, true);
    assert.equal(await test.at.confirmed.getAccountInfo(buffer), null);
    const signature = await test.send([call('deployed')]);
    await test.advance();
    const done = await test.at.confirmed.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
    assert.equal(done?.meta?.err, null);
    assert.ok(
      done?.meta?.logMessages?.some((line) => line.includes('deployed')),
      done?.meta?.logMessages?.join('\n'),
    );
  });

  it("a program's data names its slot and its upgrade authority", async () => {
    const data = (await test.at.confirmed.getAccountInfo(programData))?.data as Buffer;
    assert.equal(data.readUInt32LE(0), 3);
    assert.ok(data.readBigUInt64LE(4) > 0n);
    assert.equal(new PublicKey(data.subarray(13, 45)).toBase58(), test.payer.publicKey.toBase58());
  });

  it('an upgraded program runs the new code', async () => {
    const buffer = await writeBuffer(token);
    const authority = test.payer.publicKey;
    await test.send([
      instruction(
        [
          ...[writable(programData), writable(program.publicKey), writable(buffer), writable(authority)],
          ...[readonly(RENT), readonly(CLOCK), signer(authority)],
        ],
        u32(UPGRADE),
      ),
    ]);
    await test.advance();
    const { value } = await test.at.confirmed.simulateTransaction(await test.signed([call('no token instruction')]));
    assert.deepEqual(
      value.err,
      { InstructionError: [0, { Custom: TOKEN_INVALID_INSTRUCTION }] },
      value.logs?.join('\n'),
    );
  });

  it('only the upgrade authority can hand a program over, and afterwards only its successor can', async () => {
    const successor = Keypair.generate();
    const handOver = (from: PublicKey, to: PublicKey) =>
      instruction([writable(programData), signer(from), readonly(to)], u32(SET_AUTHORITY));
    await test.send([handOver(test.payer.publicKey, successor.publicKey)]);
    await test.advance();
    const again = await test.signed([handOver(test.payer.publicKey, successor.publicKey)]);
    const { value } = await test.at.confirmed.simulateTransaction(again);
    assert.deepEqual(value.err, { InstructionError: [0, 'IncorrectAuthority'] });
    await test.send([handOver(successor.publicKey, test.payer.publicKey)], [successor]);
  });
});
