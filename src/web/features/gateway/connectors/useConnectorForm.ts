import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { CONNECTOR_FIELDS } from '../../../../contract/api/connector-fields.ts';
import { GENERIC_PRESETS, type GenericPreset } from '../../../../contract/api/connector-presets.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { useSend } from '../../../parts/queries.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { onlyChanged } from '../../../ui/fields/onlyChanged.ts';
import { takeSaved } from '../../../ui/fields/takeSaved.ts';
import { useFields } from '../../../ui/fields/useFields.ts';
import { problemsOf, settingsOf, standardsOf, valuesOf, type Value } from './formValues.ts';
import { CALLS, EDITED, pageAddress, type Connector } from './kinds.ts';
import { useFieldWords } from './useFieldWords.ts';

type Values = Record<string, Value>;
type CreateInput = Input<(typeof CALLS)[ConnectorKind]['create']>;
type UpdateInput = Input<(typeof CALLS)[ConnectorKind]['update']>;

export const PRESETS = Object.keys(GENERIC_PRESETS) as GenericPreset[];
const isPreset = (name: string): name is GenericPreset => PRESETS.some((preset) => preset === name);

/** First values of a new connector: the defaults with the preset, except those that only look like the carrier's data. */
function beginningOf(kind: ConnectorKind, preset: GenericPreset | ''): Record<string, unknown> {
  const standards = standardsOf(kind);
  if (preset !== '') return { ...standards, ...GENERIC_PRESETS[preset] };
  return kind === 'SMPP' ? { ...standards, host: '', username: '' } : standards;
}

/** The values of a connector's form, their checks, and the call that makes or changes the connector. */
export function useConnectorForm(kind: ConnectorKind, connector: Connector | null) {
  const { t } = useTranslation();
  const toast = useToast();
  const navigate = useNavigate();
  const words = useFieldWords(kind);
  // One that was created while more was typed is changed by the next submission.
  const [created, setCreated] = useState<string | null>(null);
  const cid = connector?.cid ?? created;
  const making = cid === null;
  const [parameters] = useSearchParams();
  const [preset, setPreset] = useState<GenericPreset | ''>(() => {
    const asked = parameters.get('preset') ?? '';
    return making && kind === 'GENERIC' && isPreset(asked) ? asked : '';
  });
  const [before] = useState<Values>(() => ({
    cid: connector?.cid ?? '',
    started: true,
    ...valuesOf(kind, connector?.settings ?? beginningOf(kind, preset)),
  }));
  const fields = useFields<Values>({
    values: before,
    rules: z.custom<Values>().check(({ value, issues }) => {
      for (const [name, problem] of Object.entries(problemsOf(kind, value, making)))
        issues.push({
          code: 'custom',
          input: value[name],
          path: [name],
          message: words.problem(name, problem),
        });
    }),
  });
  const values = useWatch({ control: fields.control }) as Values;
  const [isSecretRemoved, setSecretRemoved] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const [sentValues, setSentValues] = useState(before);
  const [begun, setBegun] = useState(before);
  useEffect(() => {
    if (saved !== null) void navigate(pageAddress(kind, saved), { replace: true });
  }, [saved, navigate, kind]);

  const options = {
    changes: EDITED,
    done: (done: { cid: string }) => {
      toast.success(t('connectors.saved', { name: done.cid }));
      // Text typed during the save stays, unsaved.
      const begins = { ...sentValues, cid: done.cid };
      if (takeSaved(fields, begins, sentValues)) {
        setBegun(begins);
        setCreated(done.cid);
      } else setSaved(done.cid);
    },
    failed: fields.failed,
  };
  const create = useSend(CALLS[kind].create, options);
  const update = useSend(CALLS[kind].update, options);
  const { isDirty, isSubmitted } = fields.formState;

  function set(name: string, value: Value) {
    fields.setRefusal(null);
    fields.setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
  }

  function begin(name: string) {
    const chosen = isPreset(name) ? name : '';
    setPreset(chosen);
    const settings = beginningOf(kind, chosen);
    const { cid = '', started = true, secret = '', username = '' } = values;
    fields.reset(
      { ...valuesOf(kind, settings), cid, started, secret, username },
      { keepDefaultValues: true },
    );
  }

  const submit = fields.submit((sent) => {
    setSentValues({ ...fields.getValues() });
    // The shapes of the three kinds differ; the descriptions made these values, and the server checks them again.
    if (making)
      create.mutate({
        cid: sent['cid'],
        started: sent['started'],
        ...settingsOf(kind, sent, undefined),
      } as CreateInput);
    else
      update.mutate({
        cid,
        ...onlyChanged(settingsOf(kind, sent, null), settingsOf(kind, begun, null)),
        ...(isSecretRemoved && { [secretNameOf(kind)]: '' }),
      } as UpdateInput);
  });

  return {
    fields,
    values,
    /** The connector that is changed; null for one that is not there yet. */
    cid,
    set,
    preset,
    begin,
    isSecretRemoved,
    removeSecret(isRemoved: boolean) {
      setSecretRemoved(isRemoved);
      set(secretNameOf(kind), '');
    },
    submit,
    isBusy: create.isPending || update.isPending,
    isUnsaved: isDirty && saved === null,
  };
}

const secretNameOf = (kind: ConnectorKind) =>
  CONNECTOR_FIELDS[kind].find(({ type }) => type === 'secret')?.name ?? '';
