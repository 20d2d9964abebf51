import InvoiceIcon from '@mui/icons-material/DescriptionOutlined';
import ReceiptIcon from '@mui/icons-material/ReceiptLongOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { auth } from '../../../../contract/api/auth.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { invoices } from '../../../../contract/api/invoices.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { LIVE, queries, useGet, useMe, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { DownloadButton } from '../../../ui/figures/DownloadButton.tsx';
import { DASH, Moment, useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Page, Section } from '../../../ui/page/Page.tsx';
import { ProgressBar } from '../../../ui/figures/ProgressBar.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { paymentActions } from './paymentActions.ts';

/** One payment, followed to its end. */
export function PaymentPage() {
  const { t } = useTranslation();
  const { purchaseId = '' } = useParams();
  const payment = useGet(
    purchases.get,
    { purchaseId },
    { every: (latest) => (latest?.paymentStatus === 'PENDING' ? LIVE : false) },
  );
  const status = payment.data?.paymentStatus;
  useEffect(() => {
    if (status === 'COMPLETED') void queries.invalidateQueries({ queryKey: [auth.me.path] });
  }, [status]);
  const back = { to: '/dashboard/purchases', label: t('menu.transactions') };
  if (payment.error && !payment.data) {
    const gone = payment.error instanceof CallError && payment.error.status === 404;
    return (
      <Page title={t('wallet.payment.title')} back={back}>
        <ErrorState
          title={gone ? t('wallet.payment.notFound') : t('dashboard.failed')}
          text={gone ? t('messages.notFoundText') : messageOf(payment.error)}
          retry={gone ? undefined : () => void payment.refetch()}
        />
      </Page>
    );
  }
  return (
    <Page
      title={t('wallet.payment.title')}
      back={back}
      aside={payment.data && <StatusChip status={payment.data.paymentStatus} />}
    >
      {payment.data ? (
        <Shown payment={payment.data} />
      ) : (
        <Skeleton variant="rounded" height={260} />
      )}
    </Page>
  );
}

function Shown({ payment }: { payment: Output<typeof purchases.get> }) {
  const { t } = useTranslation();
  const { number, units, money } = useFormat();
  const me = useMe();
  const sync = useSend(purchases.retrySync, { changes: [purchases.get, purchases.list, auth.me] });
  const { paymentStatus, step, reason } = payment;
  const { maySync, mayBuyAgain } = paymentActions(me, payment);
  // Units that one has just bought are for messages.
  const maySend =
    payment.units > 0 &&
    payment.clientId === me.clientId &&
    reachOf(me.clientAccessLevel, 'messaging.send') !== undefined;
  const again = `/dashboard/purchases/topup?units=${payment.units}`;
  return (
    <Rows isFluid>
      {paymentStatus === 'PENDING' && (
        <Section>
          <Rows role="status" gap={4}>
            <Alert severity="info">
              <AlertTitle>{t(`wallet.steps.${step}`)}</AlertTitle>
              {t(`wallet.stepTexts.${step}`, { phone: payment.phone })}
            </Alert>
            <ProgressBar label={t(`wallet.steps.${step}`)} value={null} />
            <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
              {maySync && (
                <Button
                  variant="outlined"
                  color="inherit"
                  loading={sync.isPending}
                  onClick={() => sync.mutate({ purchaseId: payment.purchaseId })}
                >
                  {t('wallet.payment.sync')}
                </Button>
              )}
            </Box>
          </Rows>
        </Section>
      )}
      {paymentStatus === 'COMPLETED' && (
        <Alert
          severity="success"
          action={
            maySend && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                component={Link}
                to="/dashboard/campaigns/send-sms"
                sx={{ whiteSpace: 'nowrap' }}
              >
                {t('menu.sendSms')}
              </Button>
            )
          }
        >
          <AlertTitle>
            {t('wallet.payment.paid', { amount: money(payment.amount, payment.currency) })}
          </AlertTitle>
          {payment.units > 0
            ? t('wallet.payment.credited', { units: units(payment.units) })
            : t('wallet.payment.feePaid')}
        </Alert>
      )}
      {(paymentStatus === 'FAILED' || paymentStatus === 'CANCELED') && (
        <Alert
          severity={paymentStatus === 'FAILED' ? 'error' : 'warning'}
          action={
            mayBuyAgain && (
              <Button size="small" variant="outlined" color="inherit" component={Link} to={again}>
                {t('wallet.payment.again')}
              </Button>
            )
          }
        >
          <AlertTitle>{t('wallet.payment.notPaid')}</AlertTitle>
          {reason === null ? '' : t(`wallet.reasons.${reason}`)}
        </Alert>
      )}
      <Section title={t('messages.facts')}>
        <Facts
          isPaired
          rows={[
            [
              t('wallet.ref'),
              <Box key="ref" component="span">
                {payment.ref} <CopyButton value={payment.ref} name={t('wallet.ref')} />
              </Box>,
            ],
            [t('wallet.when'), <Moment key="at" at={payment.createTimestamp} />],
            [t('wallet.amount'), money(payment.amount, payment.currency)],
            payment.units > 0 ? [t('wallet.units'), number(payment.units)] : null,
            payment.balanceAfter === null ? null : [t('wallet.after'), units(payment.balanceAfter)],
            payment.costPrice === null
              ? null
              : [t('wallet.unitPrice'), money(payment.costPrice, payment.currency)],
            [t('wallet.phone'), payment.phone],
            [t('wallet.payment.code'), payment.receipt ?? DASH],
            // The payer of an own payment is the reader.
            payment.clientId === me.clientId ? null : [t('wallet.client'), payment.clientName],
          ]}
        />
        <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', mt: 5 }}>
          {paymentStatus === 'COMPLETED' && (
            <DownloadButton
              endpoint={purchases.receipt}
              input={{ purchaseId: payment.purchaseId }}
              fallbackName={`${payment.ref}.pdf`}
              icon={<ReceiptIcon />}
            >
              {t('wallet.payment.receipt')}
            </DownloadButton>
          )}
          {payment.invoiceId !== null && (
            <DownloadButton
              endpoint={invoices.pdf}
              input={{ invoiceId: payment.invoiceId }}
              fallbackName="invoice.pdf"
              icon={<InvoiceIcon />}
            >
              {t('wallet.payment.invoice')}
            </DownloadButton>
          )}
        </Box>
      </Section>
    </Rows>
  );
}
