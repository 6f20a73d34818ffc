import idl from './idl/causeway_settler.json' with { type: 'json' };

/** An error of the programs, as the IDL has it. */
export interface ProgramError {
  readonly code: number;
  readonly name: string;
  readonly msg: string;
}

/** The settler's IDL has the bridge's errors too. */
const ERRORS: ReadonlyMap<number, ProgramError> = new Map(idl.errors.map((error) => [error.code, error]));

/** How a program's failure ends in the logs of a validator, and in its words for a refused transaction. */
const CUSTOM = /custom program error: 0x([0-9a-f]+)/;

/**
 * The program's error behind what a call of Anchor's client threw; null for any other error. That client searches for
 * the code itself, but in a text that has it twice, and gives up.
 */
export function programErrorOf(thrown: unknown): ProgramError | null {
  const { logs, message, simulationResponse } = (thrown ?? {}) as {
    readonly logs?: readonly string[] | null;
    readonly message?: string;
    readonly simulationResponse?: { readonly logs?: readonly string[] | null };
  };
  // The program that failed first is the innermost.
  const texts = [...(logs ?? simulationResponse?.logs ?? []), message ?? ''];
  const code = texts.map((text) => CUSTOM.exec(text)?.[1]).find((found) => found !== undefined);
  return code === undefined ? null : (ERRORS.get(Number.parseInt(code, 16)) ?? null);
}
