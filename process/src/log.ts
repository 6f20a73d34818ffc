import { RepeatedLines } from '@causeway/protocol';
import { isUnavailableCode } from '@causeway/storage';
import { type DestinationStream, type Logger, pino } from 'pino';

/** Field names that could contain a secret in a log line. */
const SECRET_FIELDS = ['password', 'privateKey', 'mnemonic', 'secret', 'authorization', 'raw'];

/**
 * Structured logs as JSON lines on standard error, or to `stream`; fields with secret names are left out, and so is a
 * warning that repeats within a minute.
 */
export function createLogger(name: string, level: string, stream?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), remove: true },
    hooks: new RepeatedLines({ isShared: isUnavailableCode }).hook(),
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, stream ?? pino.destination({ dest: 2, sync: true }));
}
