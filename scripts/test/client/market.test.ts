import { strict as assert } from 'node:assert';
import { describeService } from './service.ts';

describeService('the commands for quotes and networks', undefined, (service) => {
  it('show a quote to people, and its members to programs', async () => {
    const { stdout, status } = await service.causeway(['quote', 'ETH', 'polygon', '0.5']);
    assert.match(stdout, /^sent +0\.5 ETH on ethereum\narrives +0\.5 cwETH on polygon\nfee +0 ETH\n/);
    assert.equal(status, 0);
    const [quote] = await service.json('quote', 'ETH', 'polygon', '0.5');
    assert.equal(quote?.toAmount, '0.5');
  });

  it('list the networks in a table whose columns are aligned', async () => {
    const { stdout } = await service.causeway(['networks']);
    const [heading = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(heading, /^NETWORK +KIND +COIN +STATUS +ENDPOINTS +BLOCK$/);
    assert.equal(rows.length, (await service.json('networks')).length);
    for (const row of rows) assert.equal(row.slice(heading.indexOf('KIND')).match(/^(?:evm|solana|radix) /)?.length, 1);
  });

  it('list the routes with limits, fees and times, all or those that the options name', async () => {
    const { stdout, stderr } = await service.causeway(['routes', '--asset', 'ETH', '--to', 'polygon']);
    assert.equal(stderr, '');
    const [heading = '', row = '', ...more] = stdout.trimEnd().split('\n');
    assert.match(heading, /^ASSET +FROM +TO +ARRIVES +MINIMUM +MAXIMUM +FEE +SECONDS +STATUS$/);
    assert.match(row, /^ETH +ethereum +polygon +cwETH +0\.001 +1000 +0 ETH +\d+ +open$/);
    assert.deepEqual(more, []);
    assert.ok((await service.json('routes')).length > 4);
    const unknown = await service.causeway(['quote', 'ETH', 'polygn', '1']);
    assert.match(
      unknown.stderr,
      /^causeway: polygn is neither a chain nor an asset here; did you mean the chain polygon\?/,
    );
  });

  it('list the lanes with what waits and what their limits let through', async () => {
    const { stdout } = await service.causeway(['lanes', '--asset', 'ETH', '--to', 'polygon']);
    const [heading = '', row = '', ...more] = stdout.trimEnd().split('\n');
    assert.match(heading, /^ASSET +FROM +TO +WAITING +OLDEST +LEVEL +OF +FULL AT +STATUS$/);
    assert.match(row, /^ETH +ethereum +polygon +0 +– +1000000 +1000000 +– +open$/);
    assert.deepEqual(more, []);
    assert.equal((await service.json('lanes')).length, (await service.json('routes')).length);
  });

  it('list the assets with a line for the home and one for every remote', async () => {
    const { stdout } = await service.causeway(['assets']);
    const [heading = '', ...rows] = stdout.trimEnd().split('\n');
    assert.match(heading, /^ASSET +CHAIN +HOLDS +OUTSTANDING +IN FLIGHT +CREDITS +BLOCK +VERDICT$/);
    assert.match(rows.join('\n'), /^ETH +ethereum +0 +0 +– +0 +\d+ +backed\nETH +\w+ +0 +0 +\S+ +– +\d+ +backed$/m);
    const assets = await service.json('assets');
    assert.equal(rows.length, assets.length + assets.flatMap(({ remotes }) => remotes).length);
  });

  it('end with the status that tells why, and name the error, its code and what to do', async () => {
    const unknown = await service.causeway(['quote', 'ETH', 'ETH@atlantis', '1']);
    assert.match(unknown.stderr, /^causeway: .* \(CHAIN_UNKNOWN\)\n {2}causeway networks lists the chains\n$/);
    assert.deepEqual([unknown.stdout, unknown.status], ['', 1]);
    const json = await service.causeway(['quote', 'ETH', 'ETH@atlantis', '1', '--json']);
    assert.equal(JSON.parse(json.stderr).error.code, 'CHAIN_UNKNOWN');
    const missing = await service.causeway(['quote', 'ETH']);
    assert.match(missing.stderr, /missing required argument 'to'/);
    assert.equal(missing.status, 2);
    const away = await service.causeway(['networks'], { environment: { CAUSEWAY_URL: 'http://127.0.0.1:9' } });
    assert.match(away.stderr, /^causeway: http:\/\/127\.0\.0\.1:9 does not answer \(UNREACHABLE\)\n/);
    assert.equal(away.status, 5);
  });

  it('refuse a profile that is not there', async () => {
    const { stderr, status } = await service.causeway(['networks', '--profile', 'other']);
    assert.match(stderr, /^causeway: there is no profile other; make it with causeway profile add other --url URL\n$/);
    assert.equal(status, 2);
  });
});
