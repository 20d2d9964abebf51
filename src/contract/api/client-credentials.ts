// The credentials with which an account's software reaches the gateway.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL } from '../endpoint.ts';
import { HTTP_DIALECT_KEYS } from '../shared/http-dialects.ts';
import { clientId } from './client-fields.ts';
import { gatewayLogin } from './gateway-users.ts';

/** The gateway as the software of an account reaches it. */
export const clientCredentials = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/apicreds/:clientId`,
    who: 'credentials',
    summary: 'How to reach the gateway, without secrets',
    input: clientId,
    output: z.object({
      creds: z.object({
        clientId: id,
        host: z.string(),
        smppPort: z.int(),
        smppTlsPort: z.nullable(z.int()),
        httpPort: z.int(),
        httpBaseAddress: z.string(),
        /** The enabled HTTP dialects, each with the address that messages are sent to. */
        httpDialects: z.array(
          z.object({ dialect: z.enum(HTTP_DIALECT_KEYS), address: z.string() }),
        ),
        /**
         * The account's gateway user: system id of its binds and username of its HTTP calls; null
         * if it has none yet.
         */
        systemId: z.nullable(z.string()),
        username: z.nullable(z.string()),
        hasPassword: z.boolean(),
        usable: z.boolean(),
        /** Every gateway user of the account, the first of them as above. */
        logins: z.array(gatewayLogin),
      }),
    }),
  }),
  reset: endpoint({
    method: 'POST',
    path: `${PORTAL}/apicreds:reset`,
    who: 'credentials',
    personal: true,
    stepUp: true,
    summary:
      'Give a gateway user of the account a new password; this answer is the only one that shows it',
    /** By default the account's first gateway user. */
    input: z.object({ ...clientId.shape, systemId: z.optional(z.string()) }),
    output: z.object({ systemId: z.string(), username: z.string(), password: z.string() }),
  }),
};
