import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import * as z from 'zod/mini';
import { branding } from '../../../../contract/api/branding.ts';
import { brandHosts, type ProposedHost } from '../../../../contract/api/brand-hosts.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { PlainList } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

type Asked = { decision: 'release' | 'refuse'; proposed: ProposedHost };

/** Hosts of all clients that wait for proof, for the administrator who may release or refuse them. */
export function ProposedHosts() {
  const { t } = useTranslation();
  const query = useGet(brandHosts.proposed, {});
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Section title={t('settings.brand.proposed.title')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        {t('settings.brand.proposed.text')}
      </Typography>
      {query.isPending && <Skeleton variant="rounded" height={64} />}
      {query.isError && (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      )}
      {query.data?.proposedHosts.length === 0 && (
        <Typography>{t('settings.brand.proposed.none')}</Typography>
      )}
      <PlainList gap={4}>
        {query.data?.proposedHosts.map((each) => (
          <Row
            key={`${each.host} ${each.clientId}`}
            proposed={each}
            onDecide={(decision) => setAsked({ decision, proposed: each })}
          />
        ))}
      </PlainList>
      {asked?.decision === 'release' && (
        <Release proposed={asked.proposed} onClose={() => setAsked(null)} />
      )}
      {asked?.decision === 'refuse' && (
        <Refuse proposed={asked.proposed} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}

function Row({
  proposed,
  onDecide,
}: {
  proposed: ProposedHost;
  onDecide(decision: Asked['decision']): void;
}) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const { host, clientId, clientName, createTimestamp, checkResult } = proposed;
  return (
    <Box component="li" sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 220px', overflowWrap: 'anywhere' }}>
        {host}
        <Typography variant="body2" color="textSecondary">
          <Link component={RouterLink} to={`/dashboard/clients/view/${clientId}`}>
            {clientName}
          </Link>
          {`, ${minute(createTimestamp)}. `}
          {checkResult !== null && t(`settings.brand.proposed.check.${checkResult}`)}
        </Typography>
      </Box>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={t('settings.brand.proposed.releaseHost', { host, client: clientName })}
        onClick={() => onDecide('release')}
      >
        {t('settings.brand.proposed.release')}
      </Button>
      <Button
        variant="outlined"
        color="error"
        aria-label={t('settings.brand.proposed.refuseHost', { host, client: clientName })}
        onClick={() => onDecide('refuse')}
      >
        {t('settings.brand.proposed.refuse')}
      </Button>
    </Box>
  );
}

const CHANGES = [brandHosts.proposed, branding.get];

function Release({
  proposed: { host, clientId, clientName },
  onClose,
}: {
  proposed: ProposedHost;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const release = useSend(brandHosts.release, {
    changes: CHANGES,
    done: () => {
      onClose();
      toast.success(t('settings.brand.hostInForce', { host }));
    },
  });
  return (
    <ConfirmDialog
      open
      title={t('settings.brand.proposed.releaseTitle', { host })}
      action={t('settings.brand.proposed.release')}
      busy={release.isPending}
      onConfirm={() => release.mutate({ clientId, host })}
      onClose={onClose}
    >
      {t('settings.brand.proposed.releaseText', { host, client: clientName })}
    </ConfirmDialog>
  );
}

function Refuse({
  proposed: { host, clientId },
  onClose,
}: {
  proposed: ProposedHost;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields({
    rules: z.object({
      reason: z.string().check(
        z.refine((reason) => reason.trim() !== '', {
          error: t('settings.brand.proposed.reasonMissing'),
        }),
      ),
    }),
    values: { reason: '' },
  });
  const refuse = useSend(brandHosts.refuse, {
    changes: CHANGES,
    done: () => {
      onClose();
      toast.success(t('settings.brand.proposed.refused', { host }));
    },
    failed: fields.failed,
  });
  const submit = fields.submit(({ reason }) =>
    refuse.mutate({ clientId, host, reason: reason.trim() }),
  );
  return (
    <Dialog open onClose={onClose} aria-labelledby="refuse-host" maxWidth="xs" fullWidth>
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="refuse-host">
          {t('settings.brand.proposed.refuseTitle', { host })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <TextField
            {...fields.text('reason')}
            label={t('settings.brand.proposed.reason')}
            help={t('settings.brand.proposed.reasonHelp')}
            multiline
            autoFocus
            input={{ maxLength: 500 }}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={refuse.isPending}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" color="error" loading={refuse.isPending}>
            {t('settings.brand.proposed.refuse')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
