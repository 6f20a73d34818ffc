/** What a mark says, beside its word: the shape differs as well as the colour. */
export type Mood = 'good' | 'bad' | 'busy' | 'quiet' | 'warn';

const SHAPES: Readonly<Record<Mood, string>> = { good: '●', bad: '▲', busy: '◐', quiet: '○', warn: '◆' };

/** A word with a shape. */
export const Mark = ({ mood, children }: { readonly mood: Mood; readonly children: string }) => (
  <span class={`mark ${mood}`}>
    <span aria-hidden="true">{SHAPES[mood]}</span> {children}
  </span>
);
