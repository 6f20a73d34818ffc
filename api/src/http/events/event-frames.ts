import type { EventRow } from '@causeway/storage';
import { streamId } from './stream-ids.ts';

/** One server-sent event as text. JSON has no line breaks, so the data is one line. */
export const eventFrame = (message: { readonly id?: string; readonly event: string; readonly data: unknown }): string =>
  `${message.id === undefined ? '' : `id: ${message.id}\n`}event: ${message.event}\ndata: ${JSON.stringify(message.data)}\n\n`;

/** Caches an event's serialized frame, so that streams with the same renderer share it. */
export class EventFrames {
  readonly #known = new WeakMap<EventRow, Map<unknown, string | null>>();
  readonly #joined = new WeakMap<readonly EventRow[], Map<unknown, Promise<string>>>();

  /**
   * The text of `row`, which was read in `epoch`, in the form that `render` gives it; null when the form is null, which
   * hides the event.
   */
  of(row: EventRow, epoch: number, render: (row: EventRow) => unknown): string | null {
    const forms = this.#known.get(row) ?? new Map<unknown, string | null>();
    this.#known.set(row, forms);
    let frame = forms.get(render);
    if (frame === undefined) {
      const data = render(row);
      frame = data === null ? null : eventFrame({ id: streamId({ epoch, seq: row.seq }), event: row.type, data });
      forms.set(render, frame);
    }
    return frame;
  }

  /**
   * The frames of all `rows`, one after the other; empty when all are hidden. Streams that share the rows share it, and
   * what `render` reads for it.
   */
  joined(rows: readonly EventRow[], epoch: number, render: (row: EventRow) => Promise<unknown>): Promise<string> {
    const forms = this.#joined.get(rows) ?? new Map<unknown, Promise<string>>();
    this.#joined.set(rows, forms);
    let text = forms.get(render);
    if (text === undefined) {
      text = joinedFrames(rows, epoch, render);
      forms.set(render, text);
    }
    return text;
  }
}

async function joinedFrames(
  rows: readonly EventRow[],
  epoch: number,
  render: (row: EventRow) => Promise<unknown>,
): Promise<string> {
  const frames = rows.map(async (row) => {
    const data = await render(row);
    return data === null ? '' : eventFrame({ id: streamId({ epoch, seq: row.seq }), event: row.type, data });
  });
  return (await Promise.all(frames)).join('');
}
