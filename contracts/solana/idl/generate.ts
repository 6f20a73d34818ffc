// Writes idl/causeway_bridge.json and src/interface.rs from interface.ts; with --check, fails when one is not current.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  ACCOUNTS,
  EVENTS,
  INSTRUCTIONS,
  type Instruction,
  PROGRAM_ERRORS,
  TYPES,
  type TypeDefinition,
} from './interface.ts';

/** Anchor's convention: the first custom error. */
const FIRST_ERROR = 6000;

/** The first eight bytes of sha256("namespace:name"), as Anchor has them. */
const discriminator = (namespace: 'global' | 'account' | 'event', name: string): number[] => [
  ...createHash('sha256').update(`${namespace}:${name}`).digest().subarray(0, 8),
];

const typeOf = ({ name, docs, fields, variants }: TypeDefinition) => ({
  name,
  docs,
  type: variants
    ? { kind: 'enum', variants: variants.map((variant) => ({ name: variant })) }
    : { kind: 'struct', fields },
});

const idl = {
  // Whoever loads it puts the deployed program's address here.
  address: '11111111111111111111111111111111',
  metadata: {
    name: 'causeway_bridge',
    version: '0.1.0',
    spec: '0.1.0',
    description: 'The Causeway bridge on Solana',
  },
  instructions: INSTRUCTIONS.map(({ name, docs, accounts, args }) => ({
    name,
    discriminator: discriminator('global', name),
    docs,
    accounts: accounts.map(({ demotable: _, ...account }) => account),
    args,
  })),
  accounts: ACCOUNTS.map(({ name }) => ({ name, discriminator: discriminator('account', name) })),
  events: EVENTS.map(({ name }) => ({ name, discriminator: discriminator('event', name) })),
  errors: PROGRAM_ERRORS.map(([name, msg], index) => ({ code: FIRST_ERROR + index, name, msg })),
  types: [...TYPES, ...ACCOUNTS, ...EVENTS].map(typeOf),
};

const screaming = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

/** A discriminator as the little-endian integer that the program reads it as. */
const rustDiscriminator = (prefix: string, name: string, bytes: number[]) =>
  `pub const ${prefix}_${screaming(name)}: u64 = 0x${Buffer.from(bytes).readBigUInt64LE().toString(16)};`;

/** Which access the program demands of each account of an instruction. */
const rustAccess = ({ name, accounts }: Instruction) => {
  const flags = accounts.map(
    ({ signer, writable, optional, demotable }) =>
      (signer ? 1 : 0) | (writable && !demotable ? 2 : 0) | (optional ? 4 : 0),
  );
  return `pub const ACCESS_${screaming(name)}: [u8; ${flags.length}] = [${flags.join(', ')}];`;
};

const rust = [
  '//! Written by idl/generate.ts from idl/interface.ts: discriminators, accounts and error codes.',
  '',
  ...INSTRUCTIONS.map(({ name }) => rustDiscriminator('IX', name, discriminator('global', name))),
  '',
  "// Each account's access: 1 signer, 2 writable, 4 may be absent.",
  ...INSTRUCTIONS.map(rustAccess),
  '',
  ...ACCOUNTS.map(({ name }) => rustDiscriminator('ACCOUNT', name, discriminator('account', name))),
  '',
  ...EVENTS.map(({ name }) => rustDiscriminator('EVENT', name, discriminator('event', name))),
  '',
  '/// The errors, as custom program errors.',
  '#[derive(Clone, Copy, PartialEq, Eq)]',
  '#[repr(u32)]',
  'pub enum BridgeError {',
  ...PROGRAM_ERRORS.flatMap(([name, message], index) => [
    `    /// ${message}`,
    `    ${name}${index === 0 ? ` = ${FIRST_ERROR}` : ''},`,
  ]),
  '}',
  '',
].join('\n');

const outputs = [
  ['causeway_bridge.json', `${JSON.stringify(idl, null, 2)}\n`],
  ['../src/interface.rs', rust],
] as const;
for (const [path, text] of outputs) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) throw new Error(`${path} is not current: run idl/generate.ts`);
}
