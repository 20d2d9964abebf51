import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { useGet } from '../../parts/queries.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { Section } from '../../ui/Page.tsx';
import { useReason } from '../../parts/useReason.ts';
import { PlainList, Rows } from '../../ui/layout.tsx';

/** Events of a campaign, newest first. */
export function History({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  const reasonWords = useReason();
  const { data } = useGet(campaigns.history, { campaignId: campaign.campaignId }, { keep: true });
  if (data === undefined || data.events.length === 0) return null;
  return (
    <Section title={t('course.history')}>
      <PlainList component="ol">
        {data.events.map(({ kind, timestamp, actorName, reason }) => (
          <Box component="li" key={`${kind} ${timestamp}`}>
            <Box
              sx={{
                display: 'flex',
                gap: 2,
                alignItems: 'baseline',
                justifyContent: 'space-between',
              }}
            >
              <Typography variant="subtitle2" component="span">
                {t(`course.events.${kind}`)}
              </Typography>
              <Typography variant="body2" color="textSecondary" component="span">
                <Time at={timestamp} />
              </Typography>
            </Box>
            <Typography variant="body2" color="textSecondary">
              {actorName ?? t('course.platform')}
            </Typography>
            {reason !== null && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {kind === 'RESCHEDULED' ? minute(Date.parse(reason) / 1000) : reasonWords(reason)}
              </Typography>
            )}
          </Box>
        ))}
      </PlainList>
    </Section>
  );
}

/** The approver's view of a campaign: the reasons for approval and its first messages. */
export function ForDecision({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { segments } = useFormat();
  const { data } = useGet(campaigns.examples, { campaignId: campaign.campaignId });
  return (
    <>
      {campaign.approvalReasons.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>{t('course.reasons')}</AlertTitle>
          {campaign.approvalReasons.map(({ rule, found }) => (
            <Box key={rule}>{t(`course.rule.${rule}`, { found: found ?? '' })}</Box>
          ))}
        </Alert>
      )}
      {data !== undefined && data.messages.length > 0 && (
        <Section title={t('course.examples')}>
          <Rows gap={4}>
            {data.columns.length > 0 && (
              <Typography variant="body2" color="textSecondary">
                {t('course.columns', { columns: data.columns.join(', ') })}
              </Typography>
            )}
            {data.messages.map((message) => (
              <MessageBubble
                key={message.destination}
                from={message.destination}
                note={segments(message.segments)}
              >
                {message.text}
              </MessageBubble>
            ))}
          </Rows>
        </Section>
      )}
    </>
  );
}
