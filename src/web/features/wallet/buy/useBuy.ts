import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { auth } from '../../../../contract/api/auth.ts';
import { payments } from '../../../../contract/api/payments.ts';
import { purchases } from '../../../../contract/api/purchases.ts';
import type { Input, Output } from '../../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import { useSend } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields, type Rules } from '../../../ui/fields/useFields.ts';
import { OpenedPurchase } from './openedPurchase.ts';
import { faultOf, quoteOf } from './quote.ts';
import { writtenNumber } from '../../../ui/fields/plainNumber.ts';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

export type Offer = Output<typeof purchases.offer>;
/** An offer that something can be bought by. */
export type Terms = {
  costPrice: string;
  currency: string;
  provider: NonNullable<Offer['provider']>;
};
export type Sums = { by: 'units' | 'amount'; units: string; amount: string };
export type Written = Sums & { phone: string };

/** The form's fields, its price, and the two calls that it makes: the purchase, and the request to the phone. */
export function useBuy(offer: Offer, terms: Terms) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const toast = useToast();
  const leadOn = useLeadOn();
  const [parameters] = useSearchParams();
  const bounds = {
    costPrice: terms.costPrice,
    mostAmount: terms.provider.mostAmount,
    language,
  };
  const quoteFor = ({ by, ...written }: Sums) => quoteOf(by, written[by], bounds);
  const textsOf = <S extends Sums>(written: S): S => {
    const { by } = written;
    const { cost, bought } = quoteFor(written);
    const other = by === 'units' ? cost : bought === undefined ? undefined : unitsToNumber(bought);
    return {
      ...written,
      [by === 'units' ? 'amount' : 'units']:
        other === undefined ? '' : writtenNumber(Number(other), language),
    };
  };
  const fields = useFields<Written>({
    rules: useRules(terms),
    values: textsOf({
      by: 'units',
      units: asWritten(parameters.get('units'), language),
      amount: '',
      phone: offer.phone ?? '',
    }),
  });
  const [by, units, amount] = useWatch({
    control: fields.control,
    name: ['by', 'units', 'amount'],
  });
  const sums = { by, units, amount };
  const [opened] = useState(() => new OpenedPurchase());
  const push = useSend(payments.sendStk, {
    changes: [purchases.list, auth.me],
    failed: (failure) => {
      opened.failed(failure);
      fields.failed(failure);
    },
    done: ({ purchaseId }) => {
      toast.success(t('wallet.topUp.sent'));
      leadOn(`/dashboard/purchases/topup/${purchaseId}`);
    },
  });
  const create = useSend(purchases.create, {
    changes: [purchases.list],
    failed: fields.failed,
    done: ({ purchaseId, phone }, wanted) => {
      opened.keep(askedOf(wanted), { purchaseId, phone });
      push.mutate({ purchaseId, phone });
    },
  });
  // Another price is another purchase.
  const askedOf = (wanted: Input<typeof purchases.create>) =>
    JSON.stringify([wanted, terms.costPrice]);
  return {
    fields,
    sums,
    quote: quoteFor(sums),
    isBusy: create.isPending || push.isPending,
    /** Writes one of the two sums, from which the other follows. */
    write(by: 'units' | 'amount', value: string) {
      fields.setRefusal(null);
      fields.setValue('by', by);
      const next = textsOf({ ...sums, by, [by]: value });
      fields.setValue('units', next.units);
      fields.setValue('amount', next.amount);
    },
    submit: fields.submit((written) => {
      const { wanted, cost } = quoteFor(written);
      const purchase = {
        ...(written.by === 'units' ? { units: unitsToNumber(wanted!) } : { amount: Number(cost) }),
        phone: written.phone,
      };
      const there = opened.find(askedOf(purchase));
      if (there) push.mutate(there);
      else create.mutate(purchase);
    }),
  };
}

/** Units that a link names, as a field holds them. */
const asWritten = (units: string | null, language: string) =>
  units === null || units === '' || Number.isNaN(Number(units))
    ? ''
    : writtenNumber(Number(units), language);

/** The rules of the form; a sum is wrong at the field in which it was written. */
function useRules({ costPrice, currency, provider }: Terms): Rules<Written> {
  const { t, i18n } = useTranslation();
  const { money } = useFormat();
  const messages = {
    units: t('wallet.topUp.unitsWrong'),
    amount: t('wallet.topUp.amountWrong'),
    bounds: t('wallet.topUp.bounds', {
      least: money(String(provider.leastAmount), currency),
      most: money(String(provider.mostAmount), currency),
    }),
  };
  return z
    .object({
      by: z.enum(['units', 'amount']),
      units: z.string(),
      amount: z.string(),
      phone: filled(t('wallet.topUp.phoneMissing'), 40),
    })
    .check(({ value, issues }) => {
      const { by, amount } = value;
      const quote = quoteOf(by, value[by], {
        costPrice,
        mostAmount: provider.mostAmount,
        language: i18n.language,
      });
      const fault = faultOf(quote, by, amount, provider);
      if (fault)
        issues.push({
          code: 'custom',
          input: value[by],
          path: [by],
          message: messages[fault === 'BOUNDS' ? 'bounds' : by],
        });
    });
}
