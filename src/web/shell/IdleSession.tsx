import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../call.ts';
import { clearStorages, countsAsActivity, IDLE_CHECK, idlenessAt, readActivity, writeActivity, type Idleness } from '../idle.ts';
import { leave } from '../session.ts';
import { useFormat } from '../ui/figures.tsx';

const SIGNS = ['mousemove', 'mousedown', 'keydown', 'scroll'] as const;
/** The server is told of the end, but nobody waits longer for it. */
const LAST_WORD = 1500;

let lastKnown = Infinity;

/** Whether it was for inactivity that another tab has just ended the session and cleared what both keep. */
export function endedByIdleness(): boolean {
  return idlenessAt(Date.now() + IDLE_CHECK, lastKnown).kind === 'expired';
}

/** Watches for somebody who has left: warns for five minutes, then ends the session. What the page does by itself is no sign of life. */
export function IdleSession() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'present' });

  useEffect(() => {
    let over = false;
    const now = () => Date.now();
    const check = () => {
      if (over) return;
      lastKnown = readActivity(now());
      const found = idlenessAt(now(), lastKnown);
      setIdleness((shown) => (shown.kind === 'present' && found.kind === 'present' ? shown : found));
      if (found.kind !== 'expired') return;
      over = true;
      void end(t('idle.reason'));
    };
    const active = () => {
      if (!over && countsAsActivity(now(), readActivity(now()))) writeActivity(now());
    };
    const seen = () => {
      if (document.visibilityState !== 'visible') return;
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
    setIdleness({ kind: 'present' });
  };
  const left = idleness.kind === 'warning' ? idleness.seconds : 0;
  return (
    <Dialog open={idleness.kind !== 'present'} role="alertdialog" aria-labelledby="idle-title" aria-describedby="idle-text" maxWidth="xs" fullWidth>
      <DialogTitle id="idle-title">{t('idle.title')}</DialogTitle>
      <DialogContent id="idle-text" sx={{ color: 'text.secondary' }}>
        {t('idle.text', { count: left, value: number(left) })}
      </DialogContent>
      <DialogActions><Button variant="contained" autoFocus onClick={stay} disabled={idleness.kind === 'expired'}>{t('idle.stay')}</Button></DialogActions>
    </Dialog>
  );
}

async function end(reason: string): Promise<void> {
  await Promise.race([signOut(), new Promise((resolve) => setTimeout(resolve, LAST_WORD))]);
  clearStorages();
  leave({ reason });
}
