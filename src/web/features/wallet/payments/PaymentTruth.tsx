import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import Button from '@mui/material/Button';
import { payments } from '../../../../contract/api/payments.ts';
import { LIVE, useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Page, Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Rows, SideScroll } from '../../../ui/page/layout.tsx';

const KINDS = [
  'PUSH',
  'PUSH_ANSWER',
  'CALLBACK',
  'MISMATCH',
  'ORPHAN',
  'ASK',
  'CLAIMED',
  'CREDITED',
  'RELEASED',
] as const;

/** One payment as it really went: each call, each callback, each entry of the ledger. */
export function PaymentTruth() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { purchaseId = '' } = useParams();
  const query = useGet(
    payments.events,
    { purchaseId },
    { every: (latest) => (latest?.payment.paymentStatus === 'PENDING' ? LIVE * 2 : false) },
  );
  const back = { to: '/dashboard/purchases/payments', label: t('wallet.truth.title') };
  const title = query.data
    ? t('wallet.truth.one', { ref: query.data.payment.ref })
    : t('wallet.truth.title');
  if (query.error && !query.data)
    return (
      <Page title={title} back={back}>
        <ErrorState
          title={t('wallet.payment.notFound')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      </Page>
    );
  if (!query.data)
    return (
      <Page title={title} back={back}>
        <Skeleton variant="rounded" height={300} />
      </Page>
    );
  const { payment, events, entries } = query.data;
  const kindWord = (kind: string) => {
    const known = KINDS.find((each) => each === kind);
    return known ? t(`wallet.truth.kinds.${known}`) : kind;
  };
  return (
    <Page
      title={title}
      purpose={`${payment.clientName} · ${payment.currency} ${payment.amount} · ${payment.phone}`}
      back={back}
      aside={<StatusChip status={payment.paymentStatus} />}
      actions={
        <Button
          variant="outlined"
          color="inherit"
          component={Link}
          to={`/dashboard/purchases/topup/${purchaseId}`}
        >
          {t('wallet.truth.asPayer')}
        </Button>
      }
    >
      <Rows isFluid>
        <Section title={t('wallet.truth.events')}>
          {events.length === 0 && (
            <Typography color="textSecondary">{t('wallet.truth.noEvents')}</Typography>
          )}
          <Rows gap={3}>
            {events.map((event) => (
              <Box key={event.eventId}>
                <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                  <Moment at={event.timestamp} />
                  {event.address === null ? '' : ` · ${event.address}`}
                </Typography>
                <Folded title={kindWord(event.kind)}>
                  <Box
                    component="pre"
                    tabIndex={0}
                    sx={{ m: 0, overflow: 'auto', fontSize: 12, lineHeight: '18px' }}
                  >
                    {event.facts}
                  </Box>
                </Folded>
              </Box>
            ))}
          </Rows>
        </Section>
        <Section title={t('wallet.truth.entries')} flush>
          {entries.length === 0 ? (
            <Typography color="textSecondary" sx={{ p: 5 }}>
              {t('wallet.truth.noEntries')}
            </Typography>
          ) : (
            <SideScroll>
              <Table aria-label={t('wallet.truth.entries')}>
                <TableHead>
                  <TableRow>
                    <TableCell>{t('wallet.type')}</TableCell>
                    <TableCell>{t('wallet.client')}</TableCell>
                    <TableCell>{t('wallet.truth.account')}</TableCell>
                    <TableCell align="right">{t('wallet.units')}</TableCell>
                    <TableCell align="right">{t('wallet.when')}</TableCell>
                  </TableRow>
                </TableHead>
                <TableBody>
                  {entries.map((entry) => (
                    <TableRow key={`${entry.transferId} ${entry.account} ${entry.clientName}`}>
                      <TableCell>{t(`wallet.truth.transfers.${entry.type}`)}</TableCell>
                      <TableCell>{entry.clientName}</TableCell>
                      <TableCell>{t(`wallet.truth.accounts.${entry.account}`)}</TableCell>
                      <TableCell align="right">{number(entry.units)}</TableCell>
                      <TableCell align="right">
                        <Moment at={entry.timestamp} />
                      </TableCell>
                    </TableRow>
                  ))}
                </TableBody>
              </Table>
            </SideScroll>
          )}
        </Section>
      </Rows>
    </Page>
  );
}
