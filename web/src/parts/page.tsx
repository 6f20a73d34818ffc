import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { common } from '../text/common.ts';
import { Boundary } from './boundary.tsx';

interface Props {
  readonly title: string;
  /** What stands beside the title. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** A view with its title, which gets the focus when one comes to the view. */
export function Page({ title, aside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The first view leaves the focus where the browser has it.
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    isFirst = false;
  }, []);
  useEffect(() => {
    document.title = `${title} · ${common.product}`;
  }, [title]);
  return (
    <>
      <div class="title">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
}

interface SectionProps {
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of a view with a heading of its own. */
export const Section = ({ title, children }: SectionProps) => (
  <section class="card">
    <h2>{title}</h2>
    <Boundary of={children}>{children}</Boundary>
  </section>
);

/** Names and values, one below the other. */
export const Facts = ({ children }: { readonly children: ComponentChildren }) => <dl class="facts">{children}</dl>;

export const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
