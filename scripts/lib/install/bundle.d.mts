/** What Node is to run: a module, and the flags of Node that belong to it. */
export interface Program {
  readonly path: string;
  readonly flags: readonly string[];
  readonly bundled: boolean;
}
export function programOf(root: string, script: string): Program;
export function makeBundle(root: string, say?: (line: string) => void): Promise<boolean>;
