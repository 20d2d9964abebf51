import WarningIcon from '@mui/icons-material/InfoOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ClientRate } from '../../../contract/api/rates.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { ToneChip } from '../../ui/figures/StatusChip.tsx';

/** The price that is charged, and why it is another than the one that was set. */
export function RatePrice({ rate }: { rate: ClientRate }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { costPrice, chargedCostPrice, currency, raisedPrefixes, belowFloor } = rate;
  const isRaised = raisedPrefixes.length > 0;
  const [badge, text] =
    chargedCostPrice === null
      ? [t('wallet.rates.unsold'), t('wallet.rates.unsoldText')]
      : isRaised
        ? [
            t('wallet.rates.raised'),
            t('wallet.rates.raisedText', { price: money(costPrice, currency) }),
          ]
        : belowFloor
          ? [t('wallet.rates.below'), t('wallet.rates.belowText')]
          : [];
  const price = money(chargedCostPrice ?? costPrice, currency);
  if (badge === undefined) return <>{price}</>;
  return (
    <Box
      sx={{
        display: 'inline-grid',
        justifyItems: 'end',
        gap: 1,
        maxWidth: 240,
        whiteSpace: 'normal',
      }}
    >
      <span>{price}</span>
      <ToneChip data-tone="warning">
        <WarningIcon aria-hidden="true" />
        <span>{badge}</span>
      </ToneChip>
      <Typography component="span" variant="caption" color="textSecondary">
        {text}
      </Typography>
    </Box>
  );
}
