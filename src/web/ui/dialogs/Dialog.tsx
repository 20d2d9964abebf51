import type { DialogProps } from '@mui/material/Dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import BareDialog from './BareDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useEntered } from '../fields/useEntered.ts';

type Closing = Parameters<NonNullable<DialogProps['onClose']>>;

/**
 * The dialog of every form. Escape and a click beside it close it at once while nothing is entered;
 * otherwise it asks before the entries are lost. Escape that closes an open list of choices closes
 * nothing else.
 * @param isDiscardable true where entries are worth nothing: a search, or a test that was carried out
 * @param holdsEntries true in a later step, whose controls do not show what was entered before
 */
export default function Dialog({
  onClose,
  isDiscardable = false,
  holdsEntries = false,
  ...props
}: DialogProps & { isDiscardable?: boolean; holdsEntries?: boolean }) {
  const { t } = useTranslation();
  const { listeners, hasEntries } = useEntered();
  const [asked, setAsked] = useState<Closing | null>(null);
  const close = (...closing: Closing) => {
    const [event, reason] = closing;
    if (reason === 'escapeKeyDown' && isMeantForList(event)) return;
    if (!isDiscardable && (holdsEntries || hasEntries())) setAsked(closing);
    else onClose?.(...closing);
  };
  return (
    <>
      <BareDialog {...props} {...listeners} {...(onClose && { onClose: close })} />
      <ConfirmDialog
        open={asked !== null}
        title={t('discarding.title')}
        action={t('discarding.discard')}
        keep={t('discarding.keep')}
        danger
        onClose={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          if (asked) onClose?.(...asked);
        }}
      >
        {t('discarding.text')}
      </ConfirmDialog>
    </>
  );
}

/** The browser's own list of a select is open, or another list has taken the key. */
function isMeantForList(event: object): boolean {
  if ('defaultPrevented' in event && event.defaultPrevented === true) return true;
  return (
    CSS.supports('selector(select:open)') && document.querySelector('select:open:focus') !== null
  );
}
