import { useEffect, useRef, useState } from 'react';
import {
  logComparison,
  MOST_CHARACTERS,
  MOST_LINES,
  type LogSlice,
} from '../../../../contract/api/log-comparison.ts';
import { call, messageOf } from '../../../api/call.ts';
import { addLogSlice } from './logSums.ts';

type State = {
  sum: LogSlice | undefined;
  isRunning: boolean;
  /** The part of the file that was read, 0 to 100. */
  percent: number;
  failure: string | null;
};
const AT_FIRST: State = { sum: undefined, isRunning: false, percent: 0, failure: null };
const LONGEST_LINE = 20_000;

/** Runs a log through the draft, a slice a call, until it is at its end or stopped. The file is read piece by piece. */
export function useLogComparison() {
  const [state, setState] = useState(AT_FIRST);
  // Each run has a number; a stop, another run and the end of the page leave those before it behind.
  const latest = useRef(0);
  useEffect(
    () => () => {
      latest.current++;
    },
    [],
  );

  async function run(number: number, file: File): Promise<void> {
    setState({ ...AT_FIRST, isRunning: true });
    let sum: LogSlice = { read: 0, same: 0, undecided: 0, differing: [] };
    let [octets, characters, rest] = [0, 0, ''];
    let lines: string[] = [];
    const send = async () => {
      if (lines.length > 0) sum = addLogSlice(sum, await call(logComparison.compare, { lines }));
      [lines, characters] = [[], 0];
      if (latest.current !== number) return false;
      const percent = file.size === 0 ? 100 : Math.round((octets / file.size) * 100);
      setState({ ...AT_FIRST, sum, isRunning: true, percent });
      return true;
    };
    const take = async (line: string) => {
      if (!line.includes('SMS-MT') || line.length > LONGEST_LINE) return true;
      if (lines.length === MOST_LINES || characters + line.length > MOST_CHARACTERS)
        if (!(await send())) return false;
      lines.push(line);
      characters += line.length;
      return true;
    };
    const reader = file.stream().getReader();
    const decoder = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      octets += value?.length ?? 0;
      const pieces = (rest + decoder.decode(value, { stream: !done })).split(/\r?\n/);
      rest = done ? '' : pieces.pop()!;
      for (const line of pieces)
        if (!(await take(line))) {
          await reader.cancel();
          return;
        }
      if (done) break;
    }
    if (await send()) setState({ ...AT_FIRST, sum, percent: 100 });
  }

  return {
    ...state,
    start(file: File) {
      const number = ++latest.current;
      run(number, file).catch((failure: unknown) => {
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
