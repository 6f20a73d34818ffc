import type { components } from '@causeway/client';
import { useMemo } from 'preact/hooks';
import { span } from '../lib/format.ts';
import { type EdgeKind, type GraphStep, layOut, type Place } from '../lib/run-graph.ts';
import { edges as edgeWords, stepStates } from '../text/runs.ts';
import { Word } from './state.tsx';
import { Foreign } from './values.tsx';

type Step = components['schemas']['WorkflowRun']['steps'][number];

/** Size of a node and the space between nodes, pixels. */
const NODE = { width: 192, height: 88 };
const GAP = { x: 64, y: 24 };

const leftOf = ({ level }: Place): number => level * (NODE.width + GAP.x);
const topOf = ({ row }: Place): number => row * (NODE.height + GAP.y);

/** A line from the right side of one node to the left side of another. */
function lineOf(from: Place, to: Place): string {
  const [x1, y1] = [leftOf(from) + NODE.width, topOf(from) + NODE.height / 2];
  const [x2, y2] = [leftOf(to), topOf(to) + NODE.height / 2];
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2 - 2} ${y2}`;
}

interface Props {
  readonly definition: readonly GraphStep[];
  readonly steps: readonly Step[];
  readonly opened: string | undefined;
  readonly open: (stepId: string) => void;
}

/** The steps of a run by their levels. A narrow screen shows the list of steps instead. */
export function RunGraph({ definition, steps, opened, open }: Props) {
  const { places, edges, levels, rows } = useMemo(() => layOut(definition), [definition]);
  const width = levels * (NODE.width + GAP.x) - GAP.x;
  const height = rows * (NODE.height + GAP.y) - GAP.y;
  const kinds = [...new Set(edges.map(({ kind }) => kind))];
  return (
    <figure class="graph">
      <div class="scroll">
        <div class="field-of-steps" style={{ width: `${width}px`, height: `${height}px` }}>
          <svg width={width} height={height} aria-hidden="true">
            <defs>
              <marker
                id="arrow"
                viewBox="0 0 8 8"
                refX="8"
                refY="4"
                markerWidth="10"
                markerHeight="10"
                markerUnits="userSpaceOnUse"
                orient="auto"
              >
                <path d="M0 0L8 4L0 8Z" class="arrow" />
              </marker>
            </defs>
            {edges.map(({ from, to, kind }) => {
              const [source, target] = [places.get(from), places.get(to)];
              if (!source || !target) return null;
              return (
                <path key={`${from} ${to} ${kind}`} class={kind} d={lineOf(source, target)} marker-end="url(#arrow)" />
              );
            })}
          </svg>
          {steps.map((step) => {
            const place = places.get(step.stepId);
            return (
              place && <Node key={step.stepId} step={step} place={place} isOpen={step.stepId === opened} open={open} />
            );
          })}
        </div>
      </div>
      {kinds.length > 0 && (
        <figcaption class="soft">
          {kinds.map((kind) => (
            <Legend key={kind} kind={kind} />
          ))}
        </figcaption>
      )}
    </figure>
  );
}

interface NodeProps {
  readonly step: Step;
  readonly place: Place;
  readonly isOpen: boolean;
  readonly open: (stepId: string) => void;
}

const Node = ({ step: { stepId, type, status, durationMs }, place, isOpen, open }: NodeProps) => (
  <button
    type="button"
    class={`step ${status}`}
    aria-expanded={isOpen}
    style={{
      left: `${leftOf(place)}px`,
      top: `${topOf(place)}px`,
      width: `${NODE.width}px`,
      height: `${NODE.height}px`,
    }}
    onClick={() => open(stepId)}
  >
    <strong class="foreign">{stepId}</strong>
    <span class="soft">
      <Foreign>{type}</Foreign>
    </span>
    <span>
      <Word among={stepStates} value={status} /> {durationMs !== null && <span class="soft">{span(durationMs)}</span>}
    </span>
  </button>
);

const Legend = ({ kind }: { readonly kind: EdgeKind }) => (
  <span class="legend">
    <svg width="32" height="10" aria-hidden="true">
      <path class={kind} d="M0 5H32" />
    </svg>
    {edgeWords[kind]}
  </span>
);
