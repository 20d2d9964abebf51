import PaidIcon from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { senders, type SenderDetail } from '../../../contract/api/senders.ts';
import { payments } from '../../../contract/api/payments.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Page, Section } from '../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { senderAddress } from './columns.tsx';
import { NotReadyText } from './NotReadyText.tsx';
import { SENDER_CHANGES } from './useSenderActions.tsx';
import { PlainList, Rows } from '../../ui/page/layout.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

/** Pays the fee of a sender ID by mobile money; without one in the address, the list of unpaid fees. */
export function PayFee() {
  const [parameters] = useSearchParams();
  const senderIdId = parameters.get('senderId');
  return senderIdId === null ? <Choose /> : <One senderIdId={senderIdId} />;
}

function Choose() {
  const { t } = useTranslation();
  const { country: countryName, money } = useFormat();
  const me = useMe();
  const list = useGet(senders.list, {
    pageSize: 200,
    'filter.status': ['DOCUMENTS_APPROVED'],
    'filter.client_ids': [me.clientId],
  });
  const due = list.data?.senderIds.filter(({ paymentStatus }) => paymentStatus === 'UNPAID');
  return (
    <Page
      title={t('senders.pay.choose')}
      purpose={due?.length === 0 ? undefined : t('senders.pay.chooseText')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <Section>
        {list.error && (
          <ErrorState
            title={t('list.failed')}
            text={messageOf(list.error)}
            retry={() => void list.refetch()}
          />
        )}
        {list.isPending && <Skeleton variant="rounded" height={120} />}
        {due?.length === 0 && (
          <>
            <EmptyState
              icon={<PaidIcon />}
              title={t('senders.pay.none')}
              text={t('senders.pay.noneText')}
            />
            <Box
              sx={(theme) => ({
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                gap: 4,
                pt: 4,
                borderTop: `1px solid ${theme.vars?.palette.divider}`,
              })}
            >
              <Typography variant="body2" component="p" sx={{ flex: '1 1 240px', minWidth: 0 }}>
                <NotReadyText own />
              </Typography>
              <Button
                variant="outlined"
                color="inherit"
                component={RouterLink}
                to="/dashboard/sender-ids"
              >
                {t('senders.pay.see')}
              </Button>
            </Box>
          </>
        )}
        {due && due.length > 0 && (
          <PlainList gap={0}>
            {due.map(({ senderIdId, senderId, country, statusTimestamp, fee, currency }) => (
              <Box
                component="li"
                key={senderIdId}
                sx={(theme) => ({
                  display: 'flex',
                  flexWrap: 'wrap',
                  alignItems: 'center',
                  columnGap: 4,
                  rowGap: 2,
                  py: 3,
                  '& + &': { borderTop: `1px solid ${theme.vars?.palette.divider}` },
                })}
              >
                <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                  <Link component={RouterLink} to={senderAddress(senderIdId)}>
                    {senderId}
                  </Link>
                  <Typography variant="body2" component="p" color="textSecondary">
                    {countryName(country)}
                    {' · '}
                    {t('status.DOCUMENTS_APPROVED')} <Time at={statusTimestamp} />
                  </Typography>
                </Box>
                <Button
                  variant="contained"
                  component={RouterLink}
                  to={`?senderId=${senderIdId}`}
                  aria-label={`${t('senders.pay.button', { fee: money(fee ?? '0', currency ?? 'KES') })}: ${senderId}`}
                >
                  {t('senders.pay.button', { fee: money(fee ?? '0', currency ?? 'KES') })}
                </Button>
              </Box>
            ))}
          </PlainList>
        )}
      </Section>
    </Page>
  );
}

function One({ senderIdId }: { senderIdId: string }) {
  const { t } = useTranslation();
  const query = useGet(senders.get, { senderIdId });
  const back = { to: senderAddress(senderIdId), label: query.data?.senderId ?? t('senders.back') };
  return (
    <Page
      title={t('senders.pay.title')}
      purpose={query.data && t('senders.pay.purpose', { name: query.data.senderId })}
      back={back}
    >
      <Box sx={{ maxWidth: 560 }}>
        <Section>
          {query.error && (
            <ErrorState
              title={t('senders.notFound')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          )}
          {query.isPending && <Skeleton variant="rounded" height={200} />}
          {query.data &&
            (query.data.status === 'DOCUMENTS_APPROVED' && query.data.paymentStatus === 'UNPAID' ? (
              <Pay sender={query.data} />
            ) : (
              <EmptyState
                icon={<PaidIcon />}
                title={t('senders.pay.nothing')}
                text={t('senders.pay.nothingText')}
              />
            ))}
        </Section>
      </Box>
    </Page>
  );
}

function Pay({ sender }: { sender: SenderDetail }) {
  const { t } = useTranslation();
  const me = useMe();
  const offer = useGet(purchases.offer, {});
  if (me.impersonated)
    return <Alert severity="info">{t('acting.pay', { name: me.clientName })}</Alert>;
  // Without an offer the fee can be paid as well: the number is typed.
  if (!offer.data && !offer.error) return <Skeleton height={120} />;
  return <PayForm sender={sender} phone={offer.data?.phone ?? ''} />;
}

function PayForm({ sender, phone: known }: { sender: SenderDetail; phone: string }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const toast = useToast();
  const leadOn = useLeadOn();
  const fields = useFields({
    rules: z.object({
      phone: z
        .string()
        .check(z.refine((phone) => phone.trim() !== '', { error: t('senders.pay.phoneMissing') })),
    }),
    values: { phone: known },
  });
  const push = useSend(payments.sendStk, {
    changes: [purchases.list, ...SENDER_CHANGES],
    failed: fields.failed,
    done: ({ purchaseId }) => {
      toast.success(t('wallet.topUp.sent'));
      leadOn(`/dashboard/purchases/topup/${purchaseId}`);
    },
  });
  const fee = money(sender.fee ?? '0', sender.currency ?? 'KES');
  const submit = fields.submit(({ phone }) =>
    push.mutate({ senderIdId: sender.senderIdId, phone: phone.trim() }),
  );
  return (
    <Rows component="form" noValidate onSubmit={submit}>
      {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
      <Facts
        rows={[
          [t('senders.name'), sender.senderId],
          [t('senders.fee'), fee],
        ]}
      />
      <TextField
        {...fields.text('phone')}
        label={t('senders.pay.phone')}
        help={t('senders.pay.phoneHelp')}
        type="tel"
        autoComplete="tel"
        input={{ maxLength: 40 }}
      />
      <Box>
        <Button type="submit" variant="contained" size="large" loading={push.isPending}>
          {t('senders.pay.button', { fee })}
        </Button>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {t('wallet.topUp.next')}
        </Typography>
      </Box>
    </Rows>
  );
}
