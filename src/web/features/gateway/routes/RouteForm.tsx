import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  HIGHEST_ORDER,
  type MoRouteType,
  type MtRouteType,
} from '../../../../contract/api/routes.ts';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { FormField } from '../../../ui/fields/FormField.tsx';
import { fieldErrors } from '../../../ui/fields/formErrors.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { FilterChoice } from './RouteParts.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

type RouteType = MtRouteType | MoRouteType;
export type RouteChoices = {
  type: RouteType;
  order: number | undefined;
  filters: string[];
  weights: number[] | null;
  enabled: boolean;
};

type Props = {
  direction: Direction;
  route: {
    order: number;
    type: RouteType;
    filters: readonly { fid: string }[];
    weights: readonly number[] | null;
    enabled: boolean;
  } | null;
  types: readonly RouteType[];
  /** The kind that a new route has at first. */
  first: RouteType | undefined;
  /** The names of what it leads to, in their order, for their shares. */
  leadsTo: readonly string[];
  failure: Error | null;
  busy: boolean;
  children(errors: Readonly<Record<string, string>>, type: RouteType): ReactNode;
  onSubmit(choices: RouteChoices): void;
  onClose(): void;
};

/** The faults in the fields of a refused route. The server's own words describe an order that another route has. */
function refusedFields(
  failure: Error | null,
  shown: readonly string[],
  isDefault: boolean,
): Map<string, string> {
  if (!(failure instanceof CallError)) return new Map();
  const [held] = failure.details;
  // The default route has no field for its order: its type is what cannot be chosen twice.
  if (failure.code === 'TAKEN' && held?.field === 'order')
    return new Map([[isDefault ? 'type' : 'order', held.message]]);
  return fieldErrors(failure, shown);
}

/** The fields that routes of both directions share: type, order, filters, weights. The caller adds the target. */
export function RouteForm({
  direction,
  route,
  types,
  first,
  leadsTo,
  failure,
  busy,
  children,
  onSubmit,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [type, setType] = useState<RouteType>(route?.type ?? first ?? types[1]!);
  const [order, setOrder] = useState(route ? String(route.order) : '');
  const [fids, setFids] = useState<string[]>(route?.filters.map(({ fid }) => fid) ?? []);
  const [shares, setShares] = useState<string[]>(route?.weights?.map(String) ?? []);
  const [enabled, setEnabled] = useState(route?.enabled ?? true);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const isDefault = type === 'DefaultRoute';
  const weighted = type.startsWith('RandomRoundrobin');
  const shown = [
    'type',
    ...(isDefault ? [] : ['order', 'filters']),
    direction === 'MT' ? 'connectors' : 'targets',
    ...(weighted && leadsTo.length > 1 ? ['weights'] : []),
  ];
  const refused = refusedFields(failure, shown, isDefault);
  const errors: Record<string, string> = { ...Object.fromEntries(refused), ...wrong };

  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="route-title"
      maxWidth="sm"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        onSubmit={(event) => {
          event.preventDefault();
          const found: Record<string, string> = {};
          const wanted = order.trim() === '' ? undefined : Number(order);
          if (
            !isDefault &&
            wanted !== undefined &&
            !(Number.isInteger(wanted) && wanted >= 1 && wanted <= HIGHEST_ORDER)
          )
            found['order'] = t('gateway.routes.orderWrong', { most: number(HIGHEST_ORDER) });
          const weights = leadsTo.map((_name, at) => Number(shares[at]?.trim() || '1'));
          if (
            weighted &&
            weights.some((weight) => !Number.isInteger(weight) || weight < 1 || weight > 1000)
          )
            found['weights'] = t('gateway.routes.shareWrong');
          setWrong(found);
          if (Object.keys(found).length === 0)
            onSubmit({
              type,
              order: isDefault ? 0 : wanted,
              filters: isDefault ? [] : fids,
              weights: weighted && weights.some((weight) => weight !== weights[0]) ? weights : null,
              enabled,
            });
        }}
      >
        <DialogTitle id="route-title">
          {route
            ? t('gateway.routes.editTitle', { order: number(route.order) })
            : t('gateway.routes.create')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {failure && refused.size === 0 && <Alert severity="error">{messageOf(failure)}</Alert>}
          <FormField
            id="type"
            label={t('gateway.filters.type')}
            help={t(`gateway.routes.typeHelp.${type}`)}
            error={errors['type']}
          >
            {(parts) => (
              <Select
                native
                value={type}
                onChange={(event) =>
                  setType(types.find((each) => each === event.target.value) ?? type)
                }
                input={<OutlinedInput />}
                inputProps={{ id: parts.id, 'aria-describedby': parts['aria-describedby'] }}
              >
                {types.map((each) => (
                  <option key={each} value={each}>
                    {t(`gateway.routes.types.${each}`)}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
          {!isDefault && (
            <TextField
              field={{
                name: 'order',
                value: order,
                onChange: (event) => setOrder(event.target.value),
              }}
              label={`${t('gateway.routes.order')} (${t('fields.optional')})`}
              help={t('gateway.routes.orderHelp')}
              error={errors['order']}
              autoComplete="off"
              input={{ inputMode: 'numeric', maxLength: 7 }}
            />
          )}
          {!isDefault && (
            <FilterChoice
              direction={direction}
              value={fids}
              error={errors['filters']}
              onChange={setFids}
            />
          )}
          {children(errors, type)}
          {weighted && leadsTo.length > 1 && (
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
              }}
            >
              {leadsTo.map((name, at) => (
                <TextField
                  key={name}
                  field={{
                    name: `share-${at}`,
                    value: shares[at] ?? '1',
                    onChange: (event) =>
                      setShares(
                        leadsTo.map((_each, index) =>
                          index === at ? event.target.value : (shares[index] ?? '1'),
                        ),
                      ),
                  }}
                  label={t('gateway.routes.share', { name })}
                  error={at === 0 ? errors['weights'] : undefined}
                  autoComplete="off"
                  input={{ inputMode: 'numeric', maxLength: 4 }}
                />
              ))}
            </Box>
          )}
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={enabled}
                onChange={(event) => setEnabled(event.target.checked)}
              />
            }
            label={t('gateway.routes.enabled')}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {route ? t('gateway.save') : t('gateway.routes.createAction')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
