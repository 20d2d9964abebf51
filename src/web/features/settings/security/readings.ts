import { auth } from '../../../../contract/api/auth.ts';
import { security } from '../../../../contract/api/security.ts';

/** Readings that change with every way to sign in that is added or removed. */
export const SECURITY_READINGS = [security.state, auth.me, auth.sessions];
