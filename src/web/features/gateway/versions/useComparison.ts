import { useEffect, useRef, useState } from 'react';
import { routeComparison } from '../../../../contract/api/route-comparison.ts';
import { call, messageOf } from '../../../api/call.ts';
import { addSlice, isWhole, type Comparison } from './comparison.ts';

type State = {
  sum: Comparison | undefined;
  isRunning: boolean;
  /** All messages were read; false after a stop. */
  isWhole: boolean;
  failure: string | null;
};
const AT_FIRST: State = { sum: undefined, isRunning: false, isWhole: false, failure: null };

/** Runs the draft against the newest messages, a slice a call, until it has read all or is stopped. */
export function useComparison() {
  const [state, setState] = useState(AT_FIRST);
  // Each run has a number; a stop, another run and the end of the page leave those before it behind.
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current++;
    },
    [],
  );

  async function run(number: number): Promise<void> {
    setState({ ...AT_FIRST, isRunning: true });
    let sum: Comparison | undefined;
    let after: string | undefined;
    for (;;) {
      const slice = await call(routeComparison.compare, after === undefined ? {} : { after });
      if (latest.current !== number) return;
      sum = addSlice(sum, slice);
      // One of the configurations has changed: what was read says nothing about them any more.
      after = sum === undefined ? undefined : (slice.next ?? undefined);
      const whole = sum !== undefined && isWhole(sum, slice.next);
      setState({ sum, isRunning: !whole, isWhole: whole, failure: null });
      if (whole) return;
    }
  }

  return {
    ...state,
    start() {
      const number = ++latest.current;
      run(number).catch((failure: unknown) => {
        if (latest.current === number)
          setState((now) => ({ ...now, isRunning: false, failure: messageOf(failure) }));
      });
    },
    stop() {
      latest.current++;
      setState((now) => ({ ...now, isRunning: false }));
    },
  };
}
