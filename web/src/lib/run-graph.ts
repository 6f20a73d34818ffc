/** The members of a workflow's step that decide the order of the steps. */
export interface GraphStep {
  readonly stepId: string;
  readonly dependsOn?: readonly string[];
  readonly onSuccess?: string;
  readonly onFailure?: string;
}

/** Why the second step follows the first. */
export type EdgeKind = 'dependsOn' | 'onSuccess' | 'onFailure';

export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
}

/** A step's place: its level from 0, which is the longest way to it, and its row within the level from 0. */
export interface Place {
  readonly level: number;
  readonly row: number;
}

export interface Graph {
  readonly places: ReadonlyMap<string, Place>;
  readonly edges: readonly Edge[];
  readonly levels: number;
  readonly rows: number;
}

/** The edges between steps that there are. */
export function edgesOf(steps: readonly GraphStep[]): readonly Edge[] {
  const known = new Set(steps.map(({ stepId }) => stepId));
  return steps
    .flatMap(({ stepId, dependsOn = [], onSuccess, onFailure }): readonly Edge[] => [
      ...dependsOn.map((from) => ({ from, to: stepId, kind: 'dependsOn' }) as const),
      ...(onSuccess === undefined ? [] : [{ from: stepId, to: onSuccess, kind: 'onSuccess' } as const]),
      ...(onFailure === undefined ? [] : [{ from: stepId, to: onFailure, kind: 'onFailure' } as const]),
    ])
    .filter(({ from, to }) => known.has(from) && known.has(to) && from !== to);
}

/**
 * Places steps by levels: each stands behind every step that it follows, and near their rows. Steps of a circle, which
 * no workflow has, stay at the level that the circle reaches first.
 */
export function layOut(steps: readonly GraphStep[]): Graph {
  const edges = edgesOf(steps);
  const before = new Map<string, string[]>(steps.map(({ stepId }) => [stepId, []]));
  for (const { from, to } of edges) before.get(to)?.push(from);
  const levelOf = new Map<string, number>();
  const open = new Set<string>();
  const level = (stepId: string): number => {
    const known = levelOf.get(stepId);
    if (known !== undefined) return known;
    if (open.has(stepId)) return 0;
    open.add(stepId);
    const found = Math.max(0, ...(before.get(stepId) ?? []).map((from) => level(from) + 1));
    open.delete(stepId);
    levelOf.set(stepId, found);
    return found;
  };
  const byLevel: string[][] = [];
  for (const { stepId } of steps) {
    const at = level(stepId);
    byLevel[at] ??= [];
    byLevel[at].push(stepId);
  }
  const places = new Map<string, Place>();
  const meanRow = (stepId: string): number => {
    const rows = (before.get(stepId) ?? []).map((from) => places.get(from)?.row ?? 0);
    return rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + row, 0) / rows.length;
  };
  for (const [at, ids = []] of byLevel.entries())
    [...ids]
      .sort((a, b) => meanRow(a) - meanRow(b))
      .forEach((stepId, row) => {
        places.set(stepId, { level: at, row });
      });
  const rows = Math.max(0, ...byLevel.map((ids) => ids?.length ?? 0));
  return { places, edges, levels: byLevel.length, rows };
}
