import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { GatewayLogin } from '../../../../contract/api/gateway-users.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** The limits of a gateway user, a line each; those that it lacks are left out. */
export function LoginLimits({ login: { limits, mayBind } }: { login: GatewayLogin }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { mostBinds, smppPerSecond, httpPerSecond, partsLeft, addresses } = limits;
  const line = (name: 'binds' | 'smpp' | 'http' | 'parts', count: number | null) =>
    count === null ? [] : [t(`settings.creds.limit.${name}`, { count, value: number(count) })];
  const lines = [
    ...line('binds', mayBind ? mostBinds : null),
    ...line('smpp', mayBind ? smppPerSecond : null),
    ...line('http', httpPerSecond),
    ...line('parts', partsLeft),
    ...(addresses.length === 0
      ? []
      : [t('settings.creds.limit.addresses', { list: addresses.join(', ') })]),
  ];
  if (lines.length === 0) return t('settings.creds.noLimits');
  return lines.map((text) => (
    <Box key={text} sx={{ overflowWrap: 'anywhere' }}>
      {text}
    </Box>
  ));
}
