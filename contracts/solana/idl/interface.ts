// The program's interface, the one source of idl/causeway_bridge.json and src/interface.rs.
export { PROGRAM_ERRORS } from './errors.ts';
export { EVENTS } from './events.ts';
export { INSTRUCTIONS } from './instructions.ts';
export { ACCOUNTS, TYPES } from './state.ts';
export type { Instruction, TypeDefinition } from './vocabulary.ts';
