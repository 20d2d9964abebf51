import { Navigate } from 'react-router';

/** Sessions are listed in the Security tab; addresses from before lead there. */
export function Screen() {
  return <Navigate to="/dashboard/settings/security" replace />;
}
