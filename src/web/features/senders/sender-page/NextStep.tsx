import { useTranslation } from 'react-i18next';
import { reachOf } from '../../../../contract/shared/roles.ts';
import type { SenderDetail } from '../../../../contract/api/senders.ts';
import { useMe } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useListed } from '../../../ui/lists/useListed.ts';
import { lateOperators } from './late.ts';

export function NextStep({ sender, owns }: { sender: SenderDetail; owns: boolean }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const listed = useListed();
  const decides = reachOf(useMe().clientAccessLevel, 'senders.approve') !== undefined;
  const fee =
    sender.fee !== null && sender.currency !== null && sender.paymentStatus === 'UNPAID'
      ? money(sender.fee, sender.currency)
      : undefined;
  if (
    sender.status === 'PENDING_DOCUMENTS_APPROVAL' &&
    owns &&
    sender.documents.some(
      ({ status, replacedBy }) => status === 'DOCUMENT_REJECTED' && replacedBy === null,
    )
  )
    return t('senders.page.replaceNext');
  if (sender.status === 'DOCUMENTS_APPROVED' && fee !== undefined)
    return owns ? t('senders.page.payNext', { fee }) : t('senders.page.unpaid', { fee });
  const late = lateOperators(sender);
  if (
    decides &&
    late.length === 0 &&
    (sender.status === 'PENDING_DOCUMENTS_APPROVAL' ||
      sender.status === 'DOCUMENTS_APPROVED' ||
      sender.status === 'WAITING_SETUP')
  )
    return t(`senders.page.decide.${sender.status}`);
  const isReady = sender.status === 'READY_FOR_SENDING';
  if (late.length > 0) {
    const count = late.length;
    const isRefused = late.some(({ sentAs }) => sentAs === null);
    return [
      isReady && t('senders.page.next.READY_FOR_SENDING'),
      t('senders.page.late', {
        count,
        operators: listed(late.map(({ operator }) => operator)),
        // Since the last of these days none of them has answered.
        day: late
          .map(({ submittedOn }) => submittedOn ?? '')
          .toSorted()
          .at(-1),
      }),
      isRefused && t(owns ? 'senders.page.lateChoose' : 'senders.page.lateRefused', { count }),
      decides && t('senders.page.lateDecide', { count }),
    ]
      .filter(Boolean)
      .join(' ');
  }
  return t(`senders.page.next.${sender.status}`);
}
