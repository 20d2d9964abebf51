import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { sms } from '../../../../contract/api/campaign-sending.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';

/** Reasons why the campaign cannot be sent, and warnings. */
export function Findings({
  preview: { summary, needsApproval },
  isLong,
  overLimit,
  checking,
  onCheck,
}: {
  preview: Output<typeof sms.fromFilePreview>;
  isLong: boolean;
  overLimit: boolean;
  checking: boolean;
  onCheck(): void;
}) {
  const { t } = useTranslation();
  const { number, units, minute } = useFormat();
  const me = useMe();
  const { short, repeats } = summary;
  const nobody = summary.valid === 0;
  return (
    <>
      {short && (
        <Alert severity="error" id="cannot-send">
          <AlertTitle>{t('fromFile.short', { units: units(-summary.balanceAfter) })}</AlertTitle>
          {t('fromFile.shortText', {
            needed: units(summary.units),
            available: number(summary.balance),
          })}
          <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
            {reachOf(me.clientAccessLevel, 'purchases.buy') !== undefined && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                component={Link}
                to={`/dashboard/purchases/topup?units=${-summary.balanceAfter}`}
              >
                {t('compose.topUp')}
              </Button>
            )}
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              loading={checking}
              onClick={onCheck}
            >
              {t('fromFile.shortRefresh')}
            </Button>
          </Box>
        </Alert>
      )}
      {overLimit && summary.dailyLimit && (
        <Alert severity="error" id={short ? undefined : 'cannot-send'}>
          <AlertTitle>{t('fromFile.overLimit')}</AlertTitle>
          {t('fromFile.overLimitText', {
            wanted: number(summary.valid),
            left: number(Math.max(0, summary.dailyLimit.limit - summary.dailyLimit.used)),
            limit: number(summary.dailyLimit.limit),
            used: number(summary.dailyLimit.used),
          })}
        </Alert>
      )}
      {repeats !== null && (
        <Alert
          severity="warning"
          action={
            <Button
              size="small"
              color="inherit"
              component={Link}
              to={`/dashboard/campaigns/${repeats.campaignId}`}
            >
              {t('fromFile.open')}
            </Button>
          }
        >
          <AlertTitle>
            {t('fromFile.repeats', {
              count: repeats.recipients,
              value: number(repeats.recipients),
            })}
          </AlertTitle>
          {t('fromFile.repeatsText', {
            name: repeats.campaignName,
            time: minute(repeats.timestamp),
          })}
        </Alert>
      )}
      {isLong && (
        <Alert severity="warning">
          {t('fromFile.longText', { value: number(summary.mostSegments) })}
        </Alert>
      )}
      {needsApproval && !short && !nobody && (
        <Alert severity="info">{t('fromFile.needsApproval')}</Alert>
      )}
      {nobody && (
        <Alert severity="error" id="cannot-send">
          <AlertTitle>{t('fromFile.nobody')}</AlertTitle>
          {t('fromFile.nobodyText')}
        </Alert>
      )}
    </>
  );
}
