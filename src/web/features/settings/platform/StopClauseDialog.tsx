import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  CLAUSE_KINDS,
  MOST_CLAUSE,
  stopClauses,
  type StopClauseRow,
} from '../../../../contract/api/stop-clauses.ts';
import { COUNTRIES } from '../../../../contract/shared/countries.ts';
import { dayOf, isDay } from '../../../../contract/shared/dates.ts';
import { ELSEWHERE, LINK } from '../../../../contract/shared/stop-clauses.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useSend } from '../../../parts/queries.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { filled } from '../../../ui/fields/rules.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';

/** A form's fields are texts: the network is its code, written. */
type Form = Omit<StopClauseRow, 'network'> & { network: string };

const firstOf = (): Form => ({
  country: 'KE',
  network: '0',
  kind: 'USSD',
  text: '',
  source: '',
  checkedOn: dayOf(Date.now() / 1000),
});

const rulesOf = (t: TFunction) =>
  z.object({
    country: z.string(),
    network: z.string(),
    kind: z.enum(CLAUSE_KINDS),
    text: filled(t('platform.clauseMissing'), MOST_CLAUSE),
    source: filled(t('platform.sourceMissing'), 500),
    checkedOn: z
      .string()
      .check(
        z.minLength(1, { error: t('platform.checkedMissing'), abort: true }),
        z.refine(isDay, { error: t('time.dayWrong') }),
      ),
  });

type Place = Pick<StopClauseRow, 'country' | 'network'>;

/** Names the country and the operator of a row, which stands for all operators where no row names one. */
export function usePlaceName(rows: readonly Place[] | undefined): (row: Place) => string[] {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  return ({ country, network }) => [
    country === ELSEWHERE ? t('platform.elsewhere') : nameOf(country),
    network === 0
      ? country === ELSEWHERE ||
        rows?.some((each) => each.country === country && each.network !== 0)
        ? t('platform.otherOperators')
        : t('platform.allOperators')
      : (NETWORKS.get(network)?.network ?? String(network)),
  ];
}

/** Sets how receivers of an operator opt out. */
export function StopClauseDialog({ row, onClose }: { row: StopClauseRow | null; onClose(): void }) {
  const { t } = useTranslation();
  const { country: nameOf } = useFormat();
  const toast = useToast();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: row === null ? firstOf() : { ...row, network: String(row.network) },
  });
  const { control } = fields;
  const [country, kind] = useWatch({ control, name: ['country', 'kind'] });
  const put = useSend(stopClauses.put, {
    changes: [stopClauses.list],
    done: () => {
      onClose();
      toast.success(t('platform.clauseSaved'));
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={row === null ? t('platform.clauseAdd') : t('platform.clauseEdit')}
      action={t('platform.save')}
      busy={put.isPending}
      refusal={fields.refusal}
      width="sm"
      gap={4}
      onClose={onClose}
      onSubmit={fields.submit((written) => put.mutate(written))}
    >
      <Halves gap={4}>
        <SelectField
          control={control}
          name="country"
          label={t('platform.country')}
          disabled={row !== null}
        >
          <option value={ELSEWHERE}>{t('platform.elsewhere')}</option>
          {COUNTRIES.map(({ code }) => (
            <option key={code} value={code}>
              {nameOf(code)}
            </option>
          ))}
        </SelectField>
        <SelectField
          control={control}
          name="network"
          label={t('platform.operator')}
          disabled={row !== null}
        >
          <option value="0">{t('platform.otherOperators')}</option>
          {[...NETWORKS.values()]
            .filter((each) => each.country === country)
            .map(({ code, network }) => (
              <option key={code} value={String(code)}>
                {network}
              </option>
            ))}
        </SelectField>
      </Halves>
      <SelectField control={control} name="kind" label={t('platform.clauseKind')}>
        {CLAUSE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`platform.clauseKinds.${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fields.text('text')}
        label={t('platform.clauseText')}
        help={
          kind === 'LINK'
            ? t('platform.clauseLinkHelp', { link: LINK })
            : t('platform.clauseTextHelp')
        }
      />
      <TextField
        {...fields.text('source')}
        label={t('platform.source')}
        help={t('platform.sourceHelp')}
        multiline
        input={{ maxLength: 500 }}
      />
      <DateField control={control} name="checkedOn" label={t('platform.checkedOn')} />
    </FormDialog>
  );
}
