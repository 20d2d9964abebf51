import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { SmppUser } from '../../../../contract/api/gateway-users.ts';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';

/** The state of a gateway user or a group, with the reason where something other than its own switch turned it off. */
export function GatewayState({
  isUsable,
  reason = null,
}: {
  isUsable: boolean;
  reason?: SmppUser['no'];
}) {
  const { t } = useTranslation();
  if (isUsable) return <StatusChip status="ACTIVE" />;
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
    >
      <StatusChip status="INACTIVE" word={t('gateway.off')} />
      {reason !== null && reason !== 'USER_DISABLED' && (
        <span>{t(`gateway.users.no.${reason}`)}</span>
      )}
    </Box>
  );
}
