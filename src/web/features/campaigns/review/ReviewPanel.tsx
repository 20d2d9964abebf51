import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SidePanel } from '../../../ui/dialogs/SidePanel.tsx';
import { useCloseReview } from './reviewLink.ts';

/**
 * A review in a panel beside the text that it is of.
 * @param closeTo the address of the page without the review
 */
export function ReviewPanel({
  isOpen,
  closeTo,
  children,
}: {
  isOpen: boolean;
  closeTo: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const close = useCloseReview(closeTo);
  // The content stays while the panel slides away.
  const [last, setLast] = useState(children);
  if (isOpen && last !== children) setLast(children);
  return (
    <SidePanel open={isOpen} title={t('compose.review')} onClose={close}>
      {isOpen ? children : last}
    </SidePanel>
  );
}
