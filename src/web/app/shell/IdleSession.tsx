import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ActivityReporter } from '../../api/activity-reporter.ts';
import { signOut } from '../../api/call.ts';
import {
  clearStorages,
  countsAsActivity,
  IDLE_CHECK,
  idlenessAt,
  readActivity,
  tellsOfIdleness,
  writeActivity,
  type Idleness,
} from '../../api/idle.ts';
import { leave } from '../../api/session.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';

const SIGNS = ['mousemove', 'mousedown', 'keydown', 'scroll'] as const;
const reporter = new ActivityReporter();
let idleElsewhere = false;
addEventListener('storage', (change) => {
  idleElsewhere ||= tellsOfIdleness(change);
});

/** True when another tab ended the session for inactivity. */
export const endedByIdleness = (): boolean => idleElsewhere;

/** Ends an idle session after a warning of five minutes. The page's own requests are no activity. */
export function IdleSession() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'present' });

  useEffect(() => {
    let over = false;
    const now = () => Date.now();
    const check = () => {
      if (over) return;
      const found = idlenessAt(now(), readActivity(now()));
      setIdleness((shown) =>
        shown.kind === 'present' && found.kind === 'present' ? shown : found,
      );
      if (found.kind !== 'expired') return reporter.reportDue(now());
      over = true;
      void end(t('signIn.ended.idle'));
    };
    const active = () => {
      if (!over && countsAsActivity(now(), readActivity(now()))) writeActivity(now());
    };
    const seen = () => {
      // Timers of a hidden tab may stop, so unreported activity is sent now.
      if (document.visibilityState !== 'visible')
        return over ? undefined : reporter.reportNow(now());
      check();
      active();
    };
    // A page that is opened is a sign of life, unless the time was up before it was.
    check();
    if (!over && idlenessAt(now(), readActivity(now())).kind === 'present') writeActivity(now());
    const timer = setInterval(check, IDLE_CHECK);
    // Scrolling happens in boxes too and does not bubble.
    for (const sign of SIGNS) addEventListener(sign, active, { capture: true, passive: true });
    document.addEventListener('visibilitychange', seen);
    return () => {
      over = true;
      clearInterval(timer);
      for (const sign of SIGNS) removeEventListener(sign, active, { capture: true });
      document.removeEventListener('visibilitychange', seen);
    };
  }, [t]);

  const stay = () => {
    writeActivity(Date.now());
    reporter.reportNow(Date.now());
    setIdleness({ kind: 'present' });
  };
  const left = idleness.kind === 'warning' ? idleness.seconds : 0;
  return (
    <Dialog
      open={idleness.kind !== 'present'}
      role="alertdialog"
      aria-labelledby="idle-title"
      aria-describedby="idle-text"
      maxWidth="xs"
      fullWidth
    >
      <DialogTitle id="idle-title">{t('idle.title')}</DialogTitle>
      <DialogContent id="idle-text" sx={{ color: 'text.secondary' }}>
        {t('idle.text', { count: left, value: number(left) })}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" autoFocus onClick={stay} disabled={idleness.kind === 'expired'}>
          {t('idle.stay')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

async function end(reason: string): Promise<void> {
  // Without waiting for an answer: other calls would meanwhile be refused and end the session without the reason.
  await signOut({ wait: false }).catch(() => undefined);
  clearStorages();
  leave({ reason });
}
