// A program that calls another one, as a router or an attacker may.
import { AccountRole, type Address } from '@solana/kit';
import { CODE } from './bridge.ts';
import type { BuiltInstruction } from './call.ts';
import type { Chain } from './chain.ts';
import { keyOf } from './keys.ts';
import { withEntry } from './noop.ts';

const ROUTER = keyOf('router');
/** Where the runtime maps a program's heap and its input. */
const HEAP = 0x3_0000_0000n;
const INPUT = 0x4_0000_0000n;
/** Room for growth behind an account's data in the input. */
const GROWTH = 10_240n;
/** The runtime's names of these functions in SBPF v3, murmur3 hashes. */
const SYSCALL = { memcpy: 0x717cc4a3, invokeSignedC: 0xa22b9c85 };

const isSigner = (role: AccountRole) => (role & AccountRole.READONLY_SIGNER) !== 0;
const isWritable = (role: AccountRole) => (role & AccountRole.WRITABLE) !== 0;

/** "Load this number into register `register`". */
function load(register: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt8(0x18, 0);
  bytes.writeUInt8(register, 1);
  bytes.writeUInt32LE(Number(value & 0xffff_ffffn), 4);
  bytes.writeUInt32LE(Number(value >> 32n), 12);
  return bytes;
}
function call(syscall: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt8(0x85, 0);
  bytes.writeUInt32LE(syscall, 4);
  return bytes;
}

/**
 * `inner` called by another program, with the signatures of the transaction. `outer` overrides what the transaction
 * gives the router. Deploys a router for this call: it copies what follows its accounts, a call ready made, to its
 * heap.
 */
export function routed(
  chain: Chain,
  inner: BuiltInstruction,
  outer: Readonly<Record<Address, AccountRole>> = {},
): BuiltInstruction {
  const roles = new Map<Address, AccountRole>([[inner.programAddress, AccountRole.READONLY]]);
  for (const { address, role } of inner.accounts) roles.set(address, ((roles.get(address) ?? 0) | role) as AccountRole);
  for (const [address, role] of Object.entries(outer)) roles.set(address as Address, role);

  let position = INPUT + 8n;
  const accounts = [...roles].map(([address, role]) => {
    const { data, executable = false } = chain.account(address) ?? { data: new Uint8Array() };
    const account = { address, role, at: position, size: BigInt(data.length), executable };
    const padded = (position + 88n + account.size + GROWTH + 7n) & ~7n;
    position = padded + 8n;
    return account;
  });
  const keyAt = (of: Address) => (accounts.find(({ address }) => address === of)?.at ?? 0n) + 8n;

  const metasAt = 40;
  const infosAt = metasAt + 16 * inner.accounts.length;
  const dataAt = infosAt + 56 * accounts.length;
  const data = Buffer.alloc(dataAt + inner.data.length);
  const words = (offset: number, ...values: readonly bigint[]) => {
    for (const [index, value] of values.entries()) data.writeBigUInt64LE(value, offset + 8 * index);
  };
  const heap = (offset: number) => HEAP + BigInt(offset);
  words(
    0,
    keyAt(inner.programAddress),
    heap(metasAt),
    BigInt(inner.accounts.length),
    heap(dataAt),
    BigInt(inner.data.length),
  );
  for (const [index, { address, role }] of inner.accounts.entries()) {
    words(metasAt + 16 * index, keyAt(address));
    data.set([Number(isWritable(role)), Number(isSigner(role))], metasAt + 16 * index + 8);
  }
  for (const [index, { at, role, size, executable }] of accounts.entries()) {
    const info = infosAt + 56 * index;
    words(info, at + 8n, at + 72n, size, at + 88n, at + 40n, 2n ** 64n - 1n);
    data.set([isSigner(role), isWritable(role), executable].map(Number), info + 48);
  }
  data.set(inner.data, dataAt);

  const code = [
    load(1, HEAP),
    load(2, position + 8n),
    load(3, BigInt(data.length)),
    call(SYSCALL.memcpy),
    load(1, HEAP),
    load(2, heap(infosAt)),
    load(3, BigInt(accounts.length)),
    load(4, 0n),
    load(5, 0n),
    call(SYSCALL.invokeSignedC),
  ];
  chain.addProgram(ROUTER, withEntry(CODE, Buffer.concat(code)));
  return { programAddress: ROUTER, accounts: accounts.map(({ address, role }) => ({ address, role })), data };
}
