/** The place of a template in a workflow's definition, and the reason why it cannot be resolved. */
export interface TemplateProblem {
  /** Members and indexes from the step's input to the text, such as `prompt.lines.0`; empty for the input itself. */
  readonly at: string;
  readonly template: string;
  readonly reason: string;
}

/** What a template refers to: a member of the workflow's input, or of a step's result. */
export interface Reference {
  readonly template: string;
  /** `input`, or the step's id. */
  readonly source: 'input' | { readonly stepId: string };
  /** Members and indexes below the source; empty for the whole source. */
  readonly path: readonly string[];
}

/** Values that templates resolve to. */
export interface TemplateScope {
  readonly input: unknown;
  /** Results of ended steps by their ids. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Largest sum of the resolved values' lengths as JSON; unlimited when absent. */
  readonly maxLength?: number;
}

const TEMPLATE = /\{\{([^{}]*)\}\}/g;
const WHOLE = /^\{\{([^{}]*)\}\}$/;
/** `input.a.b`, `step.result`, `step.result.a.0`; names may have hyphens. */
const NAME = /^[\w-]+$/;

/** The reference of a template's text between the braces; undefined when it has another form. */
export function parseReference(template: string): Reference | undefined {
  const names = template.trim().split('.');
  if (!names.every((name) => NAME.test(name))) return undefined;
  const [first = '', second, ...rest] = names;
  if (first === 'input') return { template, source: 'input', path: names.slice(1) };
  return second === 'result' ? { template, source: { stepId: first }, path: rest } : undefined;
}

/** Every text in `value`, with its place. */
function* textsIn(
  value: unknown,
  at: readonly string[] = [],
): Generator<{ readonly at: string; readonly text: string }> {
  if (typeof value === 'string') yield { at: at.join('.'), text: value };
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, [...at, name]);
  }
}

/** The references in `value`, and the templates that are none. A text with one brace pair too few is no template. */
export function referencesIn(value: unknown): {
  readonly references: readonly (Reference & { readonly at: string })[];
  readonly problems: readonly TemplateProblem[];
} {
  const references: (Reference & { readonly at: string })[] = [];
  const problems: TemplateProblem[] = [];
  for (const { at, text } of textsIn(value)) {
    for (const [, inner = ''] of text.matchAll(TEMPLATE)) {
      const reference = parseReference(inner);
      if (reference) references.push({ ...reference, at });
      else problems.push({ at, template: inner.trim(), reason: 'it is neither input.… nor STEP.result.…' });
    }
  }
  return { references, problems };
}

/** The member of `value` at `path`; undefined when there is none. Members that objects inherit are none. */
function memberAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** The value of a reference; undefined when it has none. */
function referencedValue({ source, path }: Reference, { input, results }: TemplateScope): unknown {
  return memberAt(source === 'input' ? input : results.get(source.stepId), path);
}

/** A template that had no value when its step began. */
export class UnresolvedTemplate extends Error {
  override readonly name = 'UnresolvedTemplate';
  readonly problem: TemplateProblem;

  constructor(problem: TemplateProblem) {
    super(`${problem.at === '' ? 'input' : problem.at}: {{${problem.template}}}: ${problem.reason}`);
    this.problem = problem;
  }
}

/**
 * Resolves one template after the other. Many templates of one long value would otherwise become a text of any length.
 */
class Resolver {
  readonly #scope: TemplateScope;
  readonly #known = new Map<string, { readonly value: unknown; readonly text: string }>();
  #length = 0;

  constructor(scope: TemplateScope) {
    this.#scope = scope;
  }

  /** The value of a template and its JSON text. Throws UnresolvedTemplate. */
  resolve(inner: string, at: string): { readonly value: unknown; readonly text: string } {
    const template = inner.trim();
    let known = this.#known.get(template);
    if (known === undefined) {
      const reference = parseReference(template);
      const value = reference && referencedValue(reference, this.#scope);
      if (value === undefined) throw new UnresolvedTemplate({ at, template, reason: 'it has no value' });
      known = { value, text: JSON.stringify(value) };
      this.#known.set(template, known);
    }
    this.#length += known.text.length;
    const { maxLength = Number.POSITIVE_INFINITY } = this.#scope;
    if (this.#length <= maxLength) return known;
    throw new UnresolvedTemplate({ at, template, reason: `the input would be longer than ${maxLength} characters` });
  }

  resolveText(text: string, at: string): unknown {
    const whole = WHOLE.exec(text)?.[1];
    if (whole !== undefined) return this.resolve(whole, at).value;
    return text.replace(TEMPLATE, (_template, inner: string) => {
      const { value, text } = this.resolve(inner, at);
      return typeof value === 'string' ? value : text;
    });
  }

  resolveIn(value: unknown, at: readonly string[]): unknown {
    if (typeof value === 'string') return this.resolveText(value, at.join('.'));
    if (Array.isArray(value)) return value.map((item, index) => this.resolveIn(item, [...at, String(index)]));
    if (typeof value !== 'object' || value === null) return value;
    // As own members, so that a member __proto__ stays a member.
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, this.resolveIn(member, [...at, name])]),
    );
  }
}

/**
 * `value` with its templates resolved, at any depth. A text that is one template becomes the value itself and keeps its
 * type; elsewhere the value becomes text, objects as JSON. Resolved values are not searched for templates again. Throws
 * UnresolvedTemplate.
 */
export const resolveTemplates = (value: unknown, scope: TemplateScope): unknown =>
  new Resolver(scope).resolveIn(value, []);
