import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice, SearchBoxProps } from './useSearch.ts';

/** One of more options than a page has, found by typing. */
export default function SearchInput({
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
}: SearchBoxProps) {
  const { t } = useTranslation();
  // The same object from drawing to drawing: another one would put its name back over what is typed.
  const [chosen, setChosen] = useState<Choice | null>(null);
  const before = chosen?.value === value ? chosen.label : value;
  const label =
    choices.find((each) => each.value === value)?.label ??
    (before === value ? (chosenLabel ?? value) : before);
  if (value === '' ? chosen !== null : chosen?.value !== value || before !== label)
    setChosen(value === '' ? null : { value, label });
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
