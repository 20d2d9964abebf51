/** Callbacks of providers that belong to no payment yet. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../../contract/shared/roles.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { payments } from '../../../../contract/api/payments.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { PlainList } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

type Orphan = Output<typeof payments.orphans>['orphans'][number];
export function OrphanCallbacks() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const [claiming, setClaiming] = useState<Orphan | null>(null);
  const query = useGet(payments.orphans, { pageSize: 25 });
  if (!query.data || query.data.orphans.length === 0) return null;
  const may = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  return (
    <Section title={`${t('wallet.truth.orphans')} (${number(query.data.collectionCount)})`}>
      <PlainList gap={4}>
        {query.data.orphans.map((orphan) => (
          <Box
            component="li"
            key={orphan.eventId}
            sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}
          >
            <Box sx={{ flex: '1 1 300px', minWidth: 0, overflowWrap: 'anywhere' }}>
              {[
                orphan.receipt ?? t('wallet.truth.noReceipt'),
                orphan.amount,
                orphan.phone,
                orphan.address,
              ]
                .filter(Boolean)
                .join(' · ')}{' '}
              <Time at={orphan.timestamp} />
            </Box>
            {may && orphan.checkoutId !== null && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                onClick={() => setClaiming(orphan)}
              >
                {t('wallet.truth.claim')}
              </Button>
            )}
          </Box>
        ))}
      </PlainList>
      {claiming && <ClaimDialog orphan={claiming} onClose={() => setClaiming(null)} />}
    </Section>
  );
}

/** Which payment an orphan pays: by its reference. */
function ClaimDialog({ orphan, onClose }: { orphan: Orphan; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [ref, setRef] = useState('');
  const found = useGet(
    payments.list,
    { pageSize: 1, 'filter.query': ref.trim() },
    { when: /^TU[0-9A-Z]{6,10}$/i.test(ref.trim()) },
  );
  const payment = found.data?.payments[0];
  const claim = useSend(payments.claim, {
    changes: [payments.orphans, payments.list],
    done: ({ paymentStatus }) => {
      toast.success(
        t(paymentStatus === 'COMPLETED' ? 'wallet.truth.claimed' : 'wallet.truth.claimAsked'),
      );
      onClose();
    },
    failed: () => undefined,
  });
  return (
    <Dialog
      open
      onClose={claim.isPending ? undefined : onClose}
      aria-labelledby="claim-title"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="claim-title">
        {t('wallet.truth.claimTitle', { receipt: orphan.receipt ?? '' })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {claim.error && <Alert severity="error">{messageOf(claim.error)}</Alert>}
        <TextField
          field={{ name: 'ref', value: ref, onChange: (event) => setRef(event.target.value) }}
          label={t('wallet.truth.claimRef')}
          help={t('wallet.truth.claimHelp')}
          autoFocus
          autoComplete="off"
          input={{ maxLength: 12, spellCheck: false }}
        />
        {payment && (
          <Alert severity="info">{`${payment.clientName} · ${payment.currency} ${payment.amount} · ${payment.phone}`}</Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={claim.isPending}>
          {t('common.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={!payment}
          loading={claim.isPending}
          onClick={() => {
            if (payment) claim.mutate({ eventId: orphan.eventId, purchaseId: payment.purchaseId });
          }}
        >
          {t('wallet.truth.claim')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
