import FilterIcon from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FilterMenu, FilterMenuContext } from './filterMenu.ts';

type Known = { id: string; name: string };

/** The number of filters from which the menu has a field to search them by name. */
const MANY = 7;

/**
 * The search of a list or a report, one button with all of its filters, and a chip for each that is set.
 * @param isFiltered shows the button that clears all
 */
export function FilterBar({
  children,
  isFiltered,
  clear,
  save,
}: {
  children: ReactNode;
  isFiltered: boolean;
  clear(): void;
  /** Beside the button that clears: keeps the present filters. */
  save?: ReactNode;
}) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState<readonly Known[]>([]);
  const [opening, setOpening] = useState<string | null>(null);
  const add = useCallback((filter: Known) => {
    setFilters((now) => [...now, filter]);
    return () => setFilters((now) => now.filter(({ id }) => id !== filter.id));
  }, []);
  const menu = useMemo<FilterMenu>(
    () => ({ add, opening, close: () => setOpening(null) }),
    [add, opening],
  );
  return (
    <Box
      role="group"
      aria-label={t('list.filters')}
      sx={{
        display: 'flex',
        gap: 2,
        flexWrap: 'wrap',
        alignItems: 'center',
        // On a phone a lone button shares its row with the count of results.
        flex: { xs: '1 1 auto', sm: '1 1 320px' },
        // So does a lone search, before and after the count is known.
        ...(filters.length === 0 && {
          '&:has([role=searchbox])': { flexBasis: { xs: 160, sm: 320 } },
        }),
      }}
    >
      <FilterMenuContext value={menu}>{children}</FilterMenuContext>
      {filters.length > 0 && <FilterButton filters={filters} choose={setOpening} />}
      {isFiltered && (
        <Button size="small" onClick={clear}>
          {t('common.clearAll')}
        </Button>
      )}
      {save}
    </Box>
  );
}

function FilterButton({
  filters,
  choose,
}: {
  filters: readonly Known[];
  choose(id: string): void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const searched = typed.trim().toLocaleLowerCase();
  const found = filters.filter(({ name }) => name.toLocaleLowerCase().includes(searched));
  function pick(id: string) {
    setAnchor(null);
    choose(id);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    } else if (event.key === 'Enter' && found[0] !== undefined) {
      event.preventDefault();
      pick(found[0].id);
    }
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        startIcon={<FilterIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setTyped('');
          setAnchor(event.currentTarget);
        }}
        sx={{ height: { xs: 36, sm: 34 } }}
      >
        {t('list.filter')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            'aria-label': t('list.filter'),
            role: 'dialog',
            sx: { mt: 1.5, width: 240 },
          },
        }}
      >
        {filters.length >= MANY && (
          <Box sx={{ p: 2, pb: 0 }}>
            <OutlinedInput
              autoFocus
              fullWidth
              value={typed}
              placeholder={t('list.filterSearch')}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              inputProps={{ 'aria-label': t('list.filterSearch'), autoComplete: 'off' }}
            />
          </Box>
        )}
        <MenuList
          ref={list}
          autoFocusItem={filters.length < MANY}
          aria-label={t('list.filters')}
          sx={{ p: 1, maxHeight: 360, overflow: 'auto' }}
        >
          {found.map(({ id, name }) => (
            <MenuItem key={id} onClick={() => pick(id)}>
              {name}
            </MenuItem>
          ))}
        </MenuList>
        {found.length === 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 3 }} role="status">
            {t('list.filterNone', { text: typed.trim() })}
          </Typography>
        )}
      </Popover>
    </>
  );
}
