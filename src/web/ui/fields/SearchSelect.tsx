import OutlinedInput from '@mui/material/OutlinedInput';
import { lazy, Suspense } from 'react';
import { FormField } from './FormField.tsx';
import { SelectInput } from './SelectField.tsx';
import type { Found, SearchBoxProps } from '../lists/useSearch.ts';

// A list of one page, which most are, does without its script.
const SearchInput = lazy(() => import('../lists/SearchInput.tsx'));

/** One of more options than a page has, found by typing. */
function SearchBox(props: SearchBoxProps) {
  return (
    <Suspense fallback={<OutlinedInput fullWidth disabled />}>
      <SearchInput {...props} />
    </Suspense>
  );
}

/** One of several options: as the browser draws them while all are known, and found by typing where there are more. */
export function SearchSelect({
  name,
  label,
  help,
  error,
  none,
  isLong,
  ...box
}: Found & {
  name: string;
  label: string;
  help?: string;
  error?: string | undefined;
  /** The option without a choice. */
  none: string;
  isLong: boolean;
  value: string;
  chosenLabel?: string | undefined;
  onChange(value: string): void;
}) {
  const { value, choices, chosenLabel, onChange } = box;
  if (isLong)
    return (
      <FormField id={name} label={label} help={help} error={error}>
        {(parts) => (
          <SearchBox
            {...box}
            id={parts.id}
            placeholder={none}
            describedBy={parts['aria-describedby']}
            isWrong={parts['aria-invalid']}
          />
        )}
      </FormField>
    );
  const isOffered = value === '' || choices.some((each) => each.value === value);
  return (
    <SelectInput
      name={name}
      label={label}
      help={help}
      error={error}
      value={value}
      onChange={onChange}
    >
      <option value="">{none}</option>
      {!isOffered && <option value={value}>{chosenLabel ?? value}</option>}
      {choices.map((each) => (
        <option key={each.value} value={each.value}>
          {each.label}
        </option>
      ))}
    </SelectInput>
  );
}
