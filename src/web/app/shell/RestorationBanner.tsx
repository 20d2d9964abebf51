import RestoreIcon from '@mui/icons-material/SettingsBackupRestoreOutlined';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { SignedIn } from '../../../contract/api/auth.ts';
import { restorations } from '../../../contract/api/quarantine.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

const LOOKS = 300_000;

/**
 * A notice that the data was restored from a backup and its work is held: shown on every screen to accounts
 * that can release it.
 */
export function RestorationBanner({ me }: { me: SignedIn }) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const may =
    reachOf(me.clientAccessLevel, 'platform.release') !== undefined &&
    !me.impersonated &&
    !me.strongSignInDue;
  const { data } = useGet(restorations.get, {}, { when: may, every: () => LOOKS });
  if (!may || !data?.restoration) return null;
  return (
    <Box
      role="note"
      sx={(theme) => ({
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        px: { xs: 4, sm: 6 },
        py: 2,
        fontSize: 13,
        lineHeight: '18px',
        color: theme.vars?.palette.tone.warning.text,
        backgroundColor: theme.vars?.palette.tone.warning.ground,
        borderBottom: `1px solid ${theme.vars?.palette.tone.warning.solid}`,
      })}
    >
      <RestoreIcon sx={{ fontSize: 18, flex: 'none' }} aria-hidden="true" />
      <span>
        <b>{t('restoration.banner', { at: minute(data.restoration.backupTimestamp) })}</b>
        {` · ${t('restoration.bannerText')} `}
        <Link
          component={RouterLink}
          to="/dashboard/settings/restoration"
          color="inherit"
          underline="always"
        >
          {t('restoration.open')}
        </Link>
      </span>
    </Box>
  );
}
