import CloseIcon from '@mui/icons-material/Close';
import DoneIcon from '@mui/icons-material/CheckCircle';
import WaitingIcon from '@mui/icons-material/HourglassTopOutlined';
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { dashboard, type FirstStep, type FirstStepState } from '../../../contract/api/dashboard.ts';
import { reachOf, type Role } from '../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';

/** The number of completed steps from which the card is a line. */
const FOLD_FROM = 2;

const WAYS: Readonly<Record<FirstStep, string>> = {
  DETAILS: 'settings',
  SENDER: 'sender-ids/apply',
  UNITS: 'purchases/topup',
  CONTACTS: 'contacts/import',
  CAMPAIGN: 'campaigns/send-sms',
};

/** The steps of a new client to the first campaign, ticked when done. The card can be hidden, and restored at once. */
export function FirstSteps({
  steps,
  hidden,
  onHidden,
}: {
  steps: readonly FirstStepState[];
  hidden: boolean;
  onHidden(hidden: boolean): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { impersonated } = useMe();
  const needed = steps.filter(({ optional }) => !optional);
  const done = needed.filter((step) => step.done).length;
  // Once a client knows its way the steps are a line, which can be opened again.
  const [isFolded, setFolded] = useState(done >= FOLD_FROM);
  // The card stays until the page is left, so that hiding it can be undone.
  const hide = useSend(dashboard.hideFirstSteps, { done: (answer) => onHidden(answer.hidden) });
  if (hidden) {
    return (
      <Box
        role="status"
        sx={(theme) => ({
          display: 'flex',
          gap: 3,
          alignItems: 'center',
          px: 5,
          py: 2,
          borderRadius: 'var(--corner-card)',
          border: `1px dashed ${theme.vars?.palette.surface.control}`,
          color: 'text.secondary',
          fontSize: 13,
        })}
      >
        <Box sx={{ flex: 1 }}>{t('dashboard.first.hidden')}</Box>
        <Button
          size="small"
          color="inherit"
          disabled={hide.isPending}
          onClick={() => hide.mutate({ hidden: false })}
        >
          {t('dashboard.first.show')}
        </Button>
      </Box>
    );
  }
  const next = steps.find((step) => !step.done && !step.waiting && !step.optional);
  const hideButton = !impersonated && (
    <Tooltip title={t('dashboard.first.hide')}>
      <IconButton
        size="small"
        aria-label={t('dashboard.first.hide')}
        disabled={hide.isPending}
        onClick={() => hide.mutate({ hidden: true })}
      >
        <CloseIcon />
      </IconButton>
    </Tooltip>
  );
  if (isFolded)
    return (
      <Strip
        done={done}
        total={needed.length}
        next={next}
        onOpen={() => setFolded(false)}
        action={hideButton}
      />
    );
  return (
    <Section
      title={t('dashboard.first.title')}
      action={
        <Box sx={{ display: 'flex', gap: 3, alignItems: 'center', ml: 'auto' }}>
          <Typography variant="body2" color="textSecondary">
            {t('dashboard.first.done', { done: number(done), total: number(needed.length) })}
          </Typography>
          <LinearProgress
            variant="determinate"
            aria-label={t('dashboard.first.title')}
            value={(done / needed.length) * 100}
            sx={{ width: 96, display: { xs: 'none', sm: 'block' } }}
          />
          {done >= FOLD_FROM && (
            <Button size="small" color="inherit" onClick={() => setFolded(true)}>
              {t('dashboard.first.fold')}
            </Button>
          )}
          {hideButton}
        </Box>
      }
    >
      <Box
        component="ol"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          display: 'grid',
          gap: { xs: 2, md: 3 },
          gridTemplateColumns: { xs: '1fr', md: `repeat(${steps.length}, minmax(0, 1fr))` },
        }}
      >
        {steps.map((step) => (
          <Step key={step.step} state={step} isNext={step === next} />
        ))}
      </Box>
    </Section>
  );
}

