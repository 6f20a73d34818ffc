/** Prints one figure. A missed bar gives the bench status 1; `met` is undefined for a figure without one. */
export function report(name: string, figures: string, met?: boolean): void {
  const mark = met === undefined ? '      ' : met ? 'met   ' : 'MISSED';
  console.log(`${mark} ${name}: ${figures}`);
  if (met === false) process.exitCode = 1;
}
