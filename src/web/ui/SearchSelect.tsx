import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from './FormField.tsx';
import { SelectInput } from './SelectField.tsx';
import type { Search } from './useSearch.ts';

export type Choice = { value: string; label: string };

type Found = {
  /** Options that the server found for the typed text. */
  choices: readonly Choice[];
  search: Search;
  isLoading: boolean;
};

/** One of more options than a page has, found by typing. */
export function SearchBox({
  id,
  value,
  chosenLabel,
  choices,
  search,
  isLoading,
  placeholder,
  onChange,
  onBlur,
  inputRef,
  describedBy,
  isWrong,
}: Found & {
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
}) {
  const { t } = useTranslation();
  const chosen =
    value === ''
      ? null
      : (choices.find((each) => each.value === value) ?? { value, label: chosenLabel ?? value });
  return (
    <Autocomplete<Choice>
      id={id}
      fullWidth
      value={chosen}
      options={[...choices]}
      loading={isLoading}
      loadingText={t('loading')}
      noOptionsText={t('list.choiceNone')}
      filterOptions={(all) => all}
      getOptionLabel={({ label }) => label}
      getOptionKey={(option) => option.value}
      isOptionEqualToValue={(one, other) => one.value === other.value}
      onChange={(_event, next) => onChange(next?.value ?? '')}
      // The chosen option's own name in the field is no search.
      onInputChange={(_event, text, reason) => search.type(reason === 'input' ? text : '')}
      onBlur={onBlur}
      renderInput={({ slotProps, id: inputId, disabled, fullWidth }) => (
        <OutlinedInput
          id={inputId}
          disabled={disabled}
          fullWidth={fullWidth}
          placeholder={placeholder ?? t('list.choiceSearch')}
          {...slotProps.input}
          inputRef={inputRef}
          inputProps={{
            ...slotProps.htmlInput,
            'aria-describedby': describedBy,
            'aria-invalid': isWrong,
          }}
        />
      )}
    />
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
