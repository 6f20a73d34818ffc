import { strict as assert } from 'node:assert';
import { clientTypesAreCurrent } from '../lib/install/client-types.ts';

describe('the client', function () {
  this.timeout(60_000);

  it('has the types of the API', async () => {
    assert(await clientTypesAreCurrent(), 'the API has changed: run npm run client-types');
  });
});
