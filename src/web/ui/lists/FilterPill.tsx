import AddIcon from '@mui/icons-material/Add';
import TickedIcon from '@mui/icons-material/CheckBox';
import OpenIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import MenuItem, { type MenuItemProps } from '@mui/material/MenuItem';
import MenuList from '@mui/material/MenuList';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { use, useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FilterMenuContext } from './filterMenu.ts';
import { FormField } from '../fields/FormField.tsx';

/**
 * One filter: a dashed chip while it is open to choose, a filled one with its value when it is set, and
 * a cross if it can be cleared. In the toolbar of a list it stands behind the list's filter button until
 * it is set; one that cannot be cleared is always drawn.
 */
export function FilterPill({
  name,
  value,
  onClear,
  isListed = true,
  children,
}: {
  name: string;
  value: string | null;
  onClear?: (() => void) | undefined;
  /** False for a filter that cannot be chosen from the menu of a list. */
  isListed?: boolean;
  children(close: () => void): ReactNode;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const chip = useRef<HTMLElement>(null);
  const id = useId();
  const menu = use(FilterMenuContext);
  const isChosen = menu?.opening === id;
  const add = menu?.add;
  const listed = onClear !== undefined && isListed;
  // Before it is drawn, so that the button of all filters takes its room at once.
  useLayoutEffect(() => (listed ? add?.({ id, name }) : undefined), [add, listed, id, name]);
  useEffect(() => {
    if (isChosen) setAnchor(chip.current);
  }, [isChosen]);
  const close = () => {
    setAnchor(null);
    menu?.close();
  };
  if (menu && listed && value === null && !isChosen && anchor === null) return null;
  return (
    <>
      <Box
        ref={chip}
        sx={(theme) => ({
          display: 'inline-flex',
          alignItems: 'center',
          height: { xs: 36, sm: 30 },
          borderRadius: '15px',
          maxWidth: 320,
          overflow: 'hidden',
          fontSize: 13,
          border: `1px ${value === null ? 'dashed' : 'solid'} ${value === null ? theme.vars?.palette.surface.control : theme.vars?.palette.primary.main}`,
          backgroundColor: value === null ? 'transparent' : theme.vars?.palette.surface.accent,
          '&:hover': {
            borderColor: value === null ? theme.vars?.palette.text.secondary : undefined,
          },
          '& .MuiButtonBase-root:focus-visible': {
            outline: `2px solid ${theme.vars?.palette.primary.main}`,
            outlineOffset: -2,
            borderRadius: '15px',
          },
        })}
      >
        <ButtonBase
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={{
            height: '100%',
            pl: value === null ? 2 : 3,
            pr: value === null ? 3 : 1.5,
            gap: 1,
            fontSize: 13,
            minWidth: 0,
            color: value === null ? 'text.secondary' : 'text.primary',
          }}
        >
          {value === null ? (
            <>
              <AddIcon sx={{ fontSize: 16 }} />
              {name}
            </>
          ) : (
            <>
              <Box component="span" sx={{ color: 'text.secondary', flex: 'none' }}>
                {name}
              </Box>
              <Box
                component="span"
                sx={{
                  fontWeight: 550,
                  overflow: 'hidden',
                  textOverflow: 'ellipsis',
                  whiteSpace: 'nowrap',
                }}
              >
                {value}
              </Box>
            </>
          )}
        </ButtonBase>
        {value !== null && onClear && (
          <ButtonBase
            aria-label={t('list.removeFilter', { name })}
            onClick={onClear}
            sx={{
              height: '100%',
              px: 1.5,
              color: 'text.secondary',
              '&:hover': { color: 'text.primary' },
            }}
          >
            <CloseIcon sx={{ fontSize: 15 }} />
          </ButtonBase>
        )}
      </Box>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: { 'aria-label': name, role: 'dialog', sx: { mt: 1.5, minWidth: 220 } },
        }}
      >
        {anchor && children(close)}
      </Popover>
    </>
  );
}

/** Any of a few values. */
export function ChoiceFilter({
  name,
  choices,
  chosen,
  onChange,
}: {
  name: string;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange(values: string[]): void;
}) {
  const known = choices.filter(({ value }) => chosen.includes(value));
  return (
    <FilterPill
      name={name}
      value={known.length === 0 ? null : known.map(({ label }) => label).join(', ')}
      onClear={() => onChange([])}
    >
      {() => (
        <MenuList autoFocusItem sx={{ p: 1, maxHeight: 360, overflow: 'auto' }}>
          {choices.map(({ value, label }) => {
            const ticked = chosen.includes(value);
            return (
              <TickedItem
                key={value}
                ticked={ticked}
                onClick={() =>
                  onChange(ticked ? chosen.filter((one) => one !== value) : [...chosen, value])
                }
              >
                {label}
              </TickedItem>
            );
          })}
        </MenuList>
      )}
    </FilterPill>
  );
}

/** A value of a filter that is ticked or not. The list of the menu gives its focus by the other properties. */
export function TickedItem({
  ticked,
  children,
  ...item
}: MenuItemProps & {
  ticked: boolean;
}) {
  return (
    <MenuItem {...item} role="menuitemcheckbox" aria-checked={ticked} sx={{ gap: 1.5 }}>
      {ticked ? (
        <TickedIcon sx={{ color: 'primary.main' }} />
      ) : (
        <OpenIcon sx={{ color: 'text.secondary' }} />
      )}
      {children}
    </MenuItem>
  );
}

/** A typed value, exactly as it is in the rows. */
export function TextFilter({
  name,
  help,
  value,
  onChange,
}: {
  name: string;
  help?: string;
  value: string;
  onChange(value: string): void;
}) {
  return (
    <FilterPill name={name} value={value === '' ? null : value} onClear={() => onChange('')}>
      {(close) => (
        <TextFilterForm
          name={name}
          help={help}
          value={value}
          onApply={(next) => {
            close();
            onChange(next);
          }}
        />
      )}
    </FilterPill>
  );
}

function TextFilterForm({
  name,
  help,
  value,
  onApply,
}: {
  name: string;
  help?: string;
  value: string;
  onApply(value: string): void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        onApply(typed.trim());
      }}
      sx={{ p: 4, width: 300, display: 'grid', gap: 3 }}
    >
      <FormField id="filter-text" label={name} help={help}>
        {(parts) => (
          <OutlinedInput
            id={parts.id}
            inputProps={{ 'aria-describedby': parts['aria-describedby'] }}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </FormField>
      <Button type="submit" variant="contained">
        {t('common.apply')}
      </Button>
    </Box>
  );
}

/** A filter that came with the address (another screen's link) and can only be taken away. */
export function FixedFilter({
  name,
  value,
  onClear,
}: {
  name: string;
  value: string;
  onClear(): void;
}) {
  return (
    <FilterPill name={name} value={value} onClear={onClear} isListed={false}>
      {() => <Typography sx={{ p: 4 }}>{value}</Typography>}
    </FilterPill>
  );
}
