import Box from '@mui/material/Box';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterPill, TickedItem } from './FilterPill.tsx';
import type { Choice, Search } from './useSearch.ts';

/** Any of more values than a page has: the first ones, and others found by typing. */
export function SearchedFilter({
  name,
  chosen,
  found,
  search,
  isLong,
  isLoading,
  onChange,
}: {
  name: string;
  chosen: readonly Choice[];
  /** Values that the server found for the typed text. */
  found: readonly Choice[];
  search: Search;
  /** True where the server has more than it found without a text. */
  isLong: boolean;
  isLoading: boolean;
  onChange(values: string[]): void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const values = chosen.map(({ value }) => value);
  const shown =
    search.asked === ''
      ? [...chosen.filter(({ value }) => !found.some((each) => each.value === value)), ...found]
      : found;
  return (
    <FilterPill
      name={name}
      value={chosen.length === 0 ? null : chosen.map(({ label }) => label).join(', ')}
      onClear={() => onChange([])}
    >
      {() => (
        <Box sx={{ width: isLong ? 300 : 'auto', maxWidth: '100%' }}>
          {isLong && (
            <Box sx={{ p: 2, pb: 0 }}>
              <OutlinedInput
                fullWidth
                autoFocus
                placeholder={t('list.choiceSearch')}
                value={search.typed}
                onChange={(event) => search.type(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowDown') return;
                  event.preventDefault();
                  list.current?.querySelector<HTMLElement>('[role=menuitemcheckbox]')?.focus();
                }}
                inputProps={{ 'aria-label': `${name}: ${t('list.choiceSearch')}` }}
              />
            </Box>
          )}
          <MenuList
            ref={list}
            autoFocusItem={!isLong}
            sx={{ p: 1, maxHeight: 360, overflow: 'auto' }}
          >
            {shown.map(({ value, label }) => {
              const ticked = values.includes(value);
              return (
                <TickedItem
                  key={value}
                  ticked={ticked}
                  onClick={() =>
                    onChange(ticked ? values.filter((one) => one !== value) : [...values, value])
                  }
                >
                  <Typography component="span" noWrap>
                    {label}
                  </Typography>
                </TickedItem>
              );
            })}
          </MenuList>
          {shown.length === 0 && (
            <Typography variant="body2" color="textSecondary" role="status" sx={{ px: 3, pb: 3 }}>
              {t(isLoading ? 'loading' : 'list.choiceNone')}
            </Typography>
          )}
        </Box>
      )}
    </FilterPill>
  );
}
