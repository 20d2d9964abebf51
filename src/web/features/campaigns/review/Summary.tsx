/** The summary of a prepared campaign. */
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Campaign } from '../../../../contract/api/campaigns.ts';
import type { CampaignSummary } from '../../../../contract/api/campaign-summary.ts';
import { formatTimestamp } from '../../../../contract/shared/dates.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { useRefusal } from '../../../parts/outcomes/useReason.ts';
import { RefusedRows } from './RefusedRows.tsx';
import { splitReasons, sumOf } from './reasons.ts';
import { Total } from './Total.tsx';
import { SummaryLines } from './SummaryLines.tsx';

export function Summary({
  summary,
  campaign,
  short,
  fromFile,
}: {
  summary: CampaignSummary;
  campaign: Campaign;
  short: boolean;
  fromFile: boolean;
}) {
  const { t, i18n } = useTranslation();
  const { timezone } = useMe();
  const { number, units } = useFormat();
  const refusal = useRefusal();
  const { lookalikes } = summary;
  // A file of numbers that were typed twice would tell their writer nothing.
  const listed = summary.rows - summary.valid - (fromFile ? 0 : summary.duplicate);
  const { wrongNumbers, others } = splitReasons(summary.reasons);
  const said = (reasons: CampaignSummary['reasons']) =>
    reasons.length === 0
      ? undefined
      : reasons.map((one) => `${refusal(one.reason)} ${number(one.count)}`).join(' · ');

  return (
    <Section title={t('fromFile.summary')} flush>
      <Box
        sx={{
          px: { xs: 4, sm: 5 },
          pb: 4,
          display: { xs: 'flex', sm: 'grid' },
          flexWrap: 'wrap',
          gridTemplateColumns: 'repeat(3, auto)',
          gap: 4,
        }}
      >
        <Total name={t('fromFile.willSend')} value={number(summary.valid)} />
        <Total name={t('fromFile.cost')} value={units(summary.units)} />
        <Total
          name={t('fromFile.balanceAfter')}
          value={number(summary.balanceAfter)}
          tone={short ? 'error.main' : undefined}
        />
      </Box>
      <SummaryLines
        rows={[
          [t('fromFile.sender'), campaign.senderId],
          ...summary.standIns.map((standIn): [string, string, string] => [
            t('receipt.standIn', { sender: standIn.senderId }),
            number(standIn.messages),
            t('fromFile.standInText', {
              sender: campaign.senderId,
              units: units(standIn.units),
            }),
          ]),
          [
            t('fromFile.when'),
            campaign.scheduleTimestamp === null
              ? t('compose.presets.now')
              : t('compose.goesAt', {
                  time: formatTimestamp(
                    campaign.scheduleTimestamp,
                    'eee, dd MMM yyy - hh:mm a',
                    timezone,
                    i18n.language,
                  ),
                  zone: timezone.replaceAll('_', ' '),
                }),
          ],
          [fromFile ? t('fromFile.rowsInFile') : t('compose.chosen'), number(summary.rows)],
          wrongNumbers.length === 0
            ? null
            : [t('fromFile.invalid'), number(sumOf(wrongNumbers)), said(wrongNumbers)],
          others.length === 0
            ? null
            : [t('fromFile.cannotBeSent'), number(sumOf(others)), said(others)],
          summary.duplicate === 0 ? null : [t('fromFile.duplicate'), number(summary.duplicate)],
          summary.optedOut === 0 ? null : [t('fromFile.optedOut'), number(summary.optedOut)],
          summary.blocked === 0 ? null : [t('fromFile.blocked'), number(summary.blocked)],
          [
            t('campaigns.segments'),
            number(summary.segments),
            summary.encoding.ucs2 === 0
              ? undefined
              : `${t('fromFile.gsmMessages', { value: number(summary.encoding.gsm) })} · ${t('fromFile.ucs2Messages', { value: number(summary.encoding.ucs2) })}`,
          ],
          lookalikes.messages === 0 || (!lookalikes.replaced && lookalikes.unitsSaved === 0)
            ? null
            : [
                lookalikes.replaced
                  ? t('compose.lookalikesReplaced')
                  : t('compose.lookalikesPossible'),
                lookalikes.unitsSaved === 0
                  ? t('compose.savesNothing')
                  : units(lookalikes.unitsSaved),
                t(
                  lookalikes.replaced
                    ? 'compose.lookalikesReplacedText'
                    : 'compose.lookalikesPossibleText',
                  { count: lookalikes.messages, value: number(lookalikes.messages) },
                ),
              ],
          [t('fromFile.balanceNow'), number(summary.balance)],
          summary.dailyLimit === null
            ? null
            : [
                t('fromFile.dailyLimit'),
                t('fromFile.dailyUse', {
                  used: number(summary.dailyLimit.used),
                  limit: number(summary.dailyLimit.limit),
                }),
              ],
        ]}
      />
      {listed > 0 && (
        <Box
          sx={(theme) => ({
            px: { xs: 4, sm: 5 },
            py: 3,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
          })}
        >
          <RefusedRows campaignId={campaign.campaignId} />
        </Box>
      )}
    </Section>
  );
}
