import { defineArea } from '../../area.ts';
import { market } from '../market/index.ts';
import { orders } from '../orders/index.ts';
import { OPERATOR_ACCESS } from './access.ts';
import { operatorRoutes } from './routes.ts';
import { createOperatorService } from './service.ts';

/** What those who run the service look at. It only reads: commands stay in the terminal. */
export const operator = defineArea({
  name: 'operator',
  tag: { name: 'Operator', description: 'What needs a person who runs the service, for admins. It only reads.' },
  errors: {},
  access: OPERATOR_ACCESS,
  open: ({ storage, bridge, clock, use }) =>
    createOperatorService({ storage, bridge, clock, market: use(market), orders: use(orders) }),
  register: operatorRoutes,
});
