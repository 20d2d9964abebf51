import { auth } from '../../../contract/auth.ts';
import { security } from '../../../contract/security.ts';

/** Readings that change with every way to sign in that is added or removed. */
export const SECURITY_READINGS = [security.state, auth.me, auth.sessions];
