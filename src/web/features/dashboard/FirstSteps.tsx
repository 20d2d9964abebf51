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
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { dashboard, type FirstStep, type FirstStepState } from '../../../contract/api/dashboard.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures.tsx';
import { Section } from '../../ui/Page.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';

const WAYS: Readonly<Record<FirstStep, string>> = {
  DETAILS: 'settings',
  SENDER: 'sender-ids/apply',
  UNITS: 'purchases/topup',
  CONTACTS: 'contacts/import',
  CAMPAIGN: 'campaigns/send-sms',
};

/** The steps of a new client to the first campaign, ticked when done. The card can be hidden, and restored at once. */
export function FirstSteps({ steps }: { steps: readonly FirstStepState[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { impersonated } = useMe();
  const [hidden, setHidden] = useState(false);
  // The card stays until the page is left, so that hiding it can be undone.
  const hide = useSend(dashboard.hideFirstSteps, { done: (answer) => setHidden(answer.hidden) });
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
          borderRadius: '10px',
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
  const needed = steps.filter(({ optional }) => !optional);
  const done = needed.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done && !step.waiting && !step.optional);
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
          {!impersonated && (
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
          )}
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
  state: { step, done, waiting, optional },
  isNext,
}: {
  state: FirstStepState;
  isNext: boolean;
}) {
  const { t } = useTranslation();
  const { clientAccessLevel: role } = useMe();
  const given = step === 'UNITS' && reachOf(role, 'purchases.buy') === undefined;
  const to = waiting
    ? '/dashboard/sender-ids'
    : given
      ? '/dashboard/purchases'
      : `/dashboard/${WAYS[step]}`;
  const [Icon, tone] = done
    ? [DoneIcon, 'success' as const]
    : waiting
      ? [WaitingIcon, 'info' as const]
      : [OpenIcon, 'neutral' as const];
  const text = waiting
    ? t('dashboard.first.texts.SENDER_WAITING')
    : given
      ? t('dashboard.first.texts.UNITS_GIVEN')
      : t(`dashboard.first.texts.${step}`);
  return (
    <Box
      component="li"
      aria-current={isNext ? 'step' : undefined}
      sx={(theme) => ({
        display: 'flex',
        gap: 2.5,
        p: 3,
        borderRadius: '8px',
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
            t(`dashboard.first.steps.${step}`)
          ) : (
            <Link component={RouterLink} to={to} sx={{ fontWeight: 600 }}>
              {t(`dashboard.first.steps.${step}`)}
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

/** The room of the steps while they are on their way. */
export function FirstStepsSkeleton() {
  return <Skeleton variant="rounded" sx={{ height: { xs: 460, md: 150 }, borderRadius: '10px' }} />;
}
