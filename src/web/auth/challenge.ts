import type { auth } from '../../contract/api/auth.ts';
import type { Output } from '../../contract/endpoint.ts';

/** The answer to a right password where a second step is due. */
export type Challenge = Extract<Output<typeof auth.signIn>, { otpRequired: true }>;
