/**
 * A program that succeeds without doing anything, for every call: `code` with its first two instructions replaced by
 * "r0 = 0, exit" of SBPF v3.
 */
export function noopProgram(code: Uint8Array): Uint8Array {
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
    program.set(Buffer.from('b7000000000000009500000000000000', 'hex'), Number(offset + entry - address));
    return program;
  }
  throw new Error('no code behind the entry point');
}
