import { readFileSync } from 'node:fs';
import { type Document, isNode, LineCounter, parseDocument } from 'yaml';

/** Sections that a configuration file may have. Each process checks its own section and the shared ones. */
export const SECTIONS = [
  ...['deployments', 'database', 'chains', 'delayAbove'],
  ...['relayer', 'signer', 'watch', 'solver', 'api', 'deploy'],
];

/** A parsed file, and where its values stand. */
interface Places {
  readonly document: Document.Parsed;
  readonly lineCounter: LineCounter;
  /** The file, with the line of the value at `at`, or of the nearest one above it. */
  placeOf(at: readonly PropertyKey[]): string;
}

/** Parses `text` of the file at `path`; errors stand in `document`. */
export function parseYaml(path: string, text: string): Places {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const placeOf = (at: readonly PropertyKey[]): string => {
    for (let depth = at.length; depth > 0; depth -= 1) {
      const node = document.getIn(at.slice(0, depth), true);
      if (isNode(node) && node.range) return `${path}:${lineCounter.linePos(node.range[0]).line}`;
    }
    return path;
  };
  return { document, lineCounter, placeOf };
}

/** The path of a setting at the beginning of a line, such as `chains.base.rpc: `. */
const SETTING = new RegExp(`^((?:${SECTIONS.join('|')})(?:\\.[\\w-]+)*): `);

/** `message`, each line that begins with the path of a setting with the file at `path` and the setting's line. */
function located(path: string, message: string): string {
  const lines = message.split('\n');
  if (!lines.some((line) => SETTING.test(line))) return message;
  const { placeOf } = parseYaml(path, readFileSync(path, 'utf8'));
  return lines
    .map((line) => {
      const [, setting] = SETTING.exec(line) ?? [];
      return setting === undefined ? line : `${placeOf(setting.split('.'))}: ${line}`;
    })
    .join('\n');
}

/**
 * Runs `work` with what was loaded from the configuration file at `path`. An error that begins with the path of a
 * setting is thrown with the file and the setting's line before it.
 */
export async function withPlaces<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = located(path, error.message);
    throw error;
  }
}
