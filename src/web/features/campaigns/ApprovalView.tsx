import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { placeholders } from '../../../contract/shared/template.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { useGet } from '../../parts/queries.ts';
import { Section } from '../../ui/page/Page.tsx';
import { Rows } from '../../ui/page/layout.tsx';
import { PhoneFrame } from '../../ui/figures/PhoneFrame.tsx';
import { FirstMessages } from './parts/FirstMessages.tsx';

/** The decision that is asked for, and its reasons. */
export function DecisionNote({ campaign: { approvalReasons } }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const [first, ...others] = approvalReasons.map(({ rule, found }) =>
    t(`approval.rule.${rule}`, { found: found ?? '' }),
  );
  return (
    <Alert severity="warning">
      <AlertTitle>{t('campaigns.waitingForYou')}</AlertTitle>
      {first !== undefined && `${t('approval.reasons')}: ${first}`}
      {others.map((reason) => (
        <Box key={reason}>{reason}</Box>
      ))}
    </Alert>
  );
}

/** The messages of a campaign whose text has no placeholders: all have the same. */
const countAlike = ({ text, source, recipientCount }: Campaign): number | undefined =>
  source !== 'SOFTWARE' && placeholders(text).length === 0 ? recipientCount : undefined;

/** The approver's view of a campaign: its first messages. */
export function ApprovalView({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data } = useGet(campaigns.examples, { campaignId: campaign.campaignId });
  // Its messages were sent one by one.
  const isSoftware = campaign.source === 'SOFTWARE';
  if (data === undefined || data.messages.length === 0) return null;
  return (
    <Section
      title={t(
        isSoftware
          ? 'approval.texts'
          : countAlike(campaign) === undefined
            ? 'approval.examples'
            : 'campaigns.text',
      )}
    >
      <Rows gap={4}>
        {isSoftware && (
          <Typography variant="body2" color="textSecondary">
            {t('approval.textsText')}
          </Typography>
        )}
        {data.columns.length > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('approval.columns', { columns: data.columns.join(', ') })}
          </Typography>
        )}
        <FirstMessages messages={data.messages} all={countAlike(campaign)} />
      </Rows>
    </Section>
  );
}

/** True where the first messages show a text without placeholders, which the phone would only repeat. */
export function useSaysText(
  campaign: Campaign,
  { decides, isDraft }: { decides: boolean; isDraft: boolean },
): boolean {
  const { campaignId, source, text } = campaign;
  const examples = useGet(campaigns.examples, { campaignId }, { when: decides });
  const preview = useGet(sms.fromFilePreview, { campaignId }, { when: isDraft });
  const { data, isPending } = decides ? examples : preview;
  return (
    (decides || isDraft) &&
    source !== 'SOFTWARE' &&
    placeholders(text).length === 0 &&
    // The phone does not come and go while they load.
    (isPending || (data !== undefined && data.messages.length > 0))
  );
}

/** The first messages of a campaign for its owner, before any is sent, on a phone as they arrive. */
export function DraftView({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data } = useGet(sms.fromFilePreview, { campaignId: campaign.campaignId });
  if (data === undefined || data.messages.length === 0) return null;
  const all = countAlike(campaign);
  return (
    <Section title={t(all === undefined ? 'approval.examples' : 'campaigns.text')}>
      <PhoneFrame from={campaign.senderId} minHeight={240}>
        <FirstMessages messages={data.messages} all={all} />
      </PhoneFrame>
    </Section>
  );
}