function Step({
  state: { step, done, waiting, optional, sharedSender },
  isNext,
}: {
  state: FirstStepState;
  isNext: boolean;
}) {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const given = isGiven(step, role);
  const to = addressOf({ step, waiting }, role);
  const [Icon, tone] = done
    ? [DoneIcon, 'success' as const]
    : waiting
      ? [WaitingIcon, 'info' as const]
      : [OpenIcon, 'neutral' as const];
  const name = t(`dashboard.first.steps.${sharedSender === null ? step : 'SENDER_OWN'}`);
  const text = waiting
    ? t('dashboard.first.texts.SENDER_WAITING')
    : given
      ? t('dashboard.first.texts.UNITS_GIVEN')
      : sharedSender !== null && !done
        ? t('dashboard.first.texts.SENDER_SHARED', { name: sharedSender })
        : t(`dashboard.first.texts.${step}`);
  return (
    <Box
      component="li"
      aria-current={isNext ? 'step' : undefined}
      sx={(theme) => ({
        display: 'flex',
        gap: 2.5,
        p: 3,
        borderRadius: 'var(--corner)',
        border: `1px solid ${isNext ? theme.vars?.palette.primary.main : 'transparent'}`,
        backgroundColor: isNext
          ? theme.vars?.palette.surface.accent
          : theme.vars?.palette.surface.sunken,
      })}
    >
      <Icon
        aria-hidden="true"
        sx={(theme) => ({ fontSize: 20, mt: '1px', color: theme.vars?.palette.tone[tone].text })}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle2" component="h3">
          {done ? (
            name
          ) : (
            <Link component={RouterLink} to={to} sx={{ fontWeight: 600 }}>
              {name}
            </Link>
          )}
          {done && (
            <Box component="span" sx={visuallyHidden}>{` (${t('dashboard.first.ticked')})`}</Box>
          )}
        </Typography>
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: '2px' }}>
          {optional && !done ? `${t('dashboard.first.optional')}. ` : ''}
          {text}
        </Typography>
      </Box>
    </Box>
  );
}

/** Units that the account cannot buy are given to it. */
const isGiven = (step: FirstStep, role: Role) =>
  step === 'UNITS' && reachOf(role, 'purchases.buy') === undefined;

function addressOf({ step, waiting }: Pick<FirstStepState, 'step' | 'waiting'>, role: Role) {
  if (waiting) return '/dashboard/sender-ids';
  return isGiven(step, role) ? '/dashboard/purchases' : `/dashboard/${WAYS[step]}`;
}

/** The steps in one line: how many are done, and the next. */
function Strip({
  done,
  total,
  next,
  onOpen,
  action,
}: {
  done: number;
  total: number;
  next: FirstStepState | undefined;
  onOpen(): void;
  action: ReactNode;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { clientAccessLevel: role } = useMe();
  return (
    <Box
      component="section"
      aria-labelledby="first-steps"
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        minHeight: 44,
        boxSizing: 'border-box',
        pl: { xs: 4, sm: 5 },
        pr: 2,
        py: 1,
        borderRadius: 'var(--corner-card)',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      <Typography variant="subtitle2" component="h2" id="first-steps">
        {t('dashboard.first.title')}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={t('dashboard.first.title')}
        value={(done / total) * 100}
        sx={{ width: 72, display: { xs: 'none', sm: 'block' } }}
      />
      <Typography variant="body2" color="textSecondary">
        {t('dashboard.first.done', { done: number(done), total: number(total) })}
      </Typography>
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        {next && (
          <Button
            size="small"
            component={RouterLink}
            to={addressOf(next, role)}
            sx={{ minWidth: 0, whiteSpace: 'normal', lineHeight: 1.3 }}
          >
            {t(`dashboard.first.steps.${next.step}`)}
          </Button>
        )}
        <Button size="small" color="inherit" onClick={onOpen}>
          {t('dashboard.first.open')}
        </Button>
        {action}
      </Box>
    </Box>
  );
}

/** The room of the steps while they are on their way. */
export function FirstStepsSkeleton() {
  return (
    <Skeleton
      variant="rounded"
      sx={{ height: { xs: 460, md: 150 }, borderRadius: 'var(--corner-card)' }}
    />
  );
}
