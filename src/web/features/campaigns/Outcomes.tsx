import MessagesIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { CampaignPace } from '../../parts/campaigns/CampaignPace.tsx';
import {
  doneOf,
  OutcomeBar,
  OutcomeDot,
  OUTCOMES,
  type Outcome,
} from '../../parts/outcomes/OutcomeBar.tsx';
import { Section } from '../../ui/page/Page.tsx';

/** A campaign in one glance: how far it is, its pace and the time left, and its messages by outcome. */
export function Outcomes({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const { counts, recipientCount: total } = campaign;
  // A campaign that has ended waits for nothing.
  const always = ALWAYS.filter((outcome) => outcome !== 'queued' || campaign.endTimestamp === null);
  const shown = OUTCOMES.filter(({ outcome }) => counts[outcome] > 0 || always.includes(outcome));
  const readable =
    reachOf(me.clientAccessLevel, 'messaging.read') !== undefined &&
    campaign.startTimestamp !== null;
  const label = t('campaigns.progressText', {
    done: number(doneOf(counts, total)),
    total: number(total),
  });
  return (
    <Section>
      <Box sx={AREAS}>
        <Box sx={{ gridArea: 'lead' }}>
          <Typography variant="figure" component="h2">
            {label}
          </Typography>
          <Typography color="textSecondary" sx={{ mt: 1 }}>
            <CampaignPace campaign={campaign} isMeasured />
          </Typography>
        </Box>
        {readable && (
          <Button
            variant="outlined"
            color="inherit"
            component={RouterLink}
            to={messagesOf(campaign)}
            startIcon={<MessagesIcon />}
            sx={{ gridArea: 'messages', alignSelf: 'flex-start', justifySelf: 'start' }}
          >
            {t('campaigns.viewMessages')}
          </Button>
        )}
        <Box sx={{ gridArea: 'bar' }}>
          <OutcomeBar counts={counts} total={total} label={label} height={16} />
        </Box>
        <Box sx={{ gridArea: 'tiles', containerType: 'inline-size', mt: 1 }}>
          <Box
            component="ul"
            aria-label={t('campaigns.outcomeTable')}
            sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2, ...rowsOf(shown.length) }}
          >
            {shown.map(({ outcome, tone, shade }) => (
              <Box component="li" key={outcome} sx={{ minWidth: 0 }}>
                <Tile
                  outcome={outcome}
                  tone={tone}
                  {...(shade !== undefined && { shade })}
                  count={counts[outcome]}
                  total={total}
                  {...(readable &&
                    counts[outcome] > 0 && {
                      to: `${messagesOf(campaign)}&status=${outcome.toUpperCase()}`,
                    })}
                />
              </Box>
            ))}
          </Box>
        </Box>
      </Box>
    </Section>
  );
}

/** The way to the messages stands beside the sentence, and on a phone below all that it leads away from. */
const AREAS = {
  display: 'grid',
  columnGap: 3,
  rowGap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
  gridTemplateAreas: {
    xs: '"lead" "bar" "tiles" "messages"',
    sm: '"lead messages" "bar bar" "tiles tiles"',
  },
} as const;

const TILE = 124;

/** All tiles in one row, or in two rows of about as many, or two in a row: none has a gap beside it. */
function rowsOf(count: number) {
  const half = Math.ceil(count / 2);
  const last = (columns: number) => ({
    '& > :last-child': { gridColumn: `span ${1 + ((columns - (count % columns)) % columns)}` },
  });
  const across = (columns: number) => ({
    [`@container (min-width: ${columns * TILE}px)`]: {
      gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
      ...last(columns),
    },
  });
  return {
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    ...last(2),
    ...(half > 2 && across(half)),
    ...across(count),
  };
}

/** Messages of one outcome; a link to them where there are any and the reader may see them. */
function Tile({
  outcome,
  tone,
  shade,
  count,
  total,
  to,
}: (typeof OUTCOMES)[number] & { count: number; total: number; to?: string }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  return (
    <ButtonBase
      {...(to === undefined ? { component: 'div', disabled: true } : { component: RouterLink, to })}
      sx={(theme) => ({
        width: '100%',
        height: '100%',
        p: 3,
        display: 'grid',
        justifyItems: 'start',
        justifyContent: 'start',
        alignContent: 'start',
        gap: 1,
        textAlign: 'left',
        borderRadius: 'var(--corner)',
        border: `1px solid ${theme.vars?.palette.divider}`,
        color: 'text.primary',
        '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
      })}
    >
      <Box
        component="span"
        sx={{
          display: 'inline-flex',
          alignItems: 'center',
          gap: 2,
          fontSize: 13,
          lineHeight: '18px',
          color: 'text.secondary',
        }}
      >
        <OutcomeDot tone={tone} shade={shade} />
        {t(`campaigns.outcomes.${outcome}`)}
      </Box>
      <Typography variant="h1" component="span">
        {number(count)}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {percent(total === 0 ? 0 : count / total)}
      </Typography>
    </ButtonBase>
  );
}

const ALWAYS: readonly Outcome[] = ['delivered', 'submitted', 'undeliverable', 'queued'];

const messagesOf = (campaign: Campaign) =>
  `/dashboard/campaigns/sent-messages?campaign=${campaign.campaignId}`;
