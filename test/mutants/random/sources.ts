import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Snapshot } from 'typescript/unstable/sync';
import { contractEditsOf } from './contract-edits.ts';
import { type Edit, editsOf } from './edits.ts';

/** A source file with one small change. */
export interface RandomMutant {
  /** Path from the project's root. */
  readonly file: string;
  /** Number of the changed line, from 1. */
  readonly at: number;
  /** The changed line before and after, without its indentation. */
  readonly line: string;
  readonly becomes: string;
  /** The whole broken text. */
  readonly text: string;
}

/** The mutants of `file`, whose text is `whole`: one for each edit. */
function mutantsBy(edits: readonly Edit[], file: string, whole: string): readonly RandomMutant[] {
  return edits.map(({ start, end, replace }) => {
    const text = whole.slice(0, start) + replace + whole.slice(end);
    const lines = whole.slice(0, start).split('\n');
    const lineOf = (of: string) => (of.split('\n')[lines.length - 1] ?? '').trim();
    return { file, at: lines.length, line: lineOf(whole), becomes: lineOf(text), text };
  });
}

/** All mutants of a contract's `file`, also those that do not compile. */
export const contractMutantsOf = (root: string, file: string): readonly RandomMutant[] => {
  const text = readFileSync(join(root, file), 'utf8');
  return mutantsBy(contractEditsOf(text), file, text);
};

/** Reads the project's types, and makes mutants of its files. */
export class Sources {
  readonly #root: string;
  readonly #broken = new Map<string, string>();
  readonly #api: API;
  #snapshot: Snapshot;

  constructor(root: string) {
    this.#root = root;
    this.#api = new API({ cwd: root, fs: { readFile: (path) => this.#broken.get(path) } });
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] });
  }

  /** All mutants of `file`, also those that are no valid types. */
  mutantsOf(file: string): readonly RandomMutant[] {
    const source = this.#program().getSourceFile(join(this.#root, file));
    if (source === undefined) throw new Error(`${file} is no TypeScript of the project`);
    return mutantsBy(editsOf(source), file, source.text);
  }

  /** Whether the mutant's own file has valid types. */
  isValid({ file, text }: RandomMutant): boolean {
    const path = join(this.#root, file);
    const read = () => {
      const last = this.#snapshot;
      this.#snapshot = this.#api.updateSnapshot({ fileChanges: { changed: [path] } });
      last.dispose();
    };
    this.#broken.set(path, text);
    read();
    const program = this.#program();
    const valid = [program.getSyntacticDiagnostics(path), program.getSemanticDiagnostics(path)].every(
      (found) => found.length === 0,
    );
    this.#broken.delete(path);
    read();
    return valid;
  }

  close(): void {
    this.#api.close();
  }

  #program() {
    const [project] = this.#snapshot.getProjects();
    if (project === undefined) throw new Error('the project has no tsconfig.json');
    return project.program;
  }
}
