import { Component, type ComponentChildren, createRef } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Rows that are drawn, or not drawn, together. */
const PART = 25;
/** Parts at the top that are drawn at once, before the browser has said what is near. */
const DRAWN_AT_ONCE = 2;
/** How near a part is drawn, beyond the window's edges. */
const NEAR = '400px 0px';

const listeners = new WeakMap<Element, (isNear: boolean) => void>();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) listeners.get(target)?.(isIntersecting);
  },
  { rootMargin: NEAR },
);

/** Height of a row as it was last measured, pixels; a line of text before. */
let rowPx = 36;

interface PartProps<T> {
  readonly rows: readonly T[];
  readonly columns: number;
  /** Drawn before the browser has said whether it is near. */
  readonly isAtOnce: boolean;
  readonly draw: (row: T) => ComponentChildren;
}

/** Some rows, or their height while they are far from the window. Drawn again only when one of them is another. */
class Part<T> extends Component<PartProps<T>, { readonly isNear: boolean }> {
  override state = { isNear: this.props.isAtOnce };
  readonly #body = createRef<HTMLTableSectionElement>();

  override componentDidMount(): void {
    const body = this.#body.current;
    if (!body) return;
    listeners.set(body, (isNear) => {
      if (this.state.isNear && !isNear) rowPx = body.offsetHeight / Math.max(1, this.props.rows.length);
      this.setState({ isNear });
    });
    observer.observe(body);
  }

  override componentWillUnmount(): void {
    if (this.#body.current) observer.unobserve(this.#body.current);
  }

  override shouldComponentUpdate({ rows }: PartProps<T>, { isNear }: { readonly isNear: boolean }): boolean {
    const before = this.props.rows;
    if (isNear !== this.state.isNear || rows.length !== before.length) return true;
    return isNear && rows.some((row, at) => row !== before[at]);
  }

  override render() {
    const { rows, columns, draw } = this.props;
    return (
      <tbody ref={this.#body}>
        {this.state.isNear ? (
          rows.map(draw)
        ) : (
          <tr>
            <td colSpan={columns} style={{ height: `${rows.length * rowPx}px` }} />
          </tr>
        )}
      </tbody>
    );
  }
}

interface Props<T> {
  readonly rows: readonly T[];
  /** The number of columns of the table. */
  readonly columns: number;
  readonly draw: (row: T) => ComponentChildren;
}

/**
 * The body of a table with many rows, of which only those near the window are drawn: a browser lays out and paints a
 * whole table when one of its rows changes.
 */
export function LongBody<T>({ rows, columns, draw }: Props<T>) {
  const parts = Array.from({ length: Math.ceil(rows.length / PART) }, (_, at) =>
    rows.slice(at * PART, (at + 1) * PART),
  );
  // The part in which the list goes on follows one that somebody sees, and may have the row that gets the focus.
  const before = useRef(rows.length);
  const next = Math.floor(before.current / PART);
  useEffect(() => {
    before.current = rows.length;
  });
  return (
    <>
      {parts.map((part, at) => (
        <Part key={at} rows={part} columns={columns} isAtOnce={at < DRAWN_AT_ONCE || at === next} draw={draw} />
      ))}
    </>
  );
}
