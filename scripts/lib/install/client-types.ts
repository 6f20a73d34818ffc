import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@causeway/api';
import openapiTypes, { astToString } from 'openapi-typescript';

const HEADING = "// Generated from the API's OpenAPI document by `npm run client-types`.\n\n";
const FILE = fileURLToPath(new URL('../../../client/src/schema.ts', import.meta.url));

/** The types of the API as TypeScript. A member with a default may be left out of a request. */
async function typesOfApi(): Promise<string> {
  const document = JSON.stringify(await openApiDocument());
  return HEADING + astToString(await openapiTypes(document, { defaultNonNullable: false }));
}

/** True when the client has the types of the API. */
export const clientTypesAreCurrent = async (): Promise<boolean> => readFileSync(FILE, 'utf8') === (await typesOfApi());

/** Writes the types of the API into the client. */
export const writeClientTypes = async (): Promise<void> => writeFileSync(FILE, await typesOfApi());
