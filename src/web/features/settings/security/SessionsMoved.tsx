import { Navigate } from 'react-router';

/** Sessions are listed in the Security tab; addresses from before lead there. */
export function SessionsMoved() {
  return <Navigate to="/dashboard/settings/security" replace state={{ part: 'sessions' }} />;
}
