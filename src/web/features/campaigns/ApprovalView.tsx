import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { campaigns, type Campaign } from '../../../contract/api/campaigns.ts';
import { sms } from '../../../contract/api/campaign-sending.ts';
import { useGet } from '../../parts/queries.ts';
import { Section } from '../../ui/Page.tsx';
import { Rows } from '../../ui/layout.tsx';
import { PhoneFrame } from '../../ui/PhoneFrame.tsx';
import { FirstMessages } from './parts/FirstMessages.tsx';

/** The approver's view of a campaign: the reasons for approval and its first messages. */
export function ApprovalView({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data } = useGet(campaigns.examples, { campaignId: campaign.campaignId });
  // Its messages were sent one by one.
  const isSoftware = campaign.source === 'SOFTWARE';
  return (
    <>
      {campaign.approvalReasons.length > 0 && (
        <Alert severity="warning">
          <AlertTitle>{t('approval.reasons')}</AlertTitle>
          {campaign.approvalReasons.map(({ rule, found }) => (
            <Box key={rule}>{t(`approval.rule.${rule}`, { found: found ?? '' })}</Box>
          ))}
        </Alert>
      )}
      {data !== undefined && data.messages.length > 0 && (
        <Section title={t(isSoftware ? 'approval.texts' : 'approval.examples')}>
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
            <FirstMessages messages={data.messages} />
          </Rows>
        </Section>
      )}
    </>
  );
}

/** The first messages of a campaign for its owner, before any is sent, on a phone as they arrive. */
export function DraftView({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { data } = useGet(sms.fromFilePreview, { campaignId: campaign.campaignId });
  if (data === undefined || data.messages.length === 0) return null;
  return (
    <Section title={t('approval.examples')}>
      <PhoneFrame from={campaign.senderId} minHeight={240}>
        <FirstMessages messages={data.messages} />
      </PhoneFrame>
    </Section>
  );
}
