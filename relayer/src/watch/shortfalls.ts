import type { ReadFailure } from '@causeway/chains';
import { type BlockRef, ok, type Result } from '@causeway/protocol';
import type { Logger } from 'pino';
import type { Bridges, ReadBridge } from '../bridges.ts';
import { type Breach, type Check, type CheckedBridge, InvariantRounds, type Rule } from '../invariants.ts';
import type { Metrics } from '../metrics.ts';
import type { Finding } from './decisions.ts';
import { addLook, type Shortfall } from './second-look.ts';

/** A broken invariant that is certain, and how much is missing, in the unit of its detail. */
export interface CertainBreach extends Breach {
  readonly missing: bigint;
  readonly findings: readonly Finding[];
}

interface Run {
  readonly looks: readonly Shortfall[];
  readonly breach: CertainBreach | undefined;
}

export interface ShortfallsDeps {
  readonly bridges: Bridges<ReadBridge>;
  readonly metrics: Pick<Metrics, 'invariant'>;
  readonly log: Pick<Logger, 'error'>;
}

type Heads = ReadonlyMap<CheckedBridge, BlockRef>;

/** Invariants that do not hold, once a later look has confirmed it. What cannot be read ends and confirms nothing. */
export class Shortfalls {
  readonly #deps: ShortfallsDeps;
  readonly #rounds: InvariantRounds;
  readonly #runs = new Map<string, Run>();

  constructor(deps: ShortfallsDeps) {
    this.#deps = deps;
    this.#rounds = new InvariantRounds(deps.bridges);
  }

  /** The breaches that are certain. */
  get certain(): readonly CertainBreach[] {
    return [...this.#runs.values()].flatMap(({ breach }) => breach ?? []);
  }

  /**
   * One round of checks, between two readings of all heads. Returns the ids of what holds. Fails when a chain cannot be
   * read; the others are judged nevertheless.
   */
  async look(): Promise<Result<ReadonlySet<string>, ReadFailure>> {
    const before = await this.#heads();
    const checks = await this.#rounds.check();
    const after = await this.#heads();
    let unread: ReadFailure | undefined;
    const holding = new Set<string>();
    for (const check of checks) {
      const { checked, rule } = check;
      if (!checked.ok) unread = checked.error;
      else if (checked.value === undefined) {
        this.#runs.delete(keyOf(rule));
        this.#deps.metrics.invariant.set({ ...rule }, 0);
        for (const id of idsOf(check)) holding.add(id);
      } else this.#judge(check, checked.value, before, after);
    }
    return unread ? { ok: false, error: unread } : ok(holding);
  }

  #judge(check: Check, breach: Breach, before: Heads, after: Heads): void {
    const { rule, covering, owing } = check;
    const [from, to] = [before.get(covering), after.get(owing)];
    if (!from || !to) return;
    const run = this.#runs.get(keyOf(rule));
    const { looks, missing } = addLook(run?.looks ?? [], {
      owed: breach.owed,
      covered: breach.covered,
      owedAtMs: to.timeMs,
      coveredAtMs: from.timeMs,
      block: from.number,
    });
    const certain = missing > 0n ? certainOf(check, breach, missing) : undefined;
    this.#runs.set(keyOf(rule), { looks, breach: certain });
    this.#deps.metrics.invariant.set({ ...rule }, certain ? 1 : 0);
    if (certain && !run?.breach) {
      this.#deps.log.error({ ...rule, detail: breach.detail, missing: String(missing) }, 'invariant broken');
    }
  }

  async #heads(): Promise<Heads> {
    const read = await Promise.all(
      this.#deps.bridges.all.map(async (bridge) => [bridge, await bridge.provider.head()] as const),
    );
    return new Map(read.flatMap(([bridge, head]) => (head.ok ? [[bridge, head.value] as const] : [])));
  }
}

const keyOf = ({ invariant, family, chain, remote }: Rule): string => `${invariant} ${family} ${chain} ${remote}`;

/** Where a broken invariant asks for a pause: I1 at both ends, because either may have paid what nobody sent. */
function placesOf({
  rule,
  covering,
  owing,
}: Check): readonly (readonly [at: CheckedBridge, remote: CheckedBridge | null])[] {
  switch (rule.invariant) {
    case 'I1':
      return [
        [covering, owing],
        [owing, covering],
      ];
    case 'I5':
      return [[owing, covering]];
    case 'I6':
      return [[covering, null]];
  }
}

const idOf = (rule: Rule, at: CheckedBridge): string => `${keyOf(rule)} at ${at.provider.domain}`;

const idsOf = (check: Check): readonly string[] => placesOf(check).map(([at]) => idOf(check.rule, at));

function certainOf(check: Check, breach: Breach, missing: bigint): CertainBreach {
  const findings = placesOf(check).map(
    ([at, remote]): Finding => ({
      id: idOf(check.rule, at),
      place: { family: at.provider.family, domain: at.provider.domain },
      remote: remote?.provider.domain ?? null,
      extent: missing,
      detail: `${breach.invariant} of ${breach.chain}: ${breach.detail}`,
    }),
  );
  return { ...breach, missing, findings };
}
