import type { ComponentChildren } from 'preact';
import type { Loaded } from '../lib/resource.ts';
import type { Trouble } from '../lib/service.ts';
import { common } from '../text/common.ts';
import { Boundary } from './boundary.tsx';
import { Foreign } from './values.tsx';

/** True for a refusal that says that there is nothing with the id that was asked for. */
export const isNone = (trouble: Trouble | null): boolean => trouble?.status === 404;

/** Why a part has nothing, and the way to try again. */
export function TroubleNote({ trouble, again }: { readonly trouble: Trouble; readonly again?: () => void }) {
  return (
    <p class="trouble" role="status">
      {common.failed} <Foreign most={1_000}>{trouble.message}</Foreign> <code>{trouble.code}</code>{' '}
      {again && (
        <button type="button" onClick={again}>
          {common.tryAgain}
        </button>
      )}
    </p>
  );
}

interface Props<T> {
  readonly of: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
  /** Lines that stand for the data before it comes, so that nothing moves. */
  readonly lines?: number;
}

/**
 * The data of a resource. What came once stays while newer data cannot be had, with the trouble above it; there is no
 * spinner over data.
 */
export function Show<T>({ of, children, lines = 3 }: Props<T>) {
  const { data, trouble } = of.state.value;
  if (data === undefined && trouble === null) return <Placeholder lines={lines} />;
  return (
    <>
      {trouble && trouble.status !== 0 && <TroubleNote trouble={trouble} again={of.refresh} />}
      {trouble && trouble.status === 0 && data === undefined && <TroubleNote trouble={trouble} again={of.refresh} />}
      {data !== undefined && (
        <Boundary of={data}>
          <Rendered data={data} draw={children} />
        </Boundary>
      )}
    </>
  );
}

/** Draws within the boundary, which catches what its children throw and not what its parent throws. */
const Rendered = <T,>({ data, draw }: { readonly data: T; readonly draw: (data: T) => ComponentChildren }) => (
  <>{draw(data)}</>
);

const Placeholder = ({ lines }: { readonly lines: number }) => (
  <div class="placeholder" style={{ height: `${lines * 2.25}rem` }}>
    <span class="sr">{common.loading}</span>
  </div>
);
