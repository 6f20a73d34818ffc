// npm start: local chains, bridges, signers, relayer and API, and real orders carried through them.

import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { parseArgs } from 'node:util';

const HELP = `npm start [-- --exit] [-- --order FROM,TO,AMOUNT[,swap]] [-- --chains WHICH] [-- --postgres] [-- --json]

Brings up local chains (three EVM, Solana and Radix when none are named), deploys the bridges, starts five signers, the relayer and the REST
API, registers an avatar with a wallet on each chain, funds these from the chains' faucets, starts a solver of swaps, carries
real orders from them, and stays up until Ctrl-C.

  --order FROM,TO,AMOUNT  an order to carry, one after the other; repeatable; ETH,polygon,0.5 when absent,
                          or of the first of the named chains with wallets to the second; with ,swap at its end
                          a solver pays the asset that TO names: SOL,XRD,1,swap
  --chains WHICH          how many chains, at most ten, or their names with commas: ethereum, polygon, arbitrum, solana,
                          radix, base, optimism, bnb, avalanche, gnosis
  --exit                  ends after the orders, with status 0, or 1 where one did not complete
  --postgres              keeps the relayer's and the API's data in PostgreSQL instead of SQLite
  --json                  one line of JSON instead of progress

FROM and TO are a chain (ethereum, base), an asset (ETH, POL, ARB, SOL, XRD, AERO, OP, BNB, AVAX, GNO), or ASSET@chain.`;

try {
  const { values } = parseArgs({
    options: {
      order: { type: 'string', multiple: true },
      chains: { type: 'string' },
      exit: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) console.log(HELP);
  else {
    // Before any large module is loaded, here and in every child process, so that compiled code is kept.
    enableCompileCache();
    process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir();
    const { start } = await import('./lib/start/start-run.ts');
    // What a start that was ended still waits for, such as answers of nodes that are gone, would hold the process.
    process.exit(await start(values));
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
