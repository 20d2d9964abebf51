import SafeIcon from '@mui/icons-material/VerifiedUserOutlined';
import WarningIcon from '@mui/icons-material/GppMaybeOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SecurityState } from '../../../../contract/api/security.ts';
import { canUsePasskeys } from '../../../auth/passkeys.ts';
import { Rows } from '../../../ui/page/layout.tsx';

/** The number of recovery codes left at which new ones are advised. */
const FEW = 3;

/** How well the account is protected, in one line, and what to do about it. */
export function SecurityStatus({ state, isDue }: { state: SecurityState; isDue: boolean }) {
  const { t } = useTranslation();
  const isStrong = state.totp !== null || state.passkeys.length > 0;
  const level = isStrong ? 'strong' : isDue ? 'due' : state.use2fa ? 'codes' : 'weak';
  const hasPasskeys = state.passkeyHost !== null && canUsePasskeys;
  // Advice that cannot be followed here is not given.
  const text = level === 'weak' && !hasPasskeys ? 'weakTextApp' : (`${level}Text` as const);
  const tone = level === 'strong' ? 'success' : level === 'codes' ? 'info' : 'warning';
  const Icon = level === 'strong' ? SafeIcon : WarningIcon;
  const advice = [
    ...(state.passkeys.some(({ cloneTimestamp }) => cloneTimestamp !== null)
      ? ['clones' as const]
      : []),
    ...(isStrong && state.recoveryCodes.left <= FEW ? ['lowCodes' as const] : []),
  ];
  return (
    <Rows gap={3}>
      <Box
        component="section"
        aria-labelledby="security-status"
        sx={(theme) => ({
          display: 'flex',
          gap: 4,
          alignItems: 'center',
          px: { xs: 4, sm: 5 },
          py: 4,
          borderRadius: 'var(--corner-card)',
          color: theme.vars?.palette.text.primary,
          backgroundColor: theme.vars?.palette.tone[tone].ground,
          '& > svg': { fontSize: 32, flexShrink: 0, color: theme.vars?.palette.tone[tone].text },
        })}
      >
        <Icon aria-hidden="true" />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id="security-status" variant="h2">
            {t(`security.status.${level}`)}
          </Typography>
          <Typography sx={{ mt: 0.5 }}>{t(`security.status.${text}`)}</Typography>
        </Box>
      </Box>
      {advice.map((each) => (
        <Alert key={each} severity="warning">
          {t(`security.status.${each}`)}
        </Alert>
      ))}
    </Rows>
  );
}
