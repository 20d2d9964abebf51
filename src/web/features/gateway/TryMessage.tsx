import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Direction } from '../../../contract/api/route-filters.ts';
import type { Explanation } from '../../../contract/api/gateway-config.ts';
import { messageOf } from '../../api/call.ts';
import { FormField } from '../../ui/FormField.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { useListed } from '../../ui/useListed.ts';
import { useTargetWords } from './useTargetWords.ts';

/** One field that says which route takes a message, and its answer; the lanes below show why. */
export function TryMessage({
  direction,
  value,
  onChange,
  onTry,
  onClear,
  busy,
  failure,
  trial,
  inForce,
}: {
  direction: Direction;
  value: string;
  onChange(value: string): void;
  onTry(): void;
  onClear(): void;
  busy: boolean;
  failure: Error | null;
  /** By the draft, which the lanes show. */
  trial: Explanation | undefined;
  /** By the configuration in force, where the draft differs. */
  inForce: Explanation | undefined;
}) {
  const { t } = useTranslation();
  const words = useTrialWords();
  const differs = inForce !== undefined && trial && inForce.routeId !== trial.routeId;
  return (
    <Box
      component="form"
      role="search"
      noValidate
      aria-label={t(`routing.trial.${direction}.label`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== '') onTry();
      }}
      sx={(theme) => ({
        p: { xs: 3, sm: 4 },
        display: 'grid',
        gap: 3,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.surface.sunken,
      })}
    >
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap', alignItems: 'flex-end' }}>
        <Box sx={{ flex: { xs: '1 1 180px', sm: '0 1 300px' }, minWidth: 0 }}>
          <FormField id="trial" label={t(`routing.trial.${direction}.label`)}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                value={value}
                placeholder={t(`routing.trial.${direction}.hint`)}
                onChange={(event) => onChange(event.target.value)}
                inputProps={{
                  inputMode: direction === 'MT' ? 'tel' : 'text',
                  autoComplete: 'off',
                  spellCheck: false,
                }}
              />
            )}
          </FormField>
        </Box>
        <Button
          type="submit"
          variant="outlined"
          color="inherit"
          loading={busy}
          disabled={value.trim() === ''}
          sx={{ minHeight: { xs: 44, sm: 38 } }}
        >
          {t('routing.trial.run')}
        </Button>
        {trial && (
          <Button color="inherit" onClick={onClear} sx={{ minHeight: { xs: 44, sm: 38 } }}>
            {t('common.clear')}
          </Button>
        )}
        <Link
          component={RouterLink}
          to={`/dashboard/jasmin/simulate?direction=${direction}${direction === 'MT' && value.trim() !== '' ? `&to=${encodeURIComponent(value.trim())}` : ''}`}
          variant="body2"
          sx={{ ml: { sm: 'auto' }, pb: { sm: 2 }, flexBasis: { xs: '100%', sm: 'auto' } }}
        >
          {t('routing.trial.more')}
        </Link>
      </Box>
      <Box role="status" sx={{ display: trial || failure ? 'grid' : 'none', gap: 2 }}>
        {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
        {trial && !failure && (
          <Alert severity={isTaken(trial) ? 'success' : 'warning'}>
            {words(trial)}
            {differs && ` ${t('routing.trial.inForce', { answer: words(inForce) })}`}
          </Alert>
        )}
      </Box>
    </Box>
  );
}

/** True where the message goes on at once. */
export const isTaken = ({ direction, routeId, connectors }: Explanation): boolean =>
  routeId !== null && (direction === 'MO' || connectors.some(({ serves }) => serves));

/** The route that a message takes, and where it goes, in a sentence. */
export function useTrialWords(): (trial: Explanation) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  const target = useTargetWords();
  const listed = useListed();
  return ({ direction, routeId, order, connectors, targets }) => {
    if (routeId === null) return t(`routing.trial.${direction}.noRoute`);
    const route =
      order === 0
        ? t('routing.trial.defaultRoute')
        : t('routing.trial.route', { order: number(order ?? 0) });
    if (direction === 'MO')
      return t('routing.trial.leads', { route, names: listed(targets.map(target)) });
    const serving = connectors.filter(({ serves }) => serves).map(({ cid }) => cid);
    return serving.length > 0
      ? t('routing.trial.leads', { route, names: listed(serving) })
      : t('routing.trial.waits', {
          route,
          names: listed(connectors.map(({ cid }) => cid)),
        });
  };
}
