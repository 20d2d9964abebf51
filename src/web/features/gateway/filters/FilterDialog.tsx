import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  routeFilters,
  type FilterField,
  type FilterType,
  type RouteFilter,
} from '../../../../contract/api/route-filters.ts';
import { shortId } from '../../../../contract/api/gateway-names.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { DASH } from '../../../ui/figures/figures.tsx';
import { Folded } from '../../../ui/page/Folded.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { FilterSentence } from './FilterSentence.tsx';
import { SampleFields, useSample } from '../simulate/SampleFields.tsx';
import { DRAFTED } from '../versions/stale.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Makes or changes a filter. The form draws itself by the type's parameters; beside it a message to try it on. */
export function FilterDialog({ filter, onClose }: { filter: RouteFilter | null; onClose(): void }) {
  const { t } = useTranslation();
  const types = useGet(routeFilters.types, { pageSize: 200 });
  return (
    <Dialog open onClose={onClose} aria-labelledby="filter-title" maxWidth="sm" fullWidth>
      <DialogTitle id="filter-title">
        {filter
          ? t('gateway.filters.editTitle', { name: filter.fid })
          : t('gateway.filters.create')}
      </DialogTitle>
      {types.data ? (
        <FilterForm filter={filter} types={types.data.fields} onClose={onClose} />
      ) : (
        <DialogContent sx={{ minHeight: 200 }}>
          {types.error ? <Alert severity="error">{messageOf(types.error)}</Alert> : <Loading />}
        </DialogContent>
      )}
    </Dialog>
  );
}

type FilterValues = Record<string, string>;

/** The first values: every parameter of every type, as the filter or its type has it. */
function valuesOf(filter: RouteFilter | null, types: readonly FilterField[]): FilterValues {
  const parameters = types
    .flatMap((each) => each.parameters)
    .map(({ name, default: standard }) => [name, filter?.parameters[name] ?? standard ?? '']);
  return {
    fid: filter?.fid ?? '',
    type: filter?.type ?? 'DestinationAddrFilter',
    ...(Object.fromEntries(parameters) as FilterValues),
  };
}

/** The parameters that the type has and the form fills in. */
function parametersOf(values: FilterValues, types: readonly FilterField[]): FilterValues {
  const shape = types.find(({ type }) => type === values['type']);
  return Object.fromEntries(
    (shape?.parameters ?? []).flatMap(({ name }) => {
      const written = values[name]?.trim() ?? '';
      return written === '' ? [] : [[name, written]];
    }),
  );
}

function rulesOf(t: TFunction, types: readonly FilterField[]) {
  return z.custom<FilterValues>().check(({ value, issues }) => {
    const wrong = (name: string, message: string) =>
      issues.push({ code: 'custom', input: value[name], path: [name], message });
    if (!shortId.safeParse(value['fid']).success) wrong('fid', t('gateway.idWrong'));
    const given = parametersOf(value, types);
    const shape = types.find(({ type }) => type === value['type']);
    for (const { name, required } of shape?.parameters ?? [])
      if (required && given[name] === undefined) wrong(name, t('gateway.filters.parameterMissing'));
  });
}

function FilterForm({
  filter,
  types,
  onClose,
}: {
  filter: RouteFilter | null;
  types: readonly FilterField[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<FilterValues>({
    rules: rulesOf(t, types),
    values: valuesOf(filter, types),
  });
  const values = useWatch({ control: fields.control }) as FilterValues;
  const shape = types.find(({ type }) => type === values['type']) ?? types[0]!;
  const options = {
    changes: DRAFTED,
    done: (saved: RouteFilter) => {
      toast.success(t('gateway.drafted', { name: saved.fid }));
      onClose();
    },
    failed: fields.failed,
  };
  const create = useSend(routeFilters.create, options);
  const update = useSend(routeFilters.update, options);
  const busy = create.isPending || update.isPending;
  const submit = fields.submit((sent) => {
    const given = { type: shape.type, parameters: parametersOf(sent, types) };
    if (filter) update.mutate({ fid: filter.fid, ...given });
    else create.mutate({ fid: sent['fid']!.trim(), ...given });
  });

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        {!filter && (
          <TextField
            {...fields.text('fid')}
            label={t('gateway.filters.fid')}
            help={t('gateway.idHelp')}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 16, spellCheck: false }}
          />
        )}
        <SelectField
          control={fields.control}
          name="type"
          label={t('gateway.filters.type')}
          help={t(`gateway.filterTypes.${shape.type}`)}
        >
          {types.map((each) => (
            <option
              key={each.type}
              value={each.type}
            >{`${t(`gateway.filters.names.${each.type}`)} (${each.directions.join(', ')})`}</option>
          ))}
        </SelectField>
        {shape.parameters.map((parameter) => (
          <TextField
            key={`${shape.type} ${parameter.name}`}
            {...fields.text(parameter.name)}
            label={`${t(`gateway.parameters.${parameter.kind}`)}${parameter.unit ? ` (${parameter.unit})` : ''}`}
            help={`${t(`gateway.parameterHelp.${parameter.kind}`)} ${t('gateway.example', { example: parameter.example })}`}
            autoComplete="off"
            multiline={parameter.kind === 'expression'}
            input={{ maxLength: parameter.maxLength, spellCheck: false }}
          />
        ))}
        <InWords type={shape.type} parameters={parametersOf(values, types)} />
        <Folded title={t('gateway.filters.try')} text={t('gateway.filters.tryText')}>
          <Tester type={shape.type} parameters={parametersOf(values, types)} />
        </Folded>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={busy}>
          {filter ? t('gateway.save') : t('gateway.filters.createAction')}
        </Button>
      </DialogActions>
    </Box>
  );
}

/** The filter in words, as it is written; a form without its value says nothing yet. */
function InWords(filter: { type: FilterType; parameters: Record<string, string> }) {
  const { t } = useTranslation();
  const isEmpty = Object.keys(filter.parameters).length === 0;
  return (
    <Typography variant="body2" role="status" color="textSecondary">
      {t('gateway.filters.inWords')}{' '}
      {isEmpty && filter.type !== 'TransparentFilter' ? (
        DASH
      ) : (
        <Box component="span" sx={{ color: 'text.primary', fontWeight: 550 }}>
          <FilterSentence filter={filter} />
        </Box>
      )}
    </Typography>
  );
}

function Tester({ type, parameters }: { type: FilterType; parameters: Record<string, string> }) {
  const { t } = useTranslation();
  const sample = useSample();
  const test = useSend(routeFilters.test, { failed: () => undefined });
  return (
    <Rows gap={4}>
      <SampleFields sample={sample} />
      <Box>
        <Button
          variant="outlined"
          color="inherit"
          loading={test.isPending}
          onClick={() => test.mutate({ type, parameters, sample: sample.message })}
        >
          {t('gateway.filters.tryNow')}
        </Button>
      </Box>
      {test.error && <Alert severity="error">{messageOf(test.error)}</Alert>}
      {test.data && (
        <Alert severity={test.data.matches ? 'success' : 'info'}>
          {test.data.matches ? t('gateway.filters.matches') : t('gateway.filters.matchesNot')}{' '}
          {test.data.value !== '' && `“${test.data.value}”`}
        </Alert>
      )}
    </Rows>
  );
}
