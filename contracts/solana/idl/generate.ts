// Writes both programs' IDL and Rust constants from their interfaces; with --check, fails when a file is not current.
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
import { SETTLER_ERRORS } from './settler/errors.ts';
import { SETTLER_ACCOUNTS, SETTLER_EVENTS, SETTLER_INSTRUCTIONS, SETTLER_TYPES } from './settler/interface.ts';

/** Anchor's convention: the first custom error. */
const FIRST_ERROR = 6000;
/** The settler's own errors; below are the bridge's, which it raises too or hands on. */
const FIRST_SETTLER_ERROR = 6100;

type Errors = readonly (readonly [name: string, message: string])[];

/** A program of this folder. */
interface Program {
  readonly name: string;
  readonly description: string;
  readonly instructions: readonly Instruction[];
  readonly accounts: readonly TypeDefinition[];
  readonly events: readonly TypeDefinition[];
  readonly types: readonly TypeDefinition[];
  /** Own errors from `firstError` on, after those of another program. */
  readonly errors: Errors;
  readonly firstError: number;
  readonly otherErrors: Errors;
  /** The generated Rust module, what it is written from, and the name of its errors. */
  readonly rust: string;
  readonly source: string;
  readonly errorName: string;
}

const PROGRAMS: readonly Program[] = [
  {
    name: 'causeway_bridge',
    description: 'The Causeway bridge on Solana',
    instructions: INSTRUCTIONS,
    accounts: ACCOUNTS,
    events: EVENTS,
    types: TYPES,
    errors: PROGRAM_ERRORS,
    firstError: FIRST_ERROR,
    otherErrors: [],
    rust: '../src/interface.rs',
    source: 'idl/interface.ts',
    errorName: 'BridgeError',
  },
  {
    name: 'causeway_settler',
    description: 'The settler of swaps on Solana',
    instructions: SETTLER_INSTRUCTIONS,
    accounts: SETTLER_ACCOUNTS,
    events: SETTLER_EVENTS,
    types: SETTLER_TYPES,
    errors: SETTLER_ERRORS,
    firstError: FIRST_SETTLER_ERROR,
    otherErrors: PROGRAM_ERRORS,
    rust: '../settler/src/settler_interface.rs',
    source: 'idl/settler/interface.ts',
    errorName: 'SettlerError',
  },
];

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

const idlErrors = (errors: Errors, first: number) =>
  errors.map(([name, msg], index) => ({ code: first + index, name, msg }));

const idlOf = (program: Program) => ({
  // Whoever loads it puts the deployed program's address here.
  address: '11111111111111111111111111111111',
  metadata: {
    name: program.name,
    version: '0.1.0',
    spec: '0.1.0',
    description: program.description,
  },
  instructions: program.instructions.map(({ name, docs, accounts, args }) => ({
    name,
    discriminator: discriminator('global', name),
    docs,
    accounts: accounts.map(({ demotable: _, ...account }) => account),
    args,
  })),
  accounts: program.accounts.map(({ name }) => ({ name, discriminator: discriminator('account', name) })),
  events: program.events.map(({ name }) => ({ name, discriminator: discriminator('event', name) })),
  errors: [...idlErrors(program.otherErrors, FIRST_ERROR), ...idlErrors(program.errors, program.firstError)],
  types: [...program.types, ...program.accounts, ...program.events].map(typeOf),
});

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

const rustOf = ({ instructions, accounts, events, errors, firstError, source, errorName }: Program) =>
  [
    `//! Written by idl/generate.ts from ${source}: discriminators, accounts and error codes.`,
    '',
    ...instructions.map(({ name }) => rustDiscriminator('IX', name, discriminator('global', name))),
    '',
    "// Each account's access: 1 signer, 2 writable, 4 may be absent.",
    ...instructions.map(rustAccess),
    '',
    ...accounts.map(({ name }) => rustDiscriminator('ACCOUNT', name, discriminator('account', name))),
    '',
    ...events.map(({ name }) => rustDiscriminator('EVENT', name, discriminator('event', name))),
    '',
    '/// The errors, as custom program errors.',
    '#[derive(Clone, Copy, PartialEq, Eq)]',
    '#[repr(u32)]',
    `pub enum ${errorName} {`,
    ...errors.flatMap(([name, message], index) => [
      `    /// ${message}`,
      `    ${name}${index === 0 ? ` = ${firstError}` : ''},`,
    ]),
    '}',
    '',
  ].join('\n');

const outputs = PROGRAMS.flatMap((program) => [
  [`${program.name}.json`, `${JSON.stringify(idlOf(program), null, 2)}\n`] as const,
  [program.rust, rustOf(program)] as const,
]);
for (const [path, text] of outputs) {
  const file = fileURLToPath(new URL(path, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) throw new Error(`${path} is not current: run idl/generate.ts`);
}
