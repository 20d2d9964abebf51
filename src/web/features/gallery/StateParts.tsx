import StarIcon from '@mui/icons-material/StarOutlined';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fatalError, useToast } from '../../ui/dialogs/Toasts.tsx';
import { CampaignProgress } from '../../parts/campaigns/CampaignProgress.tsx';
import { ClientAvatar } from '../../parts/clients/ClientAvatar.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { Logo } from '../../ui/theme/Logo.tsx';
import { OutcomeBar, OutcomeDot, OUTCOMES } from '../../parts/outcomes/OutcomeBar.tsx';
import { ProgressBar } from '../../ui/figures/ProgressBar.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { StepHeader } from '../../ui/fields/StepHeader.tsx';
import { SAMPLE_CAMPAIGN } from './samples.ts';
import { Row } from './Row.tsx';
import { Rows } from '../../ui/page/layout.tsx';

export function Dialogs() {
  const { t } = useTranslation();
  const toast = useToast();
  const [open, setOpen] = useState<'plain' | 'danger' | 'busy' | null>(null);
  return (
    <Row>
      {(['plain', 'danger', 'busy'] as const).map((kind) => (
        <Button
          key={kind}
          variant="outlined"
          color="inherit"
          onClick={() => setOpen(kind)}
        >{`${t('clients.block')} · ${kind}`}</Button>
      ))}
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => toast.success(t('clients.updated'))}
      >
        {t('status.SUCCESS')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => toast.error(t('unreachable'))}>
        {t('status.FAILED')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => fatalError(t('unreachable'))}>
        {t('unknownError')}
      </Button>
      <ConfirmDialog
        open={open !== null}
        title={t('clients.blockTitle', { name: SAMPLE_CAMPAIGN.clientName })}
        action={t('clients.block')}
        danger={open !== 'plain'}
        busy={open === 'busy'}
        onConfirm={() => setOpen(null)}
        onClose={() => setOpen(null)}
      >
        {t('clients.blockText')}
      </ConfirmDialog>
    </Row>
  );
}

export function Progress() {
  const { t } = useTranslation();
  const { counts, recipientCount } = SAMPLE_CAMPAIGN;
  return (
    <Rows>
      <StepHeader
        label={t('fromFile.title')}
        current={1}
        steps={[
          { label: t('fromFile.steps.recipients'), to: '#' },
          { label: t('fromFile.steps.message') },
          { label: t('fromFile.steps.review') },
        ]}
      />
      <ProgressBar
        label={t('fromFile.reading')}
        value={0.42}
        detail={t('fromFile.uploaded', { done: '1', total: '2' })}
      />
      <ProgressBar label={t('fromFile.preparing')} value={null} />
      <OutcomeBar counts={counts} total={recipientCount} label={t('campaigns.outcome')} />
      <Row>
        {OUTCOMES.map(({ outcome, tone, shade }) => (
          <Box
            component="span"
            key={outcome}
            sx={{ display: 'inline-flex', gap: 2, alignItems: 'center' }}
          >
            <OutcomeDot tone={tone} shade={shade} />
            {t(`campaigns.outcomes.${outcome}`)}
          </Box>
        ))}
      </Row>
      <CampaignProgress campaign={SAMPLE_CAMPAIGN} />
      <Skeleton width={240} />
      <Skeleton variant="rounded" height={60} />
      <Badge badgeContent={12} max={9} color="primary" sx={{ width: 40 }}>
        <StarIcon />
      </Badge>
    </Rows>
  );
}

export function States() {
  const { t } = useTranslation();
  return (
    <Rows gap={3}>
      <EmptyState
        icon={<StarIcon />}
        title={t('campaigns.empty')}
        text={t('campaigns.emptyText')}
        action={<Button variant="contained">{t('campaigns.new')}</Button>}
      />
      <ErrorState title={t('list.failed')} text={t('unreachable')} retry={() => undefined} />
    </Rows>
  );
}

export function Pictures() {
  return (
    <Row>
      <Logo />
      <Box
        sx={(theme) => ({
          p: 4,
          borderRadius: 'var(--corner)',
          color: theme.vars?.palette.primary.contrastText,
          backgroundColor: theme.vars?.palette.primary.main,
        })}
      >
        <Logo onAccent />
      </Box>
      <ClientAvatar name={SAMPLE_CAMPAIGN.clientName} profileUrl={null} />
      <ClientAvatar name="" profileUrl={null} />
      <ClientAvatar name={SAMPLE_CAMPAIGN.clientName} profileUrl={null} size={38} />
    </Row>
  );
}
