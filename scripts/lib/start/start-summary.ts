import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Devnet, describeDevnet, formatDevnet, USUAL_NETWORKS } from '@causeway/devnet';
import { PRIVATE_FILE } from '@causeway/protocol';
import { usualOrder } from '../orders/order-spec.ts';
import type { DevnetAvatar, DevnetWallet } from './devnet-avatar.ts';
import { clientSteps, commandSteps, curlSteps } from './next-steps.ts';

/** What `npm start` has brought up. */
export interface Started {
  readonly devnet: Devnet;
  /** Base URL of the API. */
  readonly api: string;
  readonly demo: DevnetAvatar;
  readonly wallets: readonly DevnetWallet[];
}

/** The files in which everything stands that does not fit on a screen. */
interface Guides {
  /** Endpoints, contracts and funded accounts, with their keys. */
  readonly accounts: string;
  /** What `npm start` did, with curl, the client and `causeway`. */
  readonly nextSteps: string;
}

/** The most lines of the summary: it stays on every screen. */
export const MOST_LINES = 15;

/** Writes the guides to the devnet's folder, readable by its owner alone. */
function writeGuides(started: Started): Guides {
  const { devnet } = started;
  const guides = { accounts: join(devnet.folder, 'accounts.txt'), nextSteps: join(devnet.folder, 'next-steps.md') };
  writeFileSync(guides.accounts, `${formatDevnet(describeDevnet(devnet))}\n`, { mode: PRIVATE_FILE });
  writeFileSync(guides.nextSteps, nextSteps(started), { mode: PRIVATE_FILE });
  return guides;
}

function nextSteps({ devnet, api, demo, wallets }: Started): string {
  const addressOn = (name: string) => wallets.find(({ network }) => network === name)?.address;
  const missing = USUAL_NETWORKS.filter((name) => addressOn(name) === undefined);
  const address = addressOn('ethereum') ?? 'ADDRESS';
  const steps = { api, faucet: devnet.faucet.url, ...demo, address };
  const { relayer } = devnet.configuration;
  return `# Next steps

The avatar ${demo.username} (${demo.avatarId}) has these wallets:

${wallets.map((wallet) => `- ${wallet.network}: ${wallet.address}`).join('\n')}
${missing.length > 0 ? `\nThis run has no ${missing.join(', ')}: where a command names one of them, write another chain and its asset.\n` : ''}
## With curl, as an avatar of your own

\`\`\`sh
${curlSteps(steps)}
\`\`\`

## With the client

In a file such as order.mjs in the project's folder, which \`npx node order.mjs\` runs:

\`\`\`js
${clientSteps(steps)}
\`\`\`

## With causeway

\`\`\`sh
${commandSteps(steps)}
npm run causeway -- status --config ${relayer.config}
\`\`\`

A swap brings another asset than the one that is sent; a solver of this run pays it:

\`\`\`sh
npm run causeway -- quote ETH POL 0.25 --swap
npm run causeway -- order ETH POL 0.25 --swap --watch
npm run causeway -- solver status --config ${join(devnet.folder, 'solver.yaml')}
\`\`\`

The relayer tells its state at ${relayer.url}/health and its metrics at ${relayer.url}/metrics.
`;
}

/** Writes the guides and returns what matters of them, in at most fifteen lines. Paths are relative to `from`. */
export function summarise(started: Started, from = process.cwd()): string {
  const { devnet, api, demo, wallets } = started;
  const order = usualOrder(wallets.map(({ network }) => network));
  const guides = writeGuides(started);
  const short = (path: string): string => relative(from, path);
  return [
    'Causeway runs. Ctrl-C ends it.',
    '',
    `  Web app         ${api}/`,
    `  API             ${api}`,
    `  Documentation   ${api}/docs`,
    `  Avatar          ${demo.username}, password in ${short(demo.passwordFile)}`,
    `  Next steps      ${short(guides.nextSteps)}: the same with curl, the client and causeway`,
    `  Accounts        ${short(guides.accounts)}: endpoints, contracts, and funded accounts with their keys`,
    `  Logs            ${short(join(devnet.folder, 'logs'))}`,
    '',
    'In another terminal:',
    '',
    `  npm run causeway -- login ${demo.username} --url ${api} < ${short(demo.passwordFile)}`,
    ...(order ? [`  npm run causeway -- order ${order.from} ${order.to} 0.25 --watch`] : []),
  ].join('\n');
}
