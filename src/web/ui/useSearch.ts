import { useEffect, useState } from 'react';

const PAUSE = 200;
/** As the server takes a search. */
const MOST_CHARACTERS = 100;

/** Text of a field by which the server searches: as it is typed, and once the typing pauses. */
export type Search = { typed: string; asked: string; type(text: string): void };

export function useSearch(): Search {
  const [typed, type] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim().slice(0, MOST_CHARACTERS)), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, asked, type };
}
