/** What the next steps speak of. */
export interface NextSteps {
  /** Base URLs of the API and of the devnet's faucet. */
  readonly api: string;
  readonly faucet: string;
  readonly username: string;
  /** Path of the file with the avatar's password. */
  readonly passwordFile: string;
  /** Address of the avatar's wallet on ethereum. */
  readonly address: string;
}

/**
 * Commands for bash and zsh that do what `npm start` has done, as another avatar: register, sign in, create wallets,
 * fund one from the faucet, order, and look at the order. They need curl and Node.
 */
export const curlSteps = ({ api, faucet }: NextSteps): string => `\
API=${api} JSON='Content-Type: application/json'
of() { node -p "JSON.parse(require('node:fs').readFileSync(0)).result.$1"; }
post() { curl -s "$API$1" -H "$JSON" -H "Authorization: Bearer $TOKEN" -d "$2"; }
PASSWORD=$(node -p "require('node:crypto').randomBytes(18).toString('base64url')")
ME="{\\"username\\":\\"me-$$\\",\\"password\\":\\"$PASSWORD\\"}"
curl -s $API/api/avatar/register -H "$JSON" -d "$ME"
SIGNED_IN=$(curl -s $API/api/avatar/authenticate -H "$JSON" -d "$ME")
TOKEN=$(echo "$SIGNED_IN" | of jwtToken) AVATAR=$(echo "$SIGNED_IN" | of id)
ETHEREUM=$(post /api/Wallet/avatar/$AVATAR/create-wallet '{"walletProviderType":7}' | of walletAddress)
SOLANA=$(post /api/Wallet/avatar/$AVATAR/create-wallet '{"walletProviderType":3}' | of walletAddress)
curl -s ${faucet} -d "{\\"address\\":\\"$ETHEREUM\\",\\"network\\":\\"ethereum\\",\\"token\\":\\"ETH\\"}"
ORDER=$(post /api/v1/orders '{"from":"ETH","to":"solana","amount":"0.25"}' | of orderId)
curl -s $API/api/v1/orders/$ORDER/check-balance`;

/** A module for Node that does the same as the demo avatar, with the client. */
export const clientSteps = ({ api, username, passwordFile }: NextSteps): string => `\
import { readFileSync } from 'node:fs';
import { Causeway } from '@causeway/client';
const causeway = new Causeway({ baseUrl: '${api}' });
await causeway.avatars.login({ username: '${username}', password: readFileSync('${passwordFile}', 'utf8').trim() });
for await (const { walletAddress } of causeway.wallets.list()) console.log(walletAddress);
const { orderId } = await causeway.orders.create({ from: 'ETH', to: 'arbitrum', amount: '0.25' });
for await (const { data } of causeway.orders.events(orderId)) if (data.status) console.log(data.status, data.message);`;

/** Commands of `causeway` for the same, from a clone. */
export const commandSteps = ({ api, faucet, username, passwordFile, address }: NextSteps): string => `\
npm run causeway -- login ${username} --url ${api} < ${passwordFile}
npm run causeway -- wallet list
npm run causeway -- faucet ${address} --network ethereum --token ETH --amount 5 --url ${faucet}
npm run causeway -- order ETH arbitrum 0.25 --watch`;
