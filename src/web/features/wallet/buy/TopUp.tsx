import ReminderIcon from '@mui/icons-material/NotificationsNoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { purchases } from '../../../../contract/api/purchases.ts';
import { useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { Buy } from './Buy.tsx';
import { OwnRates } from './OwnRates.tsx';
import { ReminderDialog } from './ReminderDialog.tsx';

/** Buys units by mobile money, for a number of units or a sum of money. */
export function TopUp() {
  const { t } = useTranslation();
  const offer = useGet(purchases.offer, {});
  const [reminding, setReminding] = useState(false);
  // On a phone the form comes first.
  const isWide = useMediaQuery('(min-width: 600px)');
  const reminder = (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<ReminderIcon />}
      onClick={() => setReminding(true)}
    >
      {t('wallet.reminder.button')}
    </Button>
  );
  return (
    <Page
      title={t('wallet.topUp.title')}
      purpose={t('wallet.topUp.purpose')}
      back={{ to: '/dashboard/purchases', label: t('menu.transactions') }}
      actions={isWide && reminder}
    >
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 580px) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        {offer.error && (
          <ErrorState
            title={t('wallet.topUp.failed')}
            text={messageOf(offer.error)}
            retry={() => void offer.refetch()}
          />
        )}
        {offer.isPending && <Skeleton variant="rounded" height={360} />}
        {offer.data && <Buy offer={offer.data} />}
        {!isWide && !offer.isPending && <Box>{reminder}</Box>}
        <OwnRates unitPrice={offer.data?.costPrice ?? null} />
      </Box>
      {reminding && <ReminderDialog onClose={() => setReminding(false)} />}
    </Page>
  );
}
