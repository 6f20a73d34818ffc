import { defineArea } from '../../area.ts';
import { EXPLORER_ACCESS } from './access.ts';
import { SERIES_ERRORS } from './errors.ts';
import { Roller } from './roller.ts';
import { explorerRoutes } from './routes.ts';
import { seriesStorage } from './rules/series-storage.ts';
import type { SeriesDeps } from './series.ts';

/** What everybody's orders did, by time. */
export const explorer = defineArea<SeriesDeps & { readonly roller: Roller }>({
  name: 'explorer',
  tag: { name: 'Explorer', description: 'What everybody’s orders did, by time.' },
  errors: SERIES_ERRORS,
  access: EXPLORER_ACCESS,
  open({ storage, bridge, clock, log }) {
    const series = seriesStorage(storage.series);
    return { series, catalogue: bridge.catalogue, clock, roller: new Roller({ storage, series, log }) };
  },
  register: explorerRoutes,
  start: async ({ roller }) => roller.start(),
  close: ({ roller }) => roller.stop(),
});
