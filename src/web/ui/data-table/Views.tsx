import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ListAddress } from '../lists/useListAddress.ts';
import { isPresent, type View } from './savedViews.ts';

/** The views of a list as tabs above it: the one it opens with, all rows, those that the product offers, and the person's own. */
export function Views({
  list,
  names,
  opening,
  offered,
  saved,
  remove,
}: {
  list: ListAddress;
  /** The filters of the list. */
  names: readonly string[];
  opening?: View | undefined;
  offered: readonly View[];
  saved: readonly View[];
  remove(label: string): void;
}) {
  const { t } = useTranslation();
  const all: View = { key: 'all', label: t('list.all'), filters: {} };
  const none = Object.fromEntries(names.map((name) => [name, []]));
  const tab = (view: View, isOwn = false) => {
    const isHere = isPresent(view.filters, names, list.values);
    return (
      <Box
        component="li"
        key={view.key}
        sx={(theme) => ({
          display: 'inline-flex',
          alignItems: 'center',
          flex: 'none',
          borderBottom: '2px solid transparent',
          ...(isHere && { borderBottomColor: theme.vars?.palette.primary.main }),
        })}
      >
        <ButtonBase
          component={Link}
          to={{ search: list.filtered({ ...none, ...view.filters }) }}
          aria-current={isHere ? 'page' : undefined}
          sx={{
            height: 34,
            px: 2,
            borderRadius: 'var(--corner-small)',
            fontSize: 13,
            fontWeight: isHere ? 550 : 400,
            color: isHere ? 'text.primary' : 'text.secondary',
            '&:hover': { color: 'text.primary' },
          }}
        >
          {view.label}
        </ButtonBase>
        {isOwn && isHere && (
          <ButtonBase
            aria-label={t('list.removeView', { name: view.label })}
            onClick={() => remove(view.label)}
            sx={{ p: 0.5, borderRadius: '4px', color: 'text.secondary' }}
          >
            <CloseIcon sx={{ fontSize: 15 }} />
          </ButtonBase>
        )}
      </Box>
    );
  };
  return (
    <Box component="nav" aria-label={t('list.views')} sx={{ overflowX: 'auto', mb: 3 }}>
      <Box
        component="ul"
        sx={(theme) => ({
          m: 0,
          p: 0,
          gap: 1,
          listStyle: 'none',
          display: 'flex',
          minWidth: 'max-content',
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        {opening && tab(opening)}
        {tab(all)}
        {offered.map((view) => tab(view))}
        {saved.map((view) => tab(view, true))}
      </Box>
    </Box>
  );
}
