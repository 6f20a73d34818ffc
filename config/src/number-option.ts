/** The accepted numbers of a command-line option. */
interface NumberRule {
  readonly least: number;
  readonly most: number;
  /** True where a fraction is allowed. */
  readonly fraction?: boolean;
}

/**
 * Reads a numeric option of a command. The error it throws is one that commander reports with the option's name, and
 * says which numbers are allowed.
 */
export function numberOption({ least, most, fraction = false }: NumberRule): (text: string) => number {
  return (text) => {
    const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most && (fraction || Number.isInteger(value))) return value;
    const what = `It must be a ${fraction ? '' : 'whole '}number from ${least} to ${most}.`;
    throw Object.assign(new Error(what), { name: 'UsageError', code: 'commander.invalidArgument' });
  };
}
