import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { theme } from '../lib/theme.ts';
import { chart as words } from '../text/chart.ts';

/** How a line is drawn: lines differ by their dashes as well as by their colours. */
const STYLES = [
  { colour: 'accent', dash: [] },
  { colour: 'busy', dash: [8, 4] },
  { colour: 'bad', dash: [2, 3] },
] as const;

/** One line of a chart. */
export interface Line {
  readonly name: string;
  /** A value for each time; null where there is none. They are rounded for the drawing: the table has exact ones. */
  readonly values: readonly (number | null)[];
  /** The value at a position of the times, as the table and the legend show it. */
  readonly exact: (at: number) => ComponentChildren;
}

interface Props {
  readonly title: string;
  /** Seconds since the epoch, growing. */
  readonly timesS: readonly number[];
  /** Up to three lines. */
  readonly lines: readonly Line[];
  /** The name of a time, for the axis, the table and the legend. */
  readonly timeName: (timeS: number) => string;
  /** Words of a value at the axis. */
  readonly axisValue: (value: number) => string;
}

/** Lines over time, with the newest or pointed-at values above, and all of them as a table below. */
export function Chart({ title, timesS, lines, timeName, axisValue }: Props) {
  const pointed = useSignal<number | null>(null);
  const at = Math.min(pointed.value ?? timesS.length - 1, timesS.length - 1);
  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <ul class="lines">
        {lines.map(({ name, exact }, index) => (
          <li key={name}>
            <Sample index={index} /> {name} <span class="number">{exact(at)}</span>
          </li>
        ))}
        <li class="soft">{timeName(timesS[at] ?? 0)}</li>
      </ul>
      <Plot
        timesS={timesS}
        lines={lines}
        timeName={timeName}
        axisValue={axisValue}
        onPoint={(index) => {
          pointed.value = index;
        }}
      />
      <Table title={title} timesS={timesS} lines={lines} timeName={timeName} />
    </figure>
  );
}

const Sample = ({ index }: { readonly index: number }) => {
  const { colour, dash } = styleOf(index);
  return (
    <svg class={colour} width="28" height="8" aria-hidden="true">
      <line x1="0" y1="4" x2="28" y2="4" stroke-dasharray={dash.join(' ')} />
    </svg>
  );
};

const styleOf = (index: number) => STYLES[index % STYLES.length] ?? STYLES[0];

/** The values, the newest first; drawn when it is opened. */
function Table({ title, timesS, lines, timeName }: Omit<Props, 'axisValue'>) {
  const isOpen = useSignal(false);
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{words.asTable}</summary>
      {isOpen.value && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard
        <section class="table" tabIndex={0} aria-label={words.tableOf(title)}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.time}</th>
                {lines.map(({ name }) => (
                  <th key={name} scope="col" class="end">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {timesS.map((_, back) => {
                const at = timesS.length - 1 - back;
                const timeS = timesS[at] ?? 0;
                return (
                  <tr key={timeS}>
                    <th scope="row">{timeName(timeS)}</th>
                    {lines.map(({ name, exact }) => (
                      <td key={name} class="end">
                        {exact(at)}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </details>
  );
}

interface PlotProps extends Omit<Props, 'title'> {
  /** Called with the position of the times that is pointed at; null when none is. */
  readonly onPoint: (at: number | null) => void;
}

/** The drawing, which only eyes need. Its library is loaded when a chart first comes into sight. */
function Plot(props: PlotProps) {
  const { timesS, lines } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const data: uPlot.AlignedData = [[...timesS], ...lines.map(({ values }) => [...values])];
  const newest = useRef(data);
  newest.current = data;
  const names = lines.map(({ name }) => name).join('\n');
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    let isOver = false;
    const draw = async () => {
      const { default: UPlot } = await import('uplot');
      if (isOver) return;
      plot.current = new UPlot(optionsOf(element, props), newest.current, element);
    };
    const stop = whenSeen(element, () => void draw());
    const sizes = new ResizeObserver(() => plot.current?.setSize(sizeOf(element)));
    sizes.observe(element);
    return () => {
      isOver = true;
      stop();
      sizes.disconnect();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [names]);
  useEffect(() => plot.current?.setData(data), [timesS, lines]);
  useEffect(() => onColours(() => plot.current?.redraw()), []);
  return <div class="plot" ref={box} aria-hidden="true" />;
}

/** Calls `then` once `element` is in sight, or near to it; returns how to stop waiting. */
function whenSeen(element: Element, then: () => void): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      then();
    },
    { rootMargin: '200px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}

/** Calls `then` when the colours of the page change; returns how to stop. */
function onColours(then: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', then);
  const stop = theme.subscribe(then);
  return () => {
    dark.removeEventListener('change', then);
    stop();
  };
}

const sizeOf = ({ clientWidth, clientHeight }: Element) => ({ width: clientWidth, height: clientHeight });

function optionsOf(element: Element, { lines, timeName, axisValue, onPoint }: PlotProps): uPlot.Options {
  const colourOf = (name: string) => () => getComputedStyle(element).getPropertyValue(`--${name}`);
  const axis = { stroke: colourOf('soft'), grid: { stroke: colourOf('line'), width: 1 }, ticks: { show: false } };
  const dot = { show: (_: uPlot, index: number) => isSingle(lines[index - 1]) };
  return {
    ...sizeOf(element),
    legend: { show: false },
    padding: [8, 32, null, null],
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
    scales: { y: { range: (_, least, most) => [Math.min(0, least), Math.max(1, most * 1.1)] } },
    axes: [
      { ...axis, space: 90, values: (_, times) => times.map(timeName) },
      { ...axis, size: 64, values: (_, values) => values.map(axisValue) },
    ],
    series: [
      {},
      ...lines.map(({ name }, index) => {
        const { colour, dash } = styleOf(index);
        return { label: name, stroke: colourOf(colour), width: 2, dash: [...dash], points: dot };
      }),
    ],
    hooks: { setCursor: [({ cursor: { idx } }) => onPoint(idx ?? null)] },
  };
}

/** True for a line with at least one value that has none beside it, which only a dot shows. */
const isSingle = (line: Line | undefined): boolean =>
  line?.values.some(
    (value, at) => value !== null && (line.values[at - 1] ?? null) === null && (line.values[at + 1] ?? null) === null,
  ) ?? false;
