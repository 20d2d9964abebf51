import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** How many connections or users are bound now, and from where, with a dot if any is. */
export function BoundNow({ count, from = [] }: { count: number; from?: readonly string[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const isBound = count > 0;
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 2,
        whiteSpace: 'nowrap',
        ...(!isBound && { color: 'text.secondary' }),
      }}
    >
      <BoundDot isBound={isBound} />
      {isBound
        ? [number(count), from.join(', ')].filter(Boolean).join(' · ')
        : t('routing.users.nobody')}
    </Box>
  );
}

/** Green where something is bound, otherwise grey; the words stand beside it. */
export function BoundDot({ isBound }: { isBound: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden="true"
      sx={(theme) => ({
        flex: 'none',
        width: 8,
        height: 8,
        borderRadius: '50%',
        backgroundColor: theme.vars?.palette.tone[isBound ? 'success' : 'neutral'].solid,
      })}
    />
  );
}
