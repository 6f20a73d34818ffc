import { RepeatedLines } from '@causeway/protocol';
import { isUnavailableCode } from '@causeway/storage';
import { type DestinationStream, type Logger, pino } from 'pino';

/** The API's log on standard output, or to `stream`: a warning that repeats within a minute is left out. */
export const createLog = (level: string, stream?: DestinationStream): Logger =>
  pino(
    { name: 'api', level, hooks: new RepeatedLines({ isShared: isUnavailableCode }).hook() },
    ...(stream === undefined ? [] : [stream]),
  );
