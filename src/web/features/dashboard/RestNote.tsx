import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/figures/figures.tsx';

/** The number of rows that a card has no room for. */
export function RestNote({ count }: { count: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (count <= 0) return null;
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ px: { xs: 4, sm: 5 }, py: 2 }}
    >
      {t('charts.more', { count, value: number(count) })}
    </Typography>
  );
}
