/** Seconds of a unit of Prometheus' durations. */
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

/**
 * The rules of the YAML text `rules` with every `for`, window and age divided by `factor`, so that a rehearsal takes
 * minutes. An age is a number of seconds with which an age metric is compared, or the distance of `predict_linear`.
 * Everything else stays as it is.
 */
export function quickened(rules: string, factor: number): string {
  const shorter = (count: string, unit: string): string =>
    `${Math.max(1, Math.round((1_000 * Number(count) * (SECONDS[unit] as number)) / factor))}ms`;
  return rules
    .replace(/^(\s+for: )(\d+)([smhd])$/gm, (_, before, count, unit) => before + shorter(count, unit))
    .replace(/\[(\d+)([smhd])\]/g, (_, count, unit) => `[${shorter(count, unit)}]`)
    .replace(
      /((?:lag|looked|order|submission)_seconds(?:\{[^}]*\})?\)? > )(\d+)/g,
      (_, before, age) => before + Number(age) / factor,
    )
    .replace(/(predict_linear\([^,]+, )(\d+)\)/g, (_, before, ahead) => `${before}${Number(ahead) / factor})`);
}
