import SearchIcon from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import useAutocomplete from '@mui/material/useAutocomplete';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { SignedIn } from '../../../../contract/api/auth.ts';
import Dialog from '../../../ui/dialogs/Dialog.tsx';
import { useStored } from '../../../ui/data-table/useStored.ts';
import { remembered, type Item } from './items.ts';
import { useItems } from './useItems.ts';

const MOST_RECENT = 5;

/** Every screen, the first steps of what people do, and a search over what they have, by a few keys. */
export function Palette({ me, onClose }: { me: SignedIn; onClose(): void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [stored, store] = useStored(`palette.${me.clientId}`);
  const recent = Array.isArray(stored) ? stored.filter(isItem) : [];
  const { items, searching } = useItems(me, typed, recent);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps, groupedOptions } =
    useAutocomplete<Item, false, true>({
      id: 'palette',
      options: items,
      open: true,
      value: null as never,
      inputValue: typed,
      autoHighlight: true,
      clearOnBlur: false,
      disableClearable: true,
      disableCloseOnSelect: true,
      filterOptions: (options) => options,
      onClose: (_event, reason) => {
        if (reason === 'escape') onClose();
      },
      groupBy: ({ group }) => group,
      getOptionKey: ({ group, to, label }) => `${group} ${to} ${label}`,
      getOptionLabel: ({ label }) => label,
      isOptionEqualToValue: () => false,
      onInputChange: (_event, text, reason) => {
        if (reason === 'input') setTyped(text);
      },
      onChange: (_event, item) => {
        onClose();
        store(remembered(recent, item, MOST_RECENT));
        void navigate(item.to);
      },
    });
  const groups = groupedOptions as unknown as {
    key: number;
    group: Item['group'];
    index: number;
    options: Item[];
  }[];
  return (
    <Dialog
      open
      onClose={onClose}
      isDiscardable
      fullWidth
      slotProps={{
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': t('palette.title'),
          sx: { width: 640, maxWidth: '100%', mt: { xs: 4, sm: 18 } },
        },
      }}
    >
      <Box
        {...getRootProps()}
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 3,
          px: 4,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <SearchIcon sx={{ color: 'text.secondary' }} aria-hidden="true" />
        <Box
          component="input"
          {...getInputProps()}
          autoFocus
          placeholder={t('palette.hint')}
          aria-label={t('palette.title')}
          sx={{
            flex: 1,
            minWidth: 0,
            height: 56,
            border: 0,
            outline: 'none !important',
            font: 'inherit',
            fontSize: 16,
            color: 'inherit',
            backgroundColor: 'transparent',
          }}
        />
      </Box>
      <Box sx={{ height: 2 }}>
        {searching && <LinearProgress aria-label={t('loading')} sx={{ height: 2 }} />}
      </Box>
      <Box
        component="ul"
        {...getListboxProps()}
        aria-labelledby={undefined}
        aria-label={t('palette.title')}
        sx={{ m: 0, p: 2, listStyle: 'none', maxHeight: 'min(420px, 60dvh)', overflow: 'auto' }}
      >
        {groups.map(({ key, group, index, options }) => (
          <Box component="li" key={key} role="presentation">
            <Typography
              variant="caption"
              component="p"
              color="textSecondary"
              id={`palette-${group}`}
              sx={{ px: 2, pt: 2, pb: 1 }}
            >
              {t(`palette.groups.${group}`)}
            </Typography>
            <Box
              component="ul"
              role="group"
              aria-labelledby={`palette-${group}`}
              sx={{ m: 0, p: 0, listStyle: 'none' }}
            >
              {options.map((option, at) => (
                <Option
                  key={`${option.to} ${option.label}`}
                  option={option}
                  props={getOptionProps({ option, index: index + at })}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
      {groups.length === 0 && (
        <Typography color="textSecondary" role="status" sx={{ px: 4, pb: 5 }}>
          {searching ? t('loading') : t('palette.none', { text: typed.trim() })}
        </Typography>
      )}
    </Dialog>
  );
}

function Option({
  option,
  props: { key: _key, ...props },
}: {
  option: Item;
  props: React.HTMLAttributes<HTMLLIElement> & { key: React.Key };
}) {
  return (
    <Box
      component="li"
      {...props}
      sx={(theme) => ({
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 3,
        px: 2,
        minHeight: { xs: 44, sm: 36 },
        borderRadius: 'var(--corner-small)',
        cursor: 'pointer',
        '&.Mui-focused': { backgroundColor: theme.vars?.palette.surface.accent },
      })}
    >
      <Typography component="span" noWrap>
        {option.label}
      </Typography>
      {option.hint && (
        <Typography component="span" variant="body2" color="textSecondary" noWrap>
          {option.hint}
        </Typography>
      )}
    </Box>
  );
}

function isItem(value: unknown): value is Item {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['label', 'to', 'group'].every(
      (key) => typeof (value as Record<string, unknown>)[key] === 'string',
    ) &&
    (value as Item).to.startsWith('/dashboard')
  );
}
