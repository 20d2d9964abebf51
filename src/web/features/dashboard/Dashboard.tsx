import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { campaigns } from '../../../contract/api/campaigns.ts';
import { dashboard } from '../../../contract/api/dashboard.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { reachOf, type Role } from '../../../contract/shared/roles.ts';
import { messageOf } from '../../api/call.ts';
import { useGet, useMe } from '../../parts/queries.ts';
import { useNow } from '../../ui/figures/figures.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { CampaignsCard, useRecentCampaigns } from './CampaignsCard.tsx';
import { ClientWatch } from './ClientWatch.tsx';
import { FirstSteps, FirstStepsSkeleton } from './FirstSteps.tsx';
import { HomeActions } from './HomeActions.tsx';
import { EVERY } from './links.ts';
import { Messages } from './Messages.tsx';
import { Rankings } from './Rankings.tsx';
import { MessageTiles } from './tiles/MessageTiles.tsx';
import { SellerTiles } from './tiles/SellerTiles.tsx';

// A screen of administrators alone.
const HealthStrip = lazy(async () => ({
  default: (await import('./HealthStrip.tsx')).HealthStrip,
}));

// One line, and on a phone the words above the button.
const healthWaits = (
  <Skeleton
    variant="rounded"
    sx={{ height: { xs: 104, sm: 56 }, borderRadius: 'var(--corner-card)' }}
  />
);

const ATTENTION_EVERY = 30_000;
const APPROVALS_SHOWN = 5;
const APPROVALS_EVERY = 15_000;
/** An account so young has its first steps before it, most likely: their room is kept while they load. */
const YOUNG_SECONDS = 14 * 86_400;

/** Roles whose clients are theirs to look after; the platform's staff have lists for that. */
const OVERSEES: readonly Role[] = ['RESELLER', 'COMPANY'];

/** Home: today in figures and as a picture, matters that need attention, running campaigns, and the last days. */
export function Dashboard() {
  const { t } = useTranslation();
  const me = useMe();
  const now = useNow();
  const role = me.clientAccessLevel;
  const sends = reachOf(role, 'messaging.send') !== undefined;
  const query = useGet(dashboard.get, {}, { every: () => ATTENTION_EVERY, anew: true });
  // Hidden steps are not in the answer; they stay on this page until it is left, so that they can be shown again.
  const told = query.data?.firstSteps ?? null;
  const [kept, keep] = useState(told);
  if (told !== null && told !== kept) keep(told);
  const [hidden, setHidden] = useState(false);
  // Steps that are all done leave at once.
  const steps = told ?? (hidden ? kept : null);
  const starts =
    query.data?.hasClients !== true &&
    (steps?.some(({ step, done }) => step === 'CAMPAIGN' && !done) ?? false);
  const young =
    query.data === undefined &&
    !query.isError &&
    sends &&
    role !== 'ADMINISTRATOR' &&
    now - me.createTimestamp < YOUNG_SECONDS;
  const figures = useGet(dashboard.figures, {}, { when: !starts, every: () => EVERY, anew: true });
  const oversees = OVERSEES.includes(role) && (figures.data?.clients ?? 0) > 0;
  const below = useGet(
    dashboard.clients,
    {},
    { when: !starts && (role === 'RESELLER' || oversees), every: () => EVERY, anew: true },
  );
  const isApprover = role === 'EBU_APPROVER';
  const approvals = useGet(
    campaigns.approvals,
    { pageSize: APPROVALS_SHOWN, pageToken: '' },
    { when: isApprover, every: () => APPROVALS_EVERY },
  );
  // An approver's campaigns are those in the queue above.
  const recent = useRecentCampaigns({ when: !isApprover });
  const hasQueue = isKnown(query) && (!isApprover || isKnown(approvals));
  const hasToday = hasQueue && (starts || (isKnown(figures) && (!oversees || isKnown(below))));
  // "All caught up" would be said of an account that has neither units nor a sender ID.
  const isQuietStart = starts && query.data?.attention.length === 0;
  const attention = (
    <AttentionCard
      query={query}
      approvals={approvals.data}
      low={below.data?.low}
      isReady={hasQueue}
    />
  );
  return (
    <Page
      title={t('dashboard.title')}
      actions={
        sends && (
          // Most resellers have clients, so the button does not change under the pointer.
          <HomeActions hasClients={query.data?.hasClients ?? true} />
        )
      }
    >
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {role === 'ADMINISTRATOR' && (
          <Suspense fallback={healthWaits}>
            <HealthStrip waiting={healthWaits} />
          </Suspense>
        )}
        {steps && <FirstSteps steps={steps} hidden={hidden} onHidden={setHidden} />}
        {young && <FirstStepsSkeleton />}
        {/* Approvers see their queue first. */}
        {isApprover && attention}
        <Held until={isApprover ? hasQueue : !young}>
          {/* Until the first campaign there is nothing to count: the steps are the page. */}
          {starts ? (
            !isQuietStart && attention
          ) : (
            <Today
              answer={query.data}
              figures={figures}
              watch={below.data}
              oversees={oversees}
              attention={isApprover ? null : attention}
              isAnswered={hasToday}
            />
          )}
        </Held>
        {!isApprover && (
          <Held until={hasToday}>
            <CampaignsCard
              recent={recent}
              scheduled={query.data?.scheduled ?? (query.isError ? [] : undefined)}
            />
          </Held>
        )}
        {!starts && figures.data && (
          <Held until={hasToday && (isApprover || recent.isKnown)} isLast>
            <Rankings figures={figures.data} />
          </Held>
        )}
      </Box>
    </Page>
  );
}

