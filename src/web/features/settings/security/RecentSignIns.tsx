import SignInIcon from '@mui/icons-material/LoginOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { auth, type RecentSignIn } from '../../../../contract/api/auth.ts';
import { useGet } from '../../../parts/queries.ts';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { Time } from '../../../ui/figures/figures.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { useDeviceName } from './useDeviceName.ts';

/** Sign-ins to the account, refused ones included; hidden from accounts that act for it. */
export function RecentSignIns() {
  const { t } = useTranslation();
  const deviceName = useDeviceName();
  const list = useListAddress('signIns.');
  const query = useGet(
    auth.signIns,
    { pageSize: list.pageSize, pageToken: list.token },
    { keep: true, anew: true },
  );
  const columns: Column<RecentSignIn>[] = [
    {
      key: 'outcome',
      label: t('settings.signIns.outcome'),
      onPhone: 'amount',
      cell: (signIn) => <Outcome signIn={signIn} />,
      value: ({ outcome, isNewPlace }) =>
        t(`settings.signIns.outcomes.${outcome}`) +
        (isNewPlace ? `, ${t('settings.signIns.newPlace')}` : ''),
    },
    {
      key: 'way',
      label: t('settings.signIns.way'),
      from: 640,
      cell: ({ way }) => t(`settings.signIns.ways.${way}`),
    },
    {
      key: 'address',
      label: t('settings.sessions.address'),
      cell: ({ address }) => address,
      onPhone: 'line',
    },
    {
      key: 'when',
      label: t('settings.signIns.when'),
      figure: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
      onPhone: 'line',
    },
  ];
  return (
    <Box component="section" aria-labelledby="recent-sign-ins">
      <Typography id="recent-sign-ins" variant="h2">
        {t('settings.signIns.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {t('settings.signIns.purpose')}
      </Typography>
      <DataTable
        label={t('settings.signIns.title')}
        query={query}
        rowsOf={(page) => page.signIns}
        keyOf={({ signInId }) => signInId}
        list={list}
        filters={[]}
        bareUpTo={10}
        nameLabel={t('settings.sessions.name')}
        name={({ userAgent }) => ({ text: deviceName(userAgent) })}
        columns={columns}
        empty={
          <EmptyState
            icon={<SignInIcon />}
            title={t('settings.signIns.empty')}
            text={t('settings.signIns.emptyText')}
          />
        }
      />
    </Box>
  );
}

function Outcome({ signIn: { outcome, isNewPlace } }: { signIn: RecentSignIn }) {
  const { t } = useTranslation();
  return (
    <span>
      <Box component="span" sx={outcome === 'REFUSED' ? { color: 'error.main' } : {}}>
        {t(`settings.signIns.outcomes.${outcome}`)}
      </Box>
      {isNewPlace && (
        <Box component="span" sx={{ color: 'warning.main', fontWeight: 550, ml: 1 }}>
          {t('settings.signIns.newPlace')}
        </Box>
      )}
    </span>
  );
}
