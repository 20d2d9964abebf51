import { useEffect, useRef } from 'react';

/** Opens the rest of the portal to an account that was confined here, as soon as its details are complete. */
export function useLiftConfinement(confined: boolean, dirty: boolean) {
  const was = useRef(confined);
  useEffect(() => {
    if (was.current && !confined && !dirty) location.assign('/dashboard');
  }, [confined, dirty]);
}
