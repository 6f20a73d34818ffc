import { unwrap } from '../../http/errors/errors.ts';
import { answerPage, asItIs } from '../../http/requests/pagination.ts';
import { isoOrNull } from '../../http/requests/times.ts';
import type { Router } from '../../http/route.ts';
import { seriesPage, seriesQuery } from './schemas.ts';
import { type SeriesDeps, seriesOf } from './series.ts';

/** GET /explorer/series: what everybody's orders did, by time. */
export function explorerRoutes(router: Router, deps: SeriesDeps): void {
  router.route('listExplorerSeries', 'GET /explorer/series', {
    summary: 'What everybody’s orders did, by minute, hour or day',
    description:
      'Orders, volume by asset and times in each stage, one bucket after another, also those in which nothing happened, oldest ' +
      'first. Up to 1,500 buckets. Minutes are kept for 2 days, hours for 90 days, days always; they begin at whole units of UTC. ' +
      'Times are those at which the service saw the chains. An order that a reorganisation takes back is taken out again. An ' +
      'order of before the counting whose events were pruned counts at its creation and its end, without its times.',
    maxAgeSeconds: 5,
    query: seriesQuery,
    success: { description: 'The buckets of the range.', schema: seriesPage },
    errors: [
      ...['CHAIN_UNKNOWN', 'SERIES_RANGE_EMPTY', 'SERIES_RANGE_IN_FUTURE'],
      ...['SERIES_RANGE_TOO_LONG', 'SERIES_RANGE_NOT_KEPT'],
    ],
    handle: async (request) => {
      const { interval, from, to, fromChain, toChain } = request.query;
      const series = unwrap(seriesOf(deps, request.query));
      const filter = { interval, from, to, fromChain, toChain };
      const page = await answerPage(request, filter, asItIs, series.read);
      return { ...page, asOf: isoOrNull(series.asOfMs) };
    },
  });
}