const isKnown = ({ data, isError }: { data: unknown; isError: boolean }) =>
  data !== undefined || isError;

/**
 * A part below others whose height is not known yet. It loads at once and shows when they stand, so that nobody sees it
 * move.
 */
function Held({
  until,
  isLast = false,
  children,
}: {
  until: boolean;
  isLast?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <Box sx={{ display: until ? 'contents' : 'none' }}>{children}</Box>
      {!until && !isLast && (
        <Skeleton variant="rounded" height={230} sx={{ borderRadius: 'var(--corner-card)' }} />
      )}
    </>
  );
}

/** Today's figures with the days before them, and the clients of an account that has some. */
function Today({
  answer,
  figures,
  watch,
  oversees,
  attention,
  isAnswered,
}: {
  answer: Output<typeof dashboard.get> | undefined;
  figures: UseQueryResult<Output<typeof dashboard.figures>, Error>;
  watch: Output<typeof dashboard.clients> | undefined;
  oversees: boolean;
  attention: ReactNode;
  isAnswered: boolean;
}) {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const isWide = useMediaQuery('(min-width: 1224px)');
  const stock = answer?.stock;
  if (figures.data === undefined && figures.isError)
    return (
      <Section>
        <ErrorState
          title={t('dashboard.failed')}
          text={messageOf(figures.error)}
          retry={() => void figures.refetch()}
        />
      </Section>
    );
  const matters = attention && (
    <Box key="matters" sx={{ display: 'grid' }}>
      {attention}
    </Box>
  );
  // On a narrow screen the picture is below the matters, for the keyboard too, and shows when their number is known.
  const picture = (
    <Box
      key="picture"
      sx={{
        display: { xs: attention && !isAnswered ? 'none' : 'grid', lg: 'grid' },
        gridTemplateColumns: 'minmax(0, 1fr)',
      }}
    >
      <Messages query={figures} />
    </Box>
  );
  return (
    <>
      {role === 'RESELLER' ? (
        <SellerTiles figures={figures.data} sales={watch?.sales} stock={stock} />
      ) : (
        <MessageTiles figures={figures.data} stock={stock} />
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 4,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: attention ? 'minmax(0, 2fr) minmax(0, 1fr)' : 'minmax(0, 1fr)',
          },
        }}
      >
        {isWide ? [picture, matters] : [matters, picture]}
      </Box>
      {oversees && watch && <ClientWatch watch={watch} />}
    </>
  );
}
