import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import InputAdornment from '@mui/material/InputAdornment';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { UNIT, unitsToNumber, wholeAmountForUnits } from '../../../../contract/shared/units.ts';
import { useMe } from '../../../parts/queries.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Halves, Rows } from '../../../ui/page/layout.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import type { Fields } from '../../../ui/fields/useFields.ts';
import { useBuy, type Offer, type Sums, type Terms, type Written } from './useBuy.ts';

/** Amounts of units that are bought most. */
const PRESETS = [1_000, 5_000, 10_000] as const;

/** The form that buys units: a number of units, or a sum of money. */
export function Buy({ offer }: { offer: Offer }) {
  const { t } = useTranslation();
  const me = useMe();
  const { costPrice, currency, provider } = offer;
  if (me.impersonated)
    return <Alert severity="info">{t('acting.pay', { name: me.clientName })}</Alert>;
  if (costPrice === null || currency === null)
    return <Alert severity="warning">{t('wallet.topUp.noPrice')}</Alert>;
  if (provider === null)
    return <Alert severity="warning">{t('wallet.topUp.noProvider', { currency })}</Alert>;
  return <BuyForm offer={offer} terms={{ costPrice, currency, provider }} />;
}

function BuyForm({ offer, terms }: { offer: Offer; terms: Terms }) {
  const { t } = useTranslation();
  const { units: inUnits, money } = useFormat();
  const { fields, sums, write, quote, isBusy, submit } = useBuy(offer, terms);
  const { by, units } = sums;
  const { wanted, cost, bought } = quote;
  const { currency, provider } = terms;
  return (
    <Section>
      <Rows component="form" noValidate onSubmit={submit}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <AmountFields fields={fields} sums={sums} terms={terms} onWrite={write} />
        <Presets
          terms={terms}
          chosen={by === 'units' ? units : ''}
          onChoose={(preset) => write('units', String(preset))}
        />
        <TextField
          {...fields.text('phone')}
          label={t('wallet.topUp.phone')}
          help={t(`wallet.topUp.phoneHelps.${provider.name}`)}
          type="tel"
          autoComplete="tel"
          input={{ maxLength: 40 }}
        />
        {by === 'units' && cost !== undefined && bought !== undefined && bought !== wanted && (
          <Alert severity="info">
            {t('wallet.topUp.whole', {
              currency,
              amount: money(String(cost), currency),
              units: inUnits(unitsToNumber(bought)),
            })}
          </Alert>
        )}
        <Bought offer={offer} currency={currency} quote={quote} />
        <Box>
          <Button type="submit" variant="contained" size="large" loading={isBusy}>
            {cost === undefined || cost === 0n
              ? t('wallet.topUp.pay')
              : t('wallet.topUp.payAmount', { amount: money(String(cost), currency) })}
          </Button>
          <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
            {t('wallet.topUp.next')}
          </Typography>
        </Box>
      </Rows>
    </Section>
  );
}

function AmountFields({
  fields,
  sums: { units, amount },
  terms: { costPrice, currency },
  onWrite,
}: {
  fields: Fields<Written>;
  sums: Sums;
  terms: Terms;
  onWrite(by: 'units' | 'amount', value: string): void;
}) {
  const { t } = useTranslation();
  const { money } = useFormat();
  return (
    <Halves>
      <TextField
        field={{
          name: 'units',
          value: units,
          onChange: (event) => onWrite('units', event.target.value),
        }}
        label={t('wallet.topUp.units')}
        help={t('wallet.topUp.unitPrice', { price: money(costPrice, currency) })}
        error={fields.errorOf('units')}
        autoFocus
        autoComplete="off"
        input={{ inputMode: 'decimal', maxLength: 14 }}
      />
      <TextField
        field={{
          name: 'amount',
          value: amount,
          onChange: (event) => onWrite('amount', event.target.value),
        }}
        label={t('wallet.topUp.amount')}
        help={t('wallet.topUp.amountHelp')}
        error={fields.errorOf('amount')}
        start={<InputAdornment position="start">{currency}</InputAdornment>}
        autoComplete="off"
        input={{ inputMode: 'numeric', maxLength: 9 }}
      />
    </Halves>
  );
}

/** The amounts that are bought most, one click each. */
function Presets({
  terms: { costPrice, currency },
  chosen,
  onChoose,
}: {
  terms: Terms;
  chosen: string;
  onChoose(preset: number): void;
}) {
  const { t } = useTranslation();
  const { units: inUnits, wholeMoney } = useFormat();
  return (
    <Box
      role="group"
      aria-label={t('wallet.topUp.presets')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}
    >
      {PRESETS.map((preset) => {
        const isChosen = chosen === String(preset);
        return (
          <Chip
            key={preset}
            variant={isChosen ? 'filled' : 'outlined'}
            color={isChosen ? 'primary' : 'default'}
            aria-pressed={isChosen}
            label={`${inUnits(preset)} · ${wholeMoney(wholeAmountForUnits(BigInt(preset) * UNIT, costPrice), currency)}`}
            onClick={() => onChoose(preset)}
          />
        );
      })}
    </Box>
  );
}

/**
 * The result of the purchase: the price, the units, the balance after it and how long that lasts. Rows
 * without a value yet keep their place.
 */
function Bought({
  offer,
  currency,
  quote: { cost, bought },
}: {
  offer: Offer;
  currency: string;
  quote: ReturnType<typeof useBuy>['quote'];
}) {
  const { t } = useTranslation();
  const { number, units: inUnits, money } = useFormat();
  const me = useMe();
  const balance = me.smsBalance + (bought === undefined ? 0 : unitsToNumber(bought));
  const days = offer.unitsADay > 0 ? Math.floor(balance / offer.unitsADay) : undefined;
  return (
    <Box
      sx={(theme) => ({
        p: 4,
        borderRadius: 'var(--corner)',
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      <Facts
        rows={[
          [t('wallet.topUp.balanceNow'), inUnits(me.smsBalance)],
          [
            t('wallet.topUp.youPay'),
            cost === undefined || cost === 0n ? DASH : money(String(cost), currency),
          ],
          [t('wallet.topUp.youGet'), bought === undefined ? DASH : inUnits(unitsToNumber(bought))],
          [t('wallet.topUp.balanceAfter'), bought === undefined ? DASH : inUnits(balance)],
          days === undefined
            ? null
            : [
                t('wallet.topUp.lasts'),
                t('wallet.topUp.days', { count: days, value: number(days) }),
              ],
          offer.sellerName === null ? null : [t('wallet.topUp.soldBy'), offer.sellerName],
        ]}
      />
    </Box>
  );
}
