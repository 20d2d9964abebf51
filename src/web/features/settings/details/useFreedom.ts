import { useEffect, useRef } from 'react';

/** Opens the rest of the portal to somebody who was confined here, as soon as nothing is missing any more. */
export function useFreedom(confined: boolean, dirty: boolean) {
  const was = useRef(confined);
  useEffect(() => {
    if (was.current && !confined && !dirty) location.assign('/dashboard');
  }, [confined, dirty]);
}
