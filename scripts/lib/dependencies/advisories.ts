import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'scripts/advisories.json';
/** Days after which the reason of an accepted advisory must be looked at again. */
const ASSESSED_DAYS = 180;
const DAY_MS = 86_400_000;

const acceptedSchema = z.array(
  z.strictObject({
    advisory: z.string().regex(/^GHSA(?:-[0-9a-z]{4}){3}$/),
    package: z.string().min(1),
    assessed: z.iso.date(),
    reason: z.string().min(40),
  }),
);

/** An advisory that the project lives with, since a date and for a reason. */
export type Accepted = z.infer<typeof acceptedSchema>[number];

/** The accepted advisories. Throws when the list is malformed. */
export const acceptedAdvisories = (root: string): readonly Accepted[] =>
  acceptedSchema.parse(JSON.parse(readFileSync(join(root, FILE), 'utf8')));

/** What was found: problems fail, notes are printed. */
export interface Findings {
  readonly problems: readonly string[];
  readonly notes: readonly string[];
}

/** What a part of the check has seen; `why` says why a service did not answer. */
export type Seen<T> = { readonly checked: true; readonly value: T } | { readonly checked: false; readonly why: string };

/** What is wrong with the list itself: entries for packages that are not installed; those to be looked at again. */
export function listFindings(accepted: readonly Accepted[], packages: ReadonlySet<string>, nowMs: number): Findings {
  const stale = accepted.filter(({ package: name }) => !packages.has(name));
  const old = accepted.filter(({ assessed }) => nowMs - Date.parse(assessed) > ASSESSED_DAYS * DAY_MS);
  return {
    problems: stale.map(({ advisory, package: name }) => `${FILE}: ${name} is not installed; delete ${advisory}`),
    notes: old.map(({ advisory, assessed }) => `${FILE}: ${advisory} was assessed on ${assessed}; look at it again`),
  };
}

const adviceSchema = z.object({ name: z.string(), title: z.string(), url: z.string(), severity: z.string() });
const reportSchema = z.object({
  vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), adviceSchema])) })),
});

/** An advisory for an installed package. */
export interface Advice {
  readonly advisory: string;
  readonly package: string;
  readonly title: string;
  readonly severity: string;
}

/** The advisories of `npm audit --json`; unchecked when the registry has none to give. */
export function readAudit(output: string): Seen<readonly Advice[]> {
  const report = reportSchema.safeParse(parsed(output));
  if (!report.success) return { checked: false, why: whyOf(output) };
  const advice = Object.values(report.data.vulnerabilities)
    .flatMap(({ via }) => via)
    .filter((cause) => typeof cause !== 'string')
    .map(({ name, title, url, severity }) => ({
      ...{ advisory: url.split('/').at(-1) ?? url, package: name, title, severity },
    }));
  return { checked: true, value: [...new Map(advice.map((one) => [`${one.advisory} ${one.package}`, one])).values()] };
}

/** Advisories that nobody has accepted for the package that they name. */
export const unaccepted = (found: readonly Advice[], accepted: readonly Accepted[]): readonly string[] =>
  found
    .filter((one) => !accepted.some((known) => known.advisory === one.advisory && known.package === one.package))
    .map(
      ({ advisory, package: name, title, severity }) =>
        `${name}: ${title} (${severity}, ${advisory}). Take a mended version, or write into ${FILE} why it does no harm`,
    );

const signedSchema = z.object({
  name: z.string(),
  version: z.string(),
});
const signaturesSchema = z.object({ invalid: z.array(signedSchema), missing: z.array(signedSchema) });

/** Packages that `npm audit signatures --json` found with a wrong signature, or with none; unchecked without keys. */
export function readSignatures(output: string): Seen<readonly string[]> {
  const report = signaturesSchema.safeParse(parsed(output));
  if (!report.success) return { checked: false, why: whyOf(output) };
  const { invalid, missing } = report.data;
  const say = (what: string) => (one: z.infer<typeof signedSchema>) => `${one.name}@${one.version}: ${what}`;
  return {
    checked: true,
    value: [...invalid.map(say('its signature is not the registry’s')), ...missing.map(say('it is not signed'))],
  };
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

/** The reason in npm's answer, without the address of the registry. */
function whyOf(output: string): string {
  const answer = z
    .object({
      message: z.string().optional(),
      error: z.object({ code: z.string().nullish(), summary: z.string() }).optional(),
    })
    .safeParse(parsed(output));
  const { message, error } = answer.success ? answer.data : {};
  const why = message ?? error?.code ?? error?.summary ?? output;
  return (
    why
      .replaceAll(/\s*-?\s*(?:[A-Z]+ )?https?:\S+/g, '')
      .split('\n')[0]
      ?.slice(0, 200) || 'npm gave no answer'
  );
}
