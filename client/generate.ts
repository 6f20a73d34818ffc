// Writes src/schema.ts, the types of the API, from its OpenAPI document. `npm run generate -w client` runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '@causeway/api';
import openapiTypes, { astToString } from 'openapi-typescript';

const HEADING = "// Generated from the API's OpenAPI document by `npm run generate -w client`.\n\n";

/** The file with the generated types. */
export const SCHEMA = fileURLToPath(new URL('src/schema.ts', import.meta.url));

/** The types of the API as TypeScript. */
export async function schemaSource(): Promise<string> {
  return (
    HEADING + astToString(await openapiTypes(JSON.stringify(await openApiDocument()), { defaultNonNullable: false }))
  );
}

/** True when src/schema.ts has the types of the API. */
export const isCurrent = async (): Promise<boolean> => readFileSync(SCHEMA, 'utf8') === (await schemaSource());

if (import.meta.main) writeFileSync(SCHEMA, await schemaSource());
