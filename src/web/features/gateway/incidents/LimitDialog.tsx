import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { healing, HEALING_MODES, type HealingLimit } from '../../../../contract/api/healing.ts';
import { mtRoutes } from '../../../../contract/api/routes.ts';
import { FormDialog } from '../../../parts/FormDialog.tsx';
import { useAll, useSend } from '../../../parts/queries.ts';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { useCarrierConnectors } from '../useCarrierConnectors.ts';

/** Every route, and every connector. */
const ALL = '';

/** Sets limits, of a route or connector that is chosen or of what has them. */
export function LimitDialog({
  limit,
  isNew,
  onClose,
}: {
  limit: HealingLimit;
  isNew: boolean;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const routes = useAll(mtRoutes.list, 'routes', {}, { when: isNew });
  const connectors = useCarrierConnectors();
  const percent = (most: number) =>
    z.string().check(
      z.trim(),
      z.refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most,
        t('incidents.limits.wrong', { most }),
      ),
    );
  const fields = useFields({
    rules: z.object({
      routeId: z.string(),
      cid: z.string(),
      mode: z.enum(HEALING_MODES),
      leastPercent: percent(50),
      mostPercent: percent(100),
    }),
    values: {
      routeId: String(limit.routeId ?? ALL),
      cid: limit.cid ?? ALL,
      mode: limit.mode,
      leastPercent: String(limit.leastPercent),
      mostPercent: String(limit.mostPercent),
    },
  });
  const set = useSend(healing.setLimit, {
    changes: [healing.limits],
    done: () => {
      onClose();
      toast.success(t('incidents.limits.saved'));
    },
    failed: fields.failed,
  });
  return (
    <FormDialog
      title={t(isNew ? 'incidents.limits.add' : 'incidents.limits.edit')}
      text={t('incidents.limits.text')}
      action={t('incidents.limits.save')}
      busy={set.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={fields.submit(({ routeId, cid, mode, leastPercent, mostPercent }) =>
        set.mutate({
          mode,
          leastPercent: Number(leastPercent),
          mostPercent: Number(mostPercent),
          ...(routeId !== ALL && { routeId: Number(routeId) }),
          ...(cid !== ALL && { cid }),
        }),
      )}
    >
      {isNew && (
        <>
          <SelectField control={fields.control} name="routeId" label={t('incidents.route')}>
            <option value={ALL}>{t('incidents.limits.everyRoute')}</option>
            {(routes.data?.routes ?? []).map(({ routeId, order }) => (
              <option key={routeId} value={routeId}>
                {t('carrierErrors.rates.route', { order })}
              </option>
            ))}
          </SelectField>
          <SelectField control={fields.control} name="cid" label={t('incidents.connector')}>
            <option value={ALL}>{t('incidents.limits.everyConnector')}</option>
            {connectors.map((cid) => (
              <option key={cid} value={cid}>
                {cid}
              </option>
            ))}
          </SelectField>
        </>
      )}
      <SelectField control={fields.control} name="mode" label={t('incidents.limits.mode')}>
        {HEALING_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {t(`incidents.limits.modes.${mode}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        {...fields.text('leastPercent')}
        label={t('incidents.limits.leastField')}
        help={t('incidents.limits.leastHelp')}
        input={{ inputMode: 'numeric', maxLength: 3 }}
      />
      <TextField
        {...fields.text('mostPercent')}
        label={t('incidents.limits.mostField')}
        help={t('incidents.limits.mostHelp')}
        input={{ inputMode: 'numeric', maxLength: 3 }}
      />
    </FormDialog>
  );
}
