/** A place in a stream: the seq of an event, and the epoch in which it has that seq. */
export interface Place {
  readonly epoch: number;
  readonly seq: number;
}

/** The id of an event in a stream; the first epoch is not written. */
export const streamId = ({ epoch, seq }: Place): string => (epoch === 0 ? `${seq}` : `${epoch}.${seq}`);

/** Most characters of an id. */
export const MAX_ID_LENGTH = 32;

/** The place that an id names; undefined for what is no id. */
export function placeOf(id: string): Place | undefined {
  const [, epoch = '0', seq] = /^(?:(\d{1,15})\.)?(\d{1,15})$/.exec(id) ?? [];
  return seq === undefined ? undefined : { epoch: Number(epoch), seq: Number(seq) };
}
