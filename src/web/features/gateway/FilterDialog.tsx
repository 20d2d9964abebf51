import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import {
  FILTER_TYPES,
  routeFilters,
  type FilterField,
  type FilterType,
  type RouteFilter,
} from '../../../contract/api/route-filters.ts';
import { shortId } from '../../../contract/api/gateway-names.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Folded } from '../../ui/Folded.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { SampleFields, useSample } from './SampleFields.tsx';
import { DRAFTED } from './stale.ts';
import { Rows } from '../../ui/layout.tsx';

const isType = (value: string): value is FilterType => FILTER_TYPES.some((type) => type === value);

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
  const [fid, setFid] = useState('');
  const [type, setType] = useState<FilterType>(filter?.type ?? 'DestinationAddrFilter');
  const [values, setValues] = useState<Record<string, string>>(filter?.parameters ?? {});
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const shape = types.find((each) => each.type === type);
  const options = {
    changes: DRAFTED,
    done: (saved: RouteFilter) => {
      toast.success(t('gateway.drafted', { name: saved.fid }));
      onClose();
    },
    failed: (failure: Error) => {
      const details = failure instanceof CallError ? failure.details : [];
      if (details.length === 0) return setRefusal(messageOf(failure));
      setErrors(
        Object.fromEntries(
          details.map(({ field, message }) => [field.replace(/^parameters\./, ''), message]),
        ),
      );
    },
  };
  const create = useSend(routeFilters.create, options);
  const update = useSend(routeFilters.update, options);
  const busy = create.isPending || update.isPending;
  const given = Object.fromEntries(
    (shape?.parameters ?? []).flatMap(({ name }) =>
      values[name]?.trim() ? [[name, values[name].trim()]] : [],
    ),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    setRefusal(null);
    const found: Record<string, string> = {};
    if (!filter && !shortId.safeParse(fid).success) found['fid'] = t('gateway.idWrong');
    for (const { name, required } of shape?.parameters ?? [])
      if (required && given[name] === undefined)
        found[name] = t('gateway.filters.parameterMissing');
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    if (filter) update.mutate({ fid: filter.fid, type, parameters: given });
    else create.mutate({ fid: fid.trim(), type, parameters: given });
  }

  return (
    <Box
      component="form"
      noValidate
      onSubmit={submit}
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
    >
      <DialogContent sx={{ display: 'grid', gap: 5 }}>
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        {!filter && (
          <TextField
            field={{
              name: 'fid',
              value: fid,
              onChange: (event) => {
                setFid(event.target.value);
                setErrors({ ...errors, fid: undefined });
              },
            }}
            label={t('gateway.filters.fid')}
            help={t('gateway.idHelp')}
            error={errors['fid']}
            autoFocus
            autoComplete="off"
            input={{ maxLength: 16, spellCheck: false }}
          />
        )}
        <FormField
          id="filter-type"
          label={t('gateway.filters.type')}
          help={t(`gateway.filterTypes.${type}`)}
        >
          {(parts) => (
            <Select
              native
              value={type}
              onChange={(event) => {
                const next = String(event.target.value);
                if (isType(next)) {
                  setType(next);
                  setErrors({});
                }
              }}
              input={<OutlinedInput />}
              inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
            >
              {types.map((each) => (
                <option
                  key={each.type}
                  value={each.type}
                >{`${t(`gateway.filters.names.${each.type}`)} (${each.directions.join(', ')})`}</option>
              ))}
            </Select>
          )}
        </FormField>
        {shape?.parameters.map((parameter) => (
          <TextField
            key={parameter.name}
            label={`${t(`gateway.parameters.${parameter.kind}`)}${parameter.unit ? ` (${parameter.unit})` : ''}`}
            help={`${t(`gateway.parameterHelp.${parameter.kind}`)} ${t('gateway.example', { example: parameter.example })}`}
            error={errors[parameter.name]}
            field={{
              name: parameter.name,
              value: values[parameter.name] ?? parameter.default ?? '',
              onChange: (event) => {
                setValues({ ...values, [parameter.name]: event.target.value });
                setErrors({ ...errors, [parameter.name]: undefined });
              },
            }}
            autoComplete="off"
            multiline={parameter.kind === 'expression'}
            input={{ maxLength: parameter.maxLength, spellCheck: false }}
          />
        ))}
        <Folded title={t('gateway.filters.try')} text={t('gateway.filters.tryText')}>
          <Tester type={type} parameters={given} />
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
          {test.data.reason}
        </Alert>
      )}
    </Rows>
  );
}
