import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import type { Explanation } from '../../../../contract/api/gateway-config.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useListed } from '../../../ui/lists/useListed.ts';
import { useTargetWords } from '../routes/useTargetWords.ts';

/** The digits of the shortest code and of the longest number with its prefix. */
const DIGITS = { least: 3, most: 18 };

/** True if the text may be a number as people write it, and no word. */
function mayBeNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length;
  return /^[+\d\s().-]+$/.test(text) && digits >= DIGITS.least && digits <= DIGITS.most;
}

/** One field, beside the filters of the routes, that says which of them takes a message. */
export function TryField({
  direction,
  value,
  onChange,
  onTry,
  onClear,
  busy,
  trial,
}: {
  direction: Direction;
  value: string;
  onChange(value: string): void;
  onTry(): void;
  onClear(): void;
  busy: boolean;
  trial: Explanation | undefined;
}) {
  const { t } = useTranslation();
  const label = t(`routing.trial.${direction}.label`);
  const problem = useId();
  const [isWrong, setWrong] = useState(false);
  return (
    <Box
      component="form"
      role="search"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() === '') return;
        const isFit = direction === 'MO' || mayBeNumber(value);
        setWrong(!isFit);
        if (isFit) onTry();
      }}
      sx={{ display: 'flex', gap: 2, flex: { xs: '1 1 100%', sm: '0 1 auto' }, minWidth: 0 }}
    >
      <Box sx={{ flex: { xs: 1, sm: 'none' }, width: { sm: 280 }, minWidth: 0 }}>
        <OutlinedInput
          value={value}
          error={isWrong}
          placeholder={`${label}: ${t(`routing.trial.${direction}.hint`)}`}
          onChange={(event) => {
            setWrong(false);
            onChange(event.target.value);
          }}
          inputProps={{
            'aria-label': label,
            'aria-describedby': isWrong ? problem : undefined,
            inputMode: direction === 'MT' ? 'tel' : 'text',
            autoComplete: 'off',
            spellCheck: false,
          }}
          sx={{
            width: '100%',
            height: { xs: 44, sm: 34 },
            '& input': { fontSize: { sm: 13 } },
          }}
        />
        {isWrong && (
          <FormHelperText error id={problem} role="alert">
            {t('routing.trial.MT.wrong')}
          </FormHelperText>
        )}
      </Box>
      <Button
        type="submit"
        size="small"
        variant="outlined"
        color="inherit"
        loading={busy}
        disabled={value.trim() === ''}
        sx={{ height: { xs: 44, sm: 34 } }}
      >
        {t('routing.trial.run')}
      </Button>
      {trial && (
        <Button size="small" color="inherit" onClick={onClear} sx={{ height: { xs: 44, sm: 34 } }}>
          {t('common.clear')}
        </Button>
      )}
    </Box>
  );
}

/** The answer to a message that was tried, above the lanes, which show why. */
export function TryAnswer({
  direction,
  value,
  failure,
  trial,
  inForce,
}: {
  direction: Direction;
  value: string;
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
    <Box role="status" sx={{ display: trial || failure ? 'grid' : 'none', gap: 2, px: 3, pt: 3 }}>
      {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
      {trial && !failure && (
        <Alert
          severity={isTaken(trial) ? 'success' : 'warning'}
          action={
            <Button
              size="small"
              variant="outlined"
              color="inherit"
              component={RouterLink}
              to={`/dashboard/jasmin/simulate?direction=${direction}${direction === 'MT' ? `&to=${encodeURIComponent(value.trim())}` : ''}`}
            >
              {t('routing.trial.more')}
            </Button>
          }
        >
          {words(trial)}
          {differs && ` ${t('routing.trial.inForce', { answer: words(inForce) })}`}
        </Alert>
      )}
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
