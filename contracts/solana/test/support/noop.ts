/** "r0 = 0, exit" of SBPF v3. */
const SUCCEED = Buffer.from('b7000000000000009500000000000000', 'hex');

/** A program that succeeds without doing anything, for every call. */
export const noopProgram = (code: Uint8Array): Uint8Array => withEntry(code, Buffer.alloc(0));

/** `code` whose entry point is `instructions` of SBPF v3, after which it succeeds. */
export function withEntry(code: Uint8Array, instructions: Uint8Array): Uint8Array {
  const program = Buffer.from(code);
  const entry = program.readBigUInt64LE(24);
  const [headers, size, count] = [
    Number(program.readBigUInt64LE(32)),
    program.readUInt16LE(54),
    program.readUInt16LE(56),
  ];
  for (let index = 0; index < count; index++) {
    const header = headers + index * size;
    const offset = program.readBigUInt64LE(header + 8);
    const address = program.readBigUInt64LE(header + 16);
    const executable = (program.readUInt32LE(header + 4) & 1) !== 0;
    if (!executable || entry < address) continue;
    program.set(Buffer.concat([instructions, SUCCEED]), Number(offset + entry - address));
    return program;
  }
  throw new Error('no code behind the entry point');
}
