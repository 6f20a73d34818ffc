// npm run client-types: writes the types of the API, from its OpenAPI document, for the client.
import { writeClientTypes } from './lib/install/client-types.ts';

await writeClientTypes();
