import UploadIcon from '@mui/icons-material/UploadFileOutlined';
import SendIcon from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { dashboard } from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useNow } from '../../ui/figures.tsx';
import { Page } from '../../ui/Page.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { CampaignsCard } from './CampaignsCard.tsx';
import { Charts } from './Charts.tsx';
import { Figures } from './Figures.tsx';
import { FirstSteps, FirstStepsSkeleton } from './FirstSteps.tsx';

const EVERY = 30_000;
/** An account so young has its first steps before it, most likely: their room is kept while they are on their way. */
const YOUNG_SECONDS = 14 * 86_400;

/** Home: matters that need attention, today's figures, running campaigns, and recent messages. */
export function Dashboard() {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const role = me.clientAccessLevel;
  const sends = reachOf(role, 'messaging.send') !== undefined;
  const query = useGet(dashboard.get, {}, { every: () => EVERY, anew: true });
  // The server tells no steps once they are hidden; they stay on this page until it is left, so that they can be shown again.
  const told = query.data?.firstSteps ?? null;
  const [kept, keep] = useState(told);
  if (told !== null && told !== kept) keep(told);
  const steps = told ?? kept;
  const starts = steps?.some(({ step, done }) => step === 'CAMPAIGN' && !done) ?? false;
  const young =
    query.data === undefined &&
    !query.isError &&
    sends &&
    role !== 'ADMINISTRATOR' &&
    now - me.createTimestamp < YOUNG_SECONDS;
  const attention = <AttentionCard query={query} />;
  return (
    <Page
      title={t('dashboard.title')}
      purpose={t('dashboard.hello', { name: me.clientName })}
      actions={
        sends && (
          <>
            <Button
              variant="outlined"
              color="inherit"
              component={RouterLink}
              to="/dashboard/campaigns/from-file"
              startIcon={<UploadIcon />}
            >
              {t('dashboard.fromFile')}
            </Button>
            <Button
              variant="contained"
              component={RouterLink}
              to="/dashboard/campaigns/send-sms"
              startIcon={<SendIcon />}
            >
              {t('dashboard.send')}
            </Button>
          </>
        )
      }
    >
      <Box sx={{ display: 'grid', gap: { xs: 4, sm: 5 }, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {steps && <FirstSteps steps={steps} />}
        {young && <FirstStepsSkeleton />}
        {/* Approvers see their queue first. */}
        {role === 'EBU_APPROVER' && attention}
        <Figures
          stock={query.data?.stock}
          approvals={
            role === 'EBU_APPROVER'
              ? (query.data?.attention.find(({ kind }) => kind === 'CAMPAIGN_APPROVAL') ??
                (query.data && null))
              : undefined
          }
        />
        <Box
          sx={{
            display: 'grid',
            gap: { xs: 4, sm: 5 },
            gridTemplateColumns: {
              xs: 'minmax(0, 1fr)',
              lg: role === 'EBU_APPROVER' ? 'minmax(0, 1fr)' : 'repeat(2, minmax(0, 1fr))',
            },
            alignItems: 'start',
          }}
        >
          {role !== 'EBU_APPROVER' && attention}
          <CampaignsCard scheduled={query.data?.scheduled} />
        </Box>
        {(query.data !== undefined || query.isError) && !starts && <Charts />}
      </Box>
    </Page>
  );
}
