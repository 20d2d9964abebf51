import OptOutIcon from '@mui/icons-material/DoNotDisturbOnOutlined';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/figures.tsx';

export function Reachability({ at }: { at: number | null }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  if (at === null)
    return (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('contacts.reachable')}
      </Box>
    );
  return (
    <Tooltip describeChild title={t('contacts.optedOutSince', { time: exact(at) })}>
      <Box
        component="span"
        sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 550 }}
      >
        <OptOutIcon sx={{ fontSize: 16, color: 'warning.main' }} />
        {t('contacts.optedOut')}
      </Box>
    </Tooltip>
  );
}
