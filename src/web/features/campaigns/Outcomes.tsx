import MessagesIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe } from '../../parts/queries.ts';
import { DASH, useFormat } from '../../ui/figures.tsx';
import { doneOf, OutcomeBar, OutcomeDot, OUTCOMES, type Outcome } from '../../parts/OutcomeBar.tsx';
import { Section } from '../../ui/Page.tsx';

export function Outcomes({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { number, percent } = useFormat();
  const me = useMe();
  const { counts, recipientCount: total } = campaign;
  const readable =
    reachOf(me.clientAccessLevel, 'messaging.read') !== undefined &&
    campaign.startTimestamp !== null;
  const label = t('campaigns.progressText', {
    done: number(doneOf(counts, total)),
    total: number(total),
  });
  return (
    <Section
      title={t('campaigns.outcome')}
      flush
      action={
        readable && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            component={RouterLink}
            to={messagesOf(campaign)}
            startIcon={<MessagesIcon />}
          >
            {t('campaigns.viewMessages')}
          </Button>
        )
      }
    >
      <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 3, flexWrap: 'wrap' }}>
          <Typography variant="figure" component="p">
            {percent(total === 0 ? 0 : counts.delivered / total)}
          </Typography>
          <Typography color="textSecondary">{`${t('campaigns.outcomes.delivered')} · ${label}`}</Typography>
        </Box>
        <OutcomeBar counts={counts} total={total} label={label} height={12} />
      </Box>
      <Table aria-label={t('campaigns.outcomeTable')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('campaigns.outcome')}</TableCell>
            <TableCell align="right">{t('campaigns.count')}</TableCell>
            <TableCell align="right">{t('campaigns.share')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {OUTCOMES.filter(({ outcome }) => counts[outcome] > 0 || ALWAYS.includes(outcome)).map(
            ({ outcome, tone }) => (
              <TableRow key={outcome}>
                <TableCell>
                  <Box
                    component="span"
                    sx={{ display: 'inline-flex', alignItems: 'center', gap: 2.5 }}
                  >
                    <OutcomeDot tone={tone} />
                    {readable && counts[outcome] > 0 ? (
                      <Link
                        component={RouterLink}
                        to={`${messagesOf(campaign)}&status=${outcome.toUpperCase()}`}
                        color="inherit"
                      >
                        {t(`campaigns.outcomes.${outcome}`)}
                      </Link>
                    ) : (
                      t(`campaigns.outcomes.${outcome}`)
                    )}
                  </Box>
                </TableCell>
                <TableCell align="right">{number(counts[outcome])}</TableCell>
                <TableCell align="right" sx={{ color: 'text.secondary' }}>
                  {total === 0 ? DASH : percent(counts[outcome] / total)}
                </TableCell>
              </TableRow>
            ),
          )}
        </TableBody>
      </Table>
    </Section>
  );
}

const ALWAYS: readonly Outcome[] = ['delivered', 'submitted', 'undeliverable', 'queued'];

const messagesOf = (campaign: Campaign) =>
  `/dashboard/campaigns/sent-messages?campaign=${campaign.campaignId}`;
