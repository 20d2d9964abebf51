// The API document for customers' software.
import * as z from 'zod/mini';
import { endpoint, nothing } from '../endpoint.ts';

export const apidocs = {
  document: endpoint({
    method: 'GET',
    path: '/v1/openapi.json',
    who: 'public',
    summary: "The API for customers' software on this host, as OpenAPI 3.1",
    input: nothing,
    // The shape is OpenAPI's own; a validator checks it in `document.test.ts`.
    output: z.looseObject({ openapi: z.string() }),
  }),
};
