import * as z from 'zod/mini';
import { endpoint, nothing } from './endpoint.ts';
import { ROLES } from './roles.ts';

export const sandbox = {
  accounts: endpoint({
    method: 'GET', path: '/v1/sandbox', who: 'public',
    summary: 'The accounts of a sandbox and their password; there is no such address elsewhere',
    input: nothing,
    output: z.object({ password: z.string(), accounts: z.array(z.object({ email: z.string(), accessLevel: z.enum(ROLES) })) }),
  }),
};
