import { useEffect, useRef } from 'react';
import {
  useLocation,
  useNavigate,
  useNavigation,
  type NavigateOptions,
  type To,
} from 'react-router';

/**
 * Leads on to another screen once an answer has come, unless the person has left this one meanwhile, or is on the way to
 * another: nobody is called back from what they do there.
 */
export function useLeadOn(): (to: To, options?: NavigateOptions) => void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { location: going } = useNavigation();
  const here = useRef({ pathname, isLeaving: false });
  useEffect(() => {
    here.current = { pathname, isLeaving: going !== undefined && going.pathname !== pathname };
  });
  return (to, options) => {
    if (!here.current.isLeaving && location.pathname === here.current.pathname)
      void navigate(to, options);
  };
}
