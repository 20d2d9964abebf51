import { useEffect, useState, type Ref } from 'react';

const PAUSE = 200;
/** As the server takes a search. */
const MOST_CHARACTERS = 100;

/** Text of a field by which the server searches: as it is typed, and once the typing pauses. */
export type Search = { typed: string; asked: string; type(text: string): void };

export type Choice = { value: string; label: string };

export type Found = {
  /** Options that the server found for the typed text. */
  choices: readonly Choice[];
  search: Search;
  isLoading: boolean;
};

export type SearchBoxProps = Found & {
  id: string;
  /** Empty for none. */
  value: string;
  /** Shown for a value that is not among the options. */
  chosenLabel?: string | undefined;
  placeholder?: string | undefined;
  onChange(value: string): void;
  onBlur?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  describedBy?: string | undefined;
  isWrong?: boolean | undefined;
};

export function useSearch(): Search {
  const [typed, type] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim().slice(0, MOST_CHARACTERS)), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, asked, type };
}
