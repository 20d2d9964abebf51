import ClearIcon from '@mui/icons-material/Close';
import SearchIcon from '@mui/icons-material/SearchOutlined';
import IconButton from '@mui/material/IconButton';
import InputAdornment from '@mui/material/InputAdornment';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LimitedInput } from '../fields/LimitedInput.tsx';

const PAUSE = 250;
/** As the server takes a search. */
const MOST_CHARACTERS = 100;

/** A search that starts when typing pauses; Enter or leaving the field starts it at once, and Escape clears it. */
export function SearchField({
  label,
  hint,
  value,
  missing,
  onChange,
}: {
  label: string;
  hint?: string;
  /** The sentence on what a text lacks to be searched; while it lacks something, nothing is searched. */
  missing?: (text: string) => string | undefined;
  value: string;
  onChange(value: string): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const input = useRef<HTMLInputElement>(null);
  // From outside: back, or all filters cleared.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);

  const lack = typed.trim() === '' ? undefined : missing?.(typed.trim());
  const sought = lack === undefined ? typed.trim() : '';
  function tell(text: string) {
    if (text === told.current || text.length > MOST_CHARACTERS) return;
    told.current = text;
    onChange(text);
  }
  useEffect(() => {
    if (sought === told.current) return;
    const timer = setTimeout(() => tell(sought), PAUSE);
    return () => clearTimeout(timer);
  });
  function clear() {
    setTyped('');
    tell('');
    input.current?.focus();
  }

  return (
    <LimitedInput
      most={MOST_CHARACTERS}
      value={typed}
      note={lack}
      placeholder={hint}
      inputRef={input}
      onChange={(event) => setTyped(event.target.value)}
      // A pause that ends while the next screen loads would lead back to this one.
      onBlur={() => tell(sought)}
      inputProps={{
        role: 'searchbox',
        'aria-label': label,
        spellCheck: false,
        autoComplete: 'off',
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(sought);
        if (event.key === 'Escape' && typed !== '') clear();
      }}
      startAdornment={
        <InputAdornment position="start">
          <SearchIcon sx={{ fontSize: 18 }} />
        </InputAdornment>
      }
      endAdornment={
        typed !== '' && (
          <InputAdornment position="end">
            <IconButton size="small" edge="end" aria-label={t('common.clear')} onClick={clear}>
              <ClearIcon sx={{ fontSize: 16 }} />
            </IconButton>
          </InputAdornment>
        )
      }
      // On a phone it has the row, or what a button for filters leaves of it.
      flex={{ xs: '1 1 160px', sm: 'none' }}
      sx={{
        width: { sm: 260 },
        height: { xs: 44, sm: 34 },
        '& input': { px: 0, fontSize: { sm: 13 } },
      }}
    />
  );
}
